import { RATED, stationCode, STALE_INTERVALS } from '#core/calculation/index.ts'
import { allInForce, inForce, type Description, type Station } from '#core/description/index.ts'
import { MISSING, REJECTED, STALE, grade, worst } from '#core/quality/index.ts'
import { gaugeWeights, validWeights } from '#core/rain/index.ts'
import { toLocal } from '#core/time/index.ts'
import { round } from '#contract/fields.ts'
import type { StationRow } from '#contract/stations.ts'
import type { History } from '#server/features/history/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import { lastPairs, onWire, effectiveReadings, type Pair } from '#server/features/sensors/index.ts'

/** Reporting intervals after which a reading is late (domain rule 3.2); openings have a slower heartbeat. */
const LATE = 2
const LATE_OPENING = 3
const OPENING = 6

/** The highest alarm level that a value reaches: 0 none, 1 to 3. */
function alarmOf(alarms: Station['alarms'] | null, v: number | null): 0 | 1 | 2 | 3 {
  if (!alarms || v === null) return 0
  let passed: 0 | 1 | 2 | 3 = 0
  alarms.forEach((level, i) => {
    if (level !== null && v >= level) passed = (i + 1) as 1 | 2 | 3
  })
  return passed
}

/** Readings of series as of a past instant. */
export interface Stood {
  pairs(series: readonly string[]): Promise<Map<string, Pair>>
  last(series: readonly string[]): Promise<ReadonlyMap<string, { t: number; v: number; q: number }>>
}

/** Every station in force with its last two effective readings; as of `now`, which may be in the past. */
export async function stationRows(
  history: History,
  d: Description,
  series: ReadonlyMap<string, SeriesRow>,
  now: number,
  zone: string,
  stood?: Stood,
): Promise<StationRow[]> {
  const stations = allInForce(d.stations, now)
  const codes = stations.map((s) => s.body.series)
  const pairs = stood ? await stood.pairs(codes) : await lastPairs(history, d.hydroCode, codes, now)
  const rated = stations.filter((s) => s.body.type === RATED).map((s) => stationCode(s.id))
  const discharges = stood ? await stood.last(rated) : await history.last(d.hydroCode, rated)
  const interval = (inForce(d.parameters, now)?.body.interval ?? 300) * 1000
  const dischargeOf = (code: string): StationRow['discharge'] => {
    const at = discharges.get(code)
    if (!at) return { series: code, value: null, quality: MISSING, date_string: null }
    const known = at.v === at.v
    const old = known && now - at.t > STALE_INTERVALS * interval
    return {
      series: code,
      value: known ? round(at.v) : null,
      quality: old ? worst(at.q, STALE) : at.q,
      date_string: toLocal(at.t, zone),
    }
  }
  return stations.map(({ id, version, from, body }) => {
    const pair = pairs.get(body.series)!
    const last = effectiveReadings(d, body.series, pair.last)
    const prev = effectiveReadings(d, body.series, pair.prev)
    const [a, b] = [onWire(last), onWire(prev)]
    const row = series.get(body.series)
    const patience = (body.type === OPENING ? LATE_OPENING : LATE) * body.every * 1000
    return {
      hydro_code: d.hydroCode,
      station_id: id,
      station_code: body.code,
      name: body.name,
      province: body.province,
      latitude: body.latitude,
      longitude: body.longitude,
      address: body.address,
      station_type_id: body.type,
      sensor_port: body.sensorPort,
      basin: body.basin,
      thiessen_coefficient: body.thiessen ?? null,
      series: body.series,
      radar_series: body.radarSeries ?? null,
      every: body.every,
      alarms: body.alarms ? [...body.alarms] : null,
      unit: row?.unit ?? '',
      kind: row?.kind ?? 'instant',
      last_data: a.value,
      prev_data: b.value,
      date_string: last && toLocal(last.t, zone),
      prev_date_string: prev && toLocal(prev.t, zone),
      quality: { last_data: a.quality, prev_data: b.quality },
      state: last === null ? 'none' : now - last.t > patience ? 'late' : 'good',
      alarm: last && grade(last.q) !== REJECTED ? alarmOf(body.alarms, last.v) : 0,
      discharge: body.type === RATED ? dischargeOf(stationCode(id)) : null,
      from: Number.isFinite(from) ? from : null,
      effective_start: Number.isFinite(from) ? toLocal(from, zone) : null,
      version,
    }
  })
}

/** Sum of the weights of the rain stations in force, and whether it is 1 within 0.01; null without any. */
export function thiessenSum(d: Description, now: number): { sum: number | null; sums_up: boolean } {
  const gauges = allInForce(d.stations, now).filter((s) => s.body.type === 1)
  if (gauges.length === 0) return { sum: null, sums_up: true }
  const { used } = gaugeWeights(
    gauges.map((g) => g.body),
    inForce(d.plant, now)?.body.basin,
  )
  return { sum: round(used.reduce((a, b) => a + b, 0)), sums_up: validWeights(used) }
}
