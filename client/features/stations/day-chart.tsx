import { DAY, HOUR } from '#core/time/units.ts'
import { useMemo } from 'react'
import type { Column } from '#contract/fields.ts'
import type { StationData, StationRow } from '#contract/stations.ts'
import { serverNow } from '../../lib/clock.ts'
import { useOptions } from '../../lib/items.ts'
import { useZone } from '../../lib/reservoir.ts'
import type { Language } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { fromColumn, TimeChart, type Pane, type SeriesKind } from '../../ui/chart/index.ts'
import { alarmLines, decimalsOf, STATION_COLORS, unitWords } from '../../parts/devices/index.ts'

const KINDS: Record<StationData['column']['kind'], SeriesKind> = {
  instant: 'line',
  mean: 'mean',
  total: 'bars',
  step: 'step',
}
/** Gaps longer than this break the line, ms. */
const FRESH = HOUR

/** Last day of a station; its alarm levels are labelled lines, coloured only once they are reached. */
export default function DayChart({
  station: s,
  data,
  height,
}: {
  station: StationRow
  data: StationData
  height: number
}) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const now = serverNow()
  const word = useOptions().data?.station_types.find((o) => o.id === s.station_type_id)?.name ?? s.name
  const panes = useMemo((): Pane[] => {
    const unit = unitWords(data.column.unit, language)
    const decimals = decimalsOf(data.column.unit)
    const series = fromColumn(data.column)
    const alarms = (s.alarms ?? []).flatMap((value, i) => (value === null ? [] : [{ value, i }]))
    return [
      {
        id: 'station',
        title: '',
        heightShare: 1,
        axes: [{ id: 'y', side: 'left', unit, decimals, ...boundsOf(series.v, alarms, data.column.kind) }],
        series: [
          {
            id: 'station',
            name: word,
            axis: 'y',
            kind: KINDS[data.column.kind],
            color: STATION_COLORS[s.station_type_id] ?? 'text',
            unit,
            decimals,
            data: series,
            maxGap: 3 * s.every * 1000,
          },
        ],
        lines: alarmLines(alarms, s.alarm, (level) => t('stations.alarm', { level })),
        marks: data.seams.map((x) => ({ t: x.t, label: t('stations.seam'), kind: 'edit' as const })),
      },
      ...(data.discharge ? [dischargePane(data.discharge, t('stations.byRating'), language)] : []),
    ]
  }, [data, word, s.alarms, s.alarm, s.station_type_id, s.every, language, t])
  return (
    <TimeChart
      panes={panes}
      from={now - DAY}
      to={now}
      zone={zone}
      label={t('stations.dayOf', { name: s.name })}
      now={now}
      emptyText={t('stations.ofTheDay')}
      height={height}
    />
  )
}

/** Below the level: the rated discharge. */
function dischargePane(column: Column, name: string, language: Language): Pane {
  const unit = unitWords(column.unit, language)
  const decimals = decimalsOf(column.unit)
  const axis = 'q'
  const data = fromColumn(column)
  return {
    id: 'discharge',
    title: '',
    heightShare: 1,
    axes: [{ id: axis, side: 'left', unit, decimals }],
    series: [
      { id: 'discharge', name, axis, kind: 'line', color: 'inflow', unit, decimals, data, maxGap: FRESH },
    ],
    lines: [],
    marks: [],
  }
}

/** Axis that includes nearby alarm levels but is not flattened by distant ones. */
function boundsOf(
  v: Float64Array,
  alarms: readonly { value: number }[],
  kind: StationData['column']['kind'],
): { min?: number; max?: number } {
  if (kind === 'total') return { min: 0 }
  let min = Infinity
  let max = -Infinity
  for (const x of v)
    if (x === x) {
      min = Math.min(min, x)
      max = Math.max(max, x)
    }
  if (min > max || alarms.length === 0) return {}
  const span = Math.max(max - min, 0.5)
  const next = alarms.find((a) => a.value > max)
  const top = next && next.value - max <= 3 * span ? next.value : max
  return { min: min - 0.1 * span, max: top + 0.15 * span }
}
