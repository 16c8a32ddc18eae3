import { MINUTE } from '#core/time/units.ts'
import { Button } from '@mantine/core'
import type { LogEntry } from '#contract/gate-log.ts'
import { date, duration, time } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { RowActs, tableCss as table } from '../../ui/page/index.tsx'
import css from './gate-log.module.css'
import { keyOf } from './draft.ts'
import { Source } from './source.tsx'
import { nameParts, plainValue } from './words.ts'

/** So much later is worth telling, ms. */
const LATE = 15 * MINUTE

export type Act = 'complete' | 'correct' | 'withdraw' | 'history'

interface Given {
  entries: readonly LogEntry[]
  zone: string
  /** Keys of those whose sensors report. */
  sensed: ReadonlySet<string>
  now: number
  mayWrite: boolean
  onAct: (act: Act, entry: LogEntry) => void
}

/** As the log on paper: one line for each movement; on a phone one card each. */
export function Table({ entries, zone, sensed, now, mayWrite, onAct }: Given) {
  const { t } = useText()
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={t('gateLog.title')}>
      <table className={table.table} aria-label={t('gateLog.title')}>
        <thead>
          <tr>
            <th scope="col">{t('gateLog.column.at')}</th>
            <th scope="col">{t('gateLog.column.object')}</th>
            <th scope="col">{t('gateLog.column.move')}</th>
            <th scope="col">{t('gateLog.column.order')}</th>
            <th scope="col">{t('gateLog.column.by')}</th>
            <th scope="col">{t('gateLog.column.reason')}</th>
            <th scope="col">{t('gateLog.column.source')}</th>
            <th scope="col">
              <span className="sr">{t('gateLog.column.acts')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((e) => (
            <Row
              key={e.entry_id ?? `${e.kind} ${e.object_id} ${e.t}`}
              entry={e}
              zone={zone}
              sensed={sensed.has(keyOf({ kind: e.kind, id: e.object_id }))}
              now={now}
              mayWrite={mayWrite}
              onAct={(act) => onAct(act, e)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowGiven extends Pick<Given, 'zone' | 'now' | 'mayWrite'> {
  entry: LogEntry
  sensed: boolean
  onAct: (act: Act) => void
}

function Row({ entry: e, zone, sensed, now, mayWrite, onAct }: RowGiven) {
  const { t, language } = useText()
  const { own, gate } = nameParts(e.object_name)
  const late = e.late !== null && e.late > LATE
  // Who carries it out most often writes it too.
  const others = e.recorded_at !== null && e.recorded_by_name !== e.performed_by
  const words = (v: number) => (v === 0 ? t(e.kind === 'unit' ? 'gateLog.stopped' : 'gateLog.closed') : null)
  return (
    <tr>
      <th scope="row" className={css.at}>
        <span className={table.small}>{date(e.t, zone, language)}</span>{' '}
        <span className={css.time}>{time(e.t, zone)}</span>
      </th>
      <td data-label={t('gateLog.column.object')} className={css.object}>
        <span>
          <Icon name={e.kind === 'unit' ? 'unit' : 'gate'} size={14} className={css.kind} />
          {own}
          {gate !== null && <span className={css.gate}>{gate}</span>}
        </span>
      </td>
      <td data-label={t('gateLog.column.move')} className={css.move}>
        <span>
          <span className={css.from}>{plainValue(e.from)}</span>
          <span aria-hidden> → </span>
          <strong>{plainValue(e.to)}</strong> <span className={table.small}>{e.unit}</span>
          {words(e.to) && <span className={table.small}> · {words(e.to)}</span>}
        </span>
      </td>
      <td data-label={t('gateLog.column.order')} data-empty={e.order_no === null || undefined}>
        <span className={css.order}>{e.order_no ?? '-'}</span>
      </td>
      <td data-label={t('gateLog.column.by')} className={css.by}>
        <div>
          <div>{e.performed_by ?? '-'}</div>
          {(others || late) && (
            <div className={table.small}>
              {[
                others && t('gateLog.recorded', { who: e.recorded_by_name ?? t('gateLog.program') }),
                late && t('gateLog.lateBy', { time: duration(e.late!, language) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
          )}
        </div>
      </td>
      <td
        data-label={t('gateLog.column.reason')}
        data-empty={e.reason === null || undefined}
        className={css.reason}
      >
        {e.reason ?? '-'}
      </td>
      <td data-label={t('gateLog.column.source')}>
        <Source entry={e} zone={zone} sensed={sensed} now={now} />
      </td>
      <td className={table.acts}>
        {e.entry_id === null ? (
          mayWrite && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('gateLog.act.complete')}: ${e.object_name} ${time(e.t, zone)}`}
              onClick={() => onAct('complete')}
            >
              {t('gateLog.act.complete')}
            </Button>
          )
        ) : (
          <RowActs
            name={`${e.object_name} ${time(e.t, zone)}`}
            acts={[
              { icon: 'clock', label: t('gateLog.act.history'), run: () => onAct('history') },
              mayWrite && { icon: 'edited', label: t('gateLog.act.correct'), run: () => onAct('correct') },
              mayWrite && {
                icon: 'trash',
                label: t('gateLog.act.withdraw'),
                run: () => onAct('withdraw'),
                grave: true,
              },
            ]}
          />
        )}
      </td>
    </tr>
  )
}
