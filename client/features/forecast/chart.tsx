import { HOUR } from '#core/time/units.ts'
import { useMemo } from 'react'
import type { InflowForecast } from '#contract/forecast.ts'
import { DECIMALS, unit } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { fromColumn, TimeChart, type Pane } from '../../ui/chart/index.ts'
import { useRecentInflow } from './queries.ts'

/** The observed inflow, as far back as the forecast reaches ahead, continued by the dashed forecast with its band. */
export function AheadChart({ forecast: f, zone }: { forecast: InflowForecast; zone: string }) {
  const { t, language } = useText()
  const start = f.about.from!
  // One hour alone would show too little.
  const from = start - Math.max(3, f.hours) * HOUR
  const recent = useRecentInflow(from, start)
  const panes = useMemo((): Pane[] => {
    const shared = {
      axis: 'q',
      kind: 'line' as const,
      color: 'inflow',
      unit: unit('flow', language),
      decimals: DECIMALS.flow,
    }
    return [
      {
        id: 'inflow',
        title: '',
        heightShare: 1,
        axes: [{ id: 'q', side: 'left', unit: shared.unit, decimals: shared.decimals, min: 0 }],
        series: [
          ...(recent.data
            ? [{ ...shared, id: 'observed', name: t('forecast.observed'), data: fromColumn(recent.data) }]
            : []),
          {
            ...shared,
            id: 'ahead',
            name: t('forecast.ahead'),
            dashed: true,
            data: { t: Float64Array.from(f.t), v: Float64Array.from(f.v) },
            band: { lower: Float64Array.from(f.lower), upper: Float64Array.from(f.upper) },
          },
        ],
        lines: [],
        marks: [],
      },
    ]
  }, [f, recent.data, language, t])
  return (
    <TimeChart
      panes={panes}
      from={from}
      to={start + f.hours * HOUR}
      zone={zone}
      label={t('forecast.chart')}
      now={start}
      loading={recent.isPending}
      group="dashboard"
      height={240}
    />
  )
}
