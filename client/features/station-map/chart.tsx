import { useMemo } from 'react'
import { useText } from '../../lib/text/index.ts'
import { TimeChart, type Pane } from '../../ui/chart/index.ts'
import { alarmLines, decimalsOf, STATION_COLORS, unitWords } from '../../parts/devices/index.ts'
import { RAIN, type StationColumns, type ShownStation } from './values.ts'

/** Readings of a station over a span, with the shown instant; nearby alarm levels are lines. */
export default function StationChart({
  shown,
  data,
  from,
  to,
  at,
  zone,
  height,
}: {
  shown: ShownStation
  data: StationColumns
  from: number
  to: number
  at: number
  zone: string
  height: number
}) {
  const { t, language } = useText()
  const { station, unit: own } = shown
  const panes = useMemo((): Pane[] => {
    const unit = unitWords(own, language)
    const decimals = decimalsOf(own)
    const type = station.station_type_id
    let [min, max] = [Infinity, -Infinity]
    for (const v of data.value.v)
      if (v === v) {
        min = Math.min(min, v)
        max = Math.max(max, v)
      }
    const room = Math.max(0.5, max - min)
    const near = (station.alarms ?? []).flatMap((value, i) =>
      value !== null && value <= max + room && value >= min - room ? [{ value, i }] : [],
    )
    return [
      {
        id: 'station',
        title: '',
        heightShare: 1,
        axes: [{ id: 'y', side: 'left', unit, decimals, ...(type === RAIN ? { min: 0 } : {}) }],
        series: [
          {
            id: 'station',
            name: station.name,
            axis: 'y',
            kind: type === RAIN ? 'bars' : station.kind === 'step' ? 'step' : 'line',
            color: STATION_COLORS[type] ?? 'text',
            unit,
            decimals,
            data: data.value,
            maxGap: 3 * station.every * 1000,
          },
        ],
        lines: alarmLines(near, shown.alarm, (level) => t('stationMap.alarmShort', { level })),
        marks: [],
      },
    ]
  }, [data, station, own, shown.alarm, language, t])
  return (
    <TimeChart
      panes={panes}
      from={from}
      to={to}
      zone={zone}
      label={t('stationMap.day', { name: station.name })}
      now={at}
      emptyText={t('stationMap.noData')}
      height={height}
    />
  )
}
