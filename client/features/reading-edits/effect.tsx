import type { Output } from '#contract/endpoint.ts'
import type { previewEdit } from '#contract/edits.ts'
import { dateTime, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { PlainTable } from '../../ui/table/index.ts'
import { unitWords } from '../../parts/devices/index.ts'
import textCss from '../../ui/text.module.css'
import css from './edits.module.css'
import { editValueWords } from './units.ts'

export type Answer = Output<typeof previewEdit>

const FIGURES = ['n', 'mean', 'min', 'max'] as const
const WORDS = { n: 'edits.number', mean: 'edits.mean', min: 'edits.min', max: 'edits.max' } as const

interface Props {
  answer: Answer
  unit: string
  zone: string
  /** What to show; by default a preview. */
  head?: string
}

/** Effect of an edit, or of undoing it, on its series in figures. */
export function Effect({ answer: a, unit, zone, head }: Props) {
  const { t, language } = useText()
  const none = a.changed + a.added + a.removed === 0
  const counts = [
    a.changed > 0 && t('edits.changed', { n: number(a.changed, 0) }),
    a.added > 0 && t('edits.added', { n: number(a.added, 0) }),
    a.removed > 0 && t('edits.removed', { n: number(a.removed, 0) }),
  ].filter(Boolean)
  const written = (key: (typeof FIGURES)[number], v: number | null) =>
    key === 'n' ? number(v, 0) : editValueWords(v, unit)
  return (
    <section className={css.effect} aria-label={t('edits.effect')}>
      <p className={css.trying}>{head ?? t('edits.trying')}</p>
      {none ? (
        <p>{t('edits.effectNone')}</p>
      ) : (
        <>
          <p>{counts.join(', ')}</p>
          <PlainTable
            rows={FIGURES}
            rowKey={(key) => key}
            columns={[
              {
                id: 'figure',
                head: unitWords(unit, language),
                rowHeader: true,
                cell: (key) => t(WORDS[key]),
              },
              { id: 'before', head: t('edits.before'), cell: (key) => written(key, a.before[key]) },
              {
                id: 'after',
                head: t('edits.after'),
                attributes: (key) => ({
                  'data-other': written(key, a.before[key]) !== written(key, a.after[key]) || undefined,
                }),
                cell: (key) => written(key, a.after[key]),
              },
            ]}
          />
          {a.largest && (
            <p className={`${textCss.small} ${css.quiet}`}>
              {t('edits.largest', {
                time: dateTime(a.largest.t, zone, language),
                before: editValueWords(a.largest.before, unit),
                after: editValueWords(a.largest.after, unit),
              })}
            </p>
          )}
        </>
      )}
    </section>
  )
}
