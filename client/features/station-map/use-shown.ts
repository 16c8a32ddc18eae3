import { DAY } from '#core/time/units.ts'
import { useMemo } from 'react'
import { rainOver, type AreaMean } from '#core/rain/index.ts'
import type { Observed } from '#contract/observe.ts'
import { useText } from '../../lib/text/index.ts'
import type { LonLat, Surface } from '../../ui/map/index.ts'
import type { MapFilter } from './address.ts'
import { daysIn, type DaySpan } from './days.ts'
import { useDays, type DayData } from './queries.ts'
import { rainOf } from './surface.ts'
import { partWords } from './words.ts'
import { byUrgency, present, RAIN, replayed, sumFrom, type ShownStation } from './values.ts'

export interface View {
  /** Every station, and those of the chosen types; most urgent first. */
  all: ShownStation[]
  shown: ShownStation[]
  gauges: ShownStation[]
  surface: Surface | null
  mean: AreaMean
  days: DayData
  /** The shown instant, and whether it is now. */
  at: number
  live: boolean
}

/** State of the stations: their status, or as of an instant of the loaded days. */
export function useShown(
  status: readonly Observed[] | undefined,
  {
    span,
    at: chosen,
    filter,
    basin,
    zone,
  }: { span: DaySpan; at: number | null; filter: MapFilter; basin: readonly LonLat[] | null; zone: string },
): View {
  const live = chosen === null && span.live
  const at = Math.max(span.from, Math.min(chosen ?? span.to, span.to))
  const kinds = [...new Set((status ?? []).map((s) => s.station_type_id))].sort().join()
  const calls = useMemo(() => {
    const list = kinds === '' ? [] : kinds.split(',').map(Number)
    const days = daysIn(span, zone)
    // Sums reach back over midnight.
    const rainy = [...daysIn({ from: span.from - DAY, to: span.from }, zone), ...days]
    return list.flatMap((type) => (type === RAIN ? rainy : days).map((day) => ({ type, day })))
  }, [kinds, span, zone])
  const days = useDays(calls, zone)
  const { sum, type: types, surface: kind } = filter
  const all = useMemo(() => {
    const from = sumFrom(sum, span.from, at)
    return (status ?? [])
      .map((s): ShownStation => {
        const data = days.byStation.get(s.station_id)
        const one = live ? present(s, data, zone) : replayed(s, data, at)
        if (s.station_type_id !== RAIN || !data) return one
        return { ...one, rain: rainOver(data.value, from, at, s.every * 1000) }
      })
      .sort(byUrgency)
  }, [status, days.byStation, live, at, sum, span.from, zone])
  const gauges = useMemo(
    () =>
      all
        .filter((s) => s.station.station_type_id === RAIN)
        .sort((a, b) => (a.station.station_id < b.station.station_id ? -1 : 1)),
    [all],
  )
  const places = JSON.stringify(
    gauges.map(({ station: s }) => [s.station_id, s.longitude, s.latitude, s.thiessen_coefficient]),
  )
  const { language } = useText()
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const rain = useMemo(() => rainOf(basin, gauges, partWords), [basin, places, language])
  const surface = useMemo(() => rain.of(kind, gauges), [rain, kind, gauges])
  const mean = useMemo(() => rain.mean(kind, gauges), [rain, kind, gauges])
  const shown = useMemo(
    () => (types.length === 0 ? all : all.filter((s) => types.includes(s.station.station_type_id))),
    [all, types],
  )
  return { all, shown, gauges, surface, mean, days, at, live }
}
