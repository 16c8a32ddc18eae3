import { Button } from '@mantine/core'
import type { SensorChange } from '#contract/sensors.ts'
import type { Printable } from '#core/description/difference.ts'
import { dateTime } from '../../lib/format.ts'
import { fieldWords, itemValueWords } from '../../lib/item-words.ts'
import { useOptions } from '../../lib/items.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { PlainTable, tableCss } from '../../ui/table/index.ts'
import { itemsCss, usePeriod } from '../../parts/described-items/index.ts'
import { useKindHistory } from './queries.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'

/** All changes to the settings of sensors of a kind: who, when, for which period, from what to what. */
export function KindHistory({ kind, name, onClose }: { kind: number; name: string; onClose: () => void }) {
  const { t } = useText()
  const history = useKindHistory(kind)
  return (
    <Dialog
      opened
      title={t('sensors.historyOf', { kind: name })}
      width={720}
      onClose={onClose}
      actions={(leave) => (
        <Button variant="default" onClick={leave} data-autofocus>
          {t('act.close')}
        </Button>
      )}
    >
      <Loaded query={history} what={t('sensors.history')} height={280}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon="log" title={t('sensors.historyEmpty')} />
          ) : (
            <ol className={layoutCss.columnApart}>
              {list.map((c) => (
                <One key={`${c.at} ${c.item} ${c.from}`} change={c} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Dialog>
  )
}

const TITLES = { add: 'items.eventAdd', update: 'items.eventChange', retire: 'items.eventRetire' } as const

function One({ change: c }: { change: SensorChange }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const period = usePeriod()
  const title = TITLES[c.act as keyof typeof TITLES] ?? 'items.eventChange'
  return (
    <li className={itemsCss.event}>
      <header className={itemsCss.eventHead}>
        <strong>{c.name}</strong>
        <span>{t(title)}</span>
        <span className={textCss.small}>
          {t('items.by', { who: c.by_name ?? t('items.program'), when: dateTime(c.at, zone, language) })}
        </span>
      </header>
      <p className={textCss.small}>
        {t('items.period')}: {period(c)}
      </p>
      {c.reason && <p>{t('items.because', { reason: c.reason })}</p>}
      {c.act === 'update' && c.changes.length > 0 && <Changes change={c} />}
    </li>
  )
}

function Changes({ change: c }: { change: SensorChange }) {
  const { t, texts } = useText()
  const options = useOptions().data
  const value = (field: string, v: unknown) => {
    const shown =
      v !== null && typeof v === 'object' ? String((v as { id?: unknown }).id ?? '') : (v as Printable)
    return itemValueWords(c.on, [field], shown, options, texts)
  }
  return (
    <PlainTable
      className={`${tableCss.changes} ${itemsCss.differences}`}
      rows={c.changes}
      rowKey={(d) => d.field}
      columns={[
        {
          id: 'field',
          head: t('items.field'),
          rowHeader: true,
          cell: (d) => fieldWords(c.on, [d.field], texts),
        },
        { id: 'before', head: t('items.before'), cell: (d) => value(d.field, d.before) },
        { id: 'after', head: t('items.after'), cell: (d) => value(d.field, d.after) },
      ]}
    />
  )
}
