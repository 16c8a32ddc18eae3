import { useMemo } from 'react'
import type { OutputAnswer, OutputRow } from '#contract/statistics.ts'
import { useText } from '../../lib/text/index.ts'
import { TimeChart, type ChartSeries, type Pane } from '../../ui/chart/index.ts'

/** Height of a pane, px. */
const PANE = 190

/** Energy and revenue of each period as bars, and beside them what they are compared with. */
export function OutputChart({ output, loading }: { output: OutputAnswer; loading: boolean }) {
  const { t } = useText()
  const { rows, zone, basis, compare } = output
  const panes = useMemo(() => {
    const stamps = Float64Array.from(rows, (r) => r.to)
    const series = (id: string, value: (r: OutputRow) => number | null, more: Partial<ChartSeries>) => ({
      id,
      kind: 'bars' as const,
      color: 'turbine',
      decimals: 0,
      axis: 'left',
      name: '',
      unit: 'kWh',
      data: { t: stamps, v: Float64Array.from(rows, (r) => value(r) ?? NaN) },
      ...more,
    })
    const paneOf = (of: 'kwh' | 'vnd', unit: string, scale: number, color: string): Pane => ({
      id: of,
      title: '',
      heightShare: 1,
      axes: [{ id: 'left', side: 'left', unit, decimals: scale === 1 ? 0 : 1, min: 0 }],
      lines: [],
      marks: [],
      series: [
        series(of, (r) => (r.used[of] === null ? null : r.used[of] / scale), {
          name: `${t(`statistics.${of}`)}, ${t(`statistics.bases.${basis}`)}`,
          color,
          unit,
          decimals: scale === 1 ? 0 : 1,
        }),
        series(`${of}-against`, (r) => (r.against[of] === null ? null : r.against[of] / scale), {
          name: `${t(`statistics.${of}`)}, ${t(`statistics.compare.${compare}`)}`,
          kind: 'mean',
          color: 'slate',
          unit,
          width: 2,
          decimals: scale === 1 ? 0 : 1,
        }),
      ],
    })
    return [paneOf('kwh', 'MWh', 1000, 'turbine'), paneOf('vnd', t('statistics.million'), 1e6, 'violet')]
  }, [rows, basis, compare, t])
  return (
    <TimeChart
      panes={panes}
      from={rows[0].from}
      to={rows.at(-1)!.to}
      zone={zone}
      label={t('statistics.chartOf')}
      height={2 * PANE}
      emptyText={t('statistics.nothing')}
      loading={loading}
    />
  )
}
