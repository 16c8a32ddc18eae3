import { useMemo } from 'react'
import type { ReportAnswer } from '#contract/report.ts'
import { useText } from '../../lib/text/index.ts'
import { unitWords } from '../../parts/devices/index.ts'
import { TimeChart } from '../../ui/chart/index.ts'
import { reportPanes, spanOf } from './model.ts'

/** Least height of a pane, px. */
const PANE = 180

/** The chart of the rows that are shown: rain from the top, a pane for each unit. */
export function ReportChart({ report, loading }: { report: ReportAnswer; loading: boolean }) {
  const { t, language } = useText()
  const panes = useMemo(() => reportPanes(report, (unit) => unitWords(unit, language)), [report, language])
  const span = spanOf(report) ?? report
  return (
    <TimeChart
      panes={panes}
      from={span.from}
      to={span.to}
      zone={report.zone}
      label={t('report.chart')}
      height={Math.max(340, panes.length * PANE)}
      emptyText={t('report.noRows')}
      loading={loading}
    />
  )
}
