import type { FieldDifference } from '#core/description/difference.ts'
import { dateTime } from '../../lib/format.ts'
import { differenceWords, fieldOrder } from '../../lib/item-words.ts'
import { useOptions } from '../../lib/items.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { PlainTable, tableCss } from '../../ui/table/index.ts'
import css from './changes.module.css'

/** Whether the field is a digest of a table's rows or of a map layer's geometry. */
const isDigest = (noun: string, { path }: FieldDifference) =>
  path.at(-1) === 'digest' &&
  (noun === 'table' ? path[0] === 'rows' : noun === 'plant' && path[0] === 'mapLayers')

/** Differences of an item in words. sides: titles of the columns; with one, only the new values are shown. */
export function Differences(props: {
  noun: string
  list: readonly FieldDifference[]
  sides?: readonly [string, string] | readonly [string]
}) {
  const { noun, list, sides } = props
  const { t, texts, language } = useText()
  const zone = useZone() ?? 'UTC'
  const options = useOptions().data
  const heads = sides ?? ([t('items.before'), t('items.after')] as const)
  const words = (d: FieldDifference) => {
    const inWords = differenceWords(noun, d, options, texts)
    const field = d.path.join('.')
    if (isDigest(noun, d)) return { ...inWords, before: '', after: t('changesPage.rowsOther') }
    if (noun === 'table' && field === 'uploadedAt') {
      const when = (v: unknown) => (typeof v === 'number' && v > 0 ? dateTime(v, zone, language) : '-')
      return { ...inWords, before: when(d.before), after: when(d.after) }
    }
    return inWords
  }
  // A digest only shows that rows differ, so it is left out where the whole item was added or retired.
  const shown = list
    .filter((d) => !(isDigest(noun, d) && (d.before === null || d.after === null)))
    .map((d) => ({ d, place: fieldOrder(noun, d.path, texts) }))
    .sort((a, b) => a.place - b.place)
    .map(({ d }) => d)
  if (shown.length === 0) return <p className={css.small}>{t('changesPage.noFields')}</p>
  return (
    <div className={css.scroll} tabIndex={0} role="group" aria-label={t('changesPage.what')}>
      <PlainTable
        className={`${tableCss.changes} ${css.differences}`}
        label={t('changesPage.what')}
        rows={shown}
        rowKey={(d) => d.path.join('.')}
        columns={[
          { id: 'field', head: t('items.field'), rowHeader: true, cell: (d) => words(d).field },
          heads.length === 2 && {
            id: 'before',
            head: heads[0],
            cell: (d) => words(d).before,
          },
          { id: 'after', head: heads.at(-1), cell: (d) => words(d).after },
        ]}
      />
    </div>
  )
}
