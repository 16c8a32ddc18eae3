import { MINUTE } from '#core/time/units.ts'
import { Button } from '@mantine/core'
import type { LogEntry } from '#contract/gate-log.ts'
import { date, duration, time } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { DataTable, RowActs } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'
import css from './gate-log.module.css'
import { keyOf } from './draft.ts'
import { EntrySource } from './source.tsx'
import { nameParts, plainValue } from './words.ts'

/** Delay from which an entry is shown as written later, ms. */
const LATE = 15 * MINUTE

export type GateEntryAct = 'complete' | 'correct' | 'withdraw' | 'history'

interface Props {
  entries: readonly LogEntry[]
  zone: string
  /** Keys of the items whose sensors report. */
  sensed: ReadonlySet<string>
  now: number
  mayWrite: boolean
  onAct: (act: GateEntryAct, entry: LogEntry) => void
}

/** The log as a table, one row per movement, as on paper. */
export function GateLogTable({ entries, zone, sensed, now, mayWrite, onAct }: Props) {
  const { t, language } = useText()
  const words = (e: LogEntry) =>
    e.to === 0 ? t(e.kind === 'unit' ? 'gateLog.stopped' : 'gateLog.closed') : null
  return (
    <DataTable
      label={t('gateLog.title')}
      rows={entries}
      rowKey={(e) => e.entry_id ?? `${e.kind} ${e.object_id} ${e.t}`}
      columns={[
        {
          id: 'at',
          head: t('gateLog.column.at'),
          rowHeader: true,
          className: textCss.nowrap,
          value: (e) => `${date(e.t, zone, language)} ${time(e.t, zone)}`,
          cell: (e) => (
            <>
              <span className={textCss.small}>{date(e.t, zone, language)}</span>{' '}
              <span className={css.time}>{time(e.t, zone)}</span>
            </>
          ),
        },
        {
          id: 'object',
          head: t('gateLog.column.object'),
          className: css.object,
          value: (e) => e.object_name,
          cell: (e) => {
            const { own, gate } = nameParts(e.object_name)
            return (
              <span>
                <Icon name={e.kind === 'unit' ? 'unit' : 'gate'} size={14} className={css.kind} />
                {own}
                {gate !== null && <span className={css.gate}>{gate}</span>}
              </span>
            )
          },
        },
        {
          id: 'move',
          head: t('gateLog.column.move'),
          className: textCss.nowrap,
          value: (e) => `${plainValue(e.from)} → ${plainValue(e.to)} ${e.unit}`,
          cell: (e) => (
            <span>
              <span className={textCss.muted}>{plainValue(e.from)}</span>
              <span aria-hidden> → </span>
              <strong>{plainValue(e.to)}</strong> <span className={textCss.small}>{e.unit}</span>
              {words(e) && <span className={textCss.small}> · {words(e)}</span>}
            </span>
          ),
        },
        {
          id: 'order',
          head: t('gateLog.column.order'),
          hideOnPhone: (e) => e.order_no === null,
          value: (e) => e.order_no,
          cell: (e) => <span className={textCss.nowrap}>{e.order_no ?? '-'}</span>,
        },
        {
          id: 'by',
          head: t('gateLog.column.by'),
          className: css.by,
          value: (e) => e.performed_by,
          cell: (e) => <PerformedBy entry={e} />,
        },
        {
          id: 'reason',
          head: t('gateLog.column.reason'),
          className: css.reason,
          hideOnPhone: (e) => e.reason === null,
          value: (e) => e.reason,
          cell: (e) => e.reason ?? '-',
        },
        {
          id: 'source',
          head: t('gateLog.column.source'),
          cell: (e) => (
            <EntrySource
              entry={e}
              zone={zone}
              sensed={sensed.has(keyOf({ kind: e.kind, id: e.object_id }))}
              now={now}
            />
          ),
        },
      ]}
      actions={{
        head: t('gateLog.column.acts'),
        cell: (e) =>
          e.entry_id === null ? (
            mayWrite && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${t('gateLog.act.complete')}: ${e.object_name} ${time(e.t, zone)}`}
                onClick={() => onAct('complete', e)}
              >
                {t('gateLog.act.complete')}
              </Button>
            )
          ) : (
            <RowActs
              name={`${e.object_name} ${time(e.t, zone)}`}
              acts={[
                { icon: 'clock', label: t('gateLog.act.history'), run: () => onAct('history', e) },
                mayWrite && {
                  icon: 'edited',
                  label: t('gateLog.act.correct'),
                  run: () => onAct('correct', e),
                },
                mayWrite && {
                  icon: 'trash',
                  label: t('gateLog.act.withdraw'),
                  run: () => onAct('withdraw', e),
                  grave: true,
                },
              ]}
            />
          ),
      }}
    />
  )
}

/** Executor; the author, if another person, and the delay. */
function PerformedBy({ entry: e }: { entry: LogEntry }) {
  const { t, language } = useText()
  const late = e.late !== null && e.late > LATE
  // The executor usually writes the entry too.
  const others = e.recorded_at !== null && e.recorded_by_name !== e.performed_by
  return (
    <div>
      <div>{e.performed_by ?? '-'}</div>
      {(others || late) && (
        <div className={textCss.small}>
          {[
            others && t('gateLog.recorded', { who: e.recorded_by_name ?? t('gateLog.program') }),
            late && t('gateLog.lateBy', { time: duration(e.late!, language) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </div>
      )}
    </div>
  )
}
