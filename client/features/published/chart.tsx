import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PublishedRecord } from '#contract/published.ts'
import { getHistory } from '#contract/readings.ts'
import { seriesName } from '#contract/series-names.ts'
import { DECIMALS, onScreen, unit } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { TimeChart, fromColumn, scaled, type ChartSeries } from '../../ui/chart/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { useWidth } from '../../ui/use-width.ts'
import { quantityOf } from './quantity.ts'

const HEIGHT = 360
/** Published values further apart than this many steps are a gap. */
const HOLE = 3

/** Both records over the compared span. */
export function PublishedChart({ record, from, to }: { record: PublishedRecord; from: number; to: number }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const [host, px] = useWidth()
  const codes = [record.series, record.computed]
  const columns = useRead(getHistory, px > 0 ? { body: { series: codes, from, to, px } } : null, {
    placeholderData: keepPreviousData,
  })
  const quantity = quantityOf(record.unit)
  const axis = {
    id: 'value',
    side: 'left' as const,
    unit: unit(quantity, language),
    decimals: DECIMALS[quantity],
  }
  const data = columns.data
  const panes = useMemo(() => {
    const series = [
      { code: record.series, color: 'radar', kind: quantity === 'flow' ? 'mean' : 'line', width: 2 },
      { code: record.computed, color: quantity === 'flow' ? 'inflow' : 'storage', kind: 'line', width: 1.5 },
    ] as const
    const drawn = series.flatMap(({ code, kind, ...style }): ChartSeries[] => {
      const column = data?.series[code]
      if (!column) return []
      const { unit: own } = column
      return [
        {
          ...style,
          // Thinned means are not steps.
          kind: column.raw ? kind : 'line',
          id: code,
          name: seriesName({ code, name: code }, language),
          axis: axis.id,
          unit: axis.unit,
          decimals: axis.decimals,
          data: scaled(fromColumn(column), onScreen(1, own) ?? 1),
          maxGap: column.raw && code === record.series ? HOLE * record.step * 1000 : undefined,
          thinned: !column.raw,
        },
      ]
    })
    return [{ id: 'both', title: '', heightShare: 1, axes: [axis], series: drawn, lines: [], marks: [] }]
    // The axis depends on record and language only.
  }, [data, record, language])
  return (
    <div ref={host} style={{ minHeight: HEIGHT }}>
      <Loaded query={columns} what={t('published.chart')} height={HEIGHT}>
        {() => (
          <TimeChart
            panes={panes}
            from={from}
            to={to}
            zone={zone}
            label={t('published.chart')}
            height={HEIGHT}
          />
        )}
      </Loaded>
    </div>
  )
}
