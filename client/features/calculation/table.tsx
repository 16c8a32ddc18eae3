import { dateTime, number } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { DataTable, RowName } from '../../ui/table/index.ts'
import type { Run } from './queries.ts'
import textCss from '../../ui/text.module.css'
import { RunStateCell } from './state.tsx'
import { useSpanText } from './words.ts'

interface Props {
  runs: readonly Run[]
  /** All runs, those hidden by a filter included: a run may wait for one of them. */
  all: readonly Run[]
  onOpen: (id: string) => void
}

/** Table of runs, newest first; cards on a phone. */
export function RunTable({ runs, all, onOpen }: Props) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const span = useSpanText()
  return (
    <DataTable
      label={t('runs.list')}
      rows={runs}
      rowKey={(r) => r.run_id}
      columns={[
        {
          id: 'when',
          head: t('runs.when'),
          rowHeader: true,
          className: textCss.nowrap,
          value: (r) => dateTime(r.started_at, zone, language),
          cell: (r) => (
            <RowName name={dateTime(r.started_at, zone, language)} onOpen={() => onOpen(r.run_id)} />
          ),
        },
        {
          id: 'what',
          head: t('runs.what'),
          value: (r) => t(`runs.kind.${r.kind}`),
        },
        { id: 'span', head: t('runs.span'), value: span },
        { id: 'status', head: t('runs.status'), cell: (r) => <RunStateCell run={r} runs={all} /> },
        {
          id: 'instants',
          head: t('runs.instants'),
          align: 'number',
          value: (r) => r.done,
          cell: (r) => number(r.done, 0),
        },
        {
          id: 'entries',
          head: t('runs.entries'),
          align: 'number',
          value: (r) => r.entries,
          cell: (r) => number(r.entries, 0),
        },
        {
          id: 'who',
          head: t('runs.who'),
          value: (r) => r.actor_name ?? t('runs.system'),
          cell: (r) => (
            <div>
              {r.actor_name ?? t('runs.system')}
              {r.reason && <div className={textCss.small}>{r.reason}</div>}
            </div>
          ),
        },
        {
          id: 'code',
          head: t('runs.code'),
          className: textCss.small,
          value: (r) => r.code_version,
        },
      ]}
    />
  )
}
