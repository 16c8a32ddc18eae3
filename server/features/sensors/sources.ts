import { allInForce, type Description } from '#core/description/index.ts'
import { toLocal } from '#core/time/index.ts'
import type { Source } from '#contract/stations.ts'
import type { History } from '#server/features/history/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import { lastPairs, onWire } from './readings.ts'

/** Units of what each type of station measures. */
const TYPES_OF_UNIT: Record<string, readonly number[]> = {
  mm: [1],
  m: [2, 4, 6],
  cm: [2, 4, 6],
  ft: [2],
  'm3/s': [3, 4, 5],
  'l/s': [3, 5],
  m3: [7],
  '10^6 m3': [7],
  V: [8],
  '%': [6],
}

const typesOf = (unit: string): number[] => [...(TYPES_OF_UNIT[unit] ?? [])]

/** Each series with its unit and step, its last readings as sent, and what uses it. */
export async function sourcesOf(
  history: History,
  d: Description,
  series: readonly SeriesRow[],
  now: number,
  zone: string,
): Promise<Source[]> {
  const stations = allInForce(d.stations, now)
  const sensors = allInForce(d.sensors, now)
  const pairs = await lastPairs(
    history,
    d.hydroCode,
    series.map((s) => s.code),
    now,
  )
  return series.map((s) => {
    const { last, prev } = pairs.get(s.code)!
    const [a, b] = [onWire(last), onWire(prev)]
    return {
      series: s.code,
      name: s.name,
      unit: s.unit,
      kind: s.kind,
      step_s: s.step_s,
      source: s.source,
      last_data: a.value,
      prev_data: b.value,
      date_string: last && toLocal(last.t, zone),
      prev_date_string: prev && toLocal(prev.t, zone),
      quality: { last_data: a.quality, prev_data: b.quality },
      station_types: typesOf(s.unit),
      stations: stations
        .filter((v) => v.body.series === s.code || v.body.radarSeries === s.code)
        .map((v) => ({ station_id: v.id, name: v.body.name })),
      sensors: sensors
        .filter((v) => v.body.series === s.code)
        .map((v) => ({ sensor_id: v.id, name: v.body.name })),
    }
  })
}
