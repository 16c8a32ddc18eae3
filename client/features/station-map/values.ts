import { MISSING, REJECTED, grade } from '#core/quality/index.ts'
import type { RainOver } from '#core/rain/index.ts'
import { concat, indexAt, slice, type Series } from '#core/series/index.ts'
import { HOUR, fromLocal } from '#core/time/index.ts'
import type { Column } from '#contract/fields.ts'
import type { Observed } from '#contract/observe.ts'

export const RAIN = 1
const RATED = 4
const OPENING = 6
/**
 * Number of reporting intervals after which a reading is late; openings have a slower heartbeat (as in the station
 * list).
 */
const LATE = 2
const LATE_OPENING = 3

export interface StationReading {
  t: number
  v: number
  q: number
}

/** A station as displayed, now or at the replayed instant. */
export interface ShownStation {
  station: Observed
  last: StationReading | null
  prev: StationReading | null
  unit: string
  state: 'good' | 'late' | 'none'
  alarm: 0 | 1 | 2 | 3
  /** For a rated station: the level from which its discharge is computed. */
  level: StationReading | null
  /** For a rain gauge. */
  rain: RainOver | null
}

/** Concatenates the daily columns of a station; a state repeated at the start of a day appears once. */
export function joinedDays(columns: readonly Column[]): Series {
  const parts: Series[] = []
  let end = -Infinity
  for (const c of columns) {
    const t = new Float64Array(c.t.length)
    let at = 0
    c.t.forEach((step, i) => (t[i] = at += step))
    const s = {
      t,
      v: Float64Array.from(c.v, (v) => v ?? NaN),
      q: c.q ? Uint8Array.from(c.q) : new Uint8Array(t.length),
    }
    const rest = slice(s, end + 1, Infinity)
    if (rest.t.length === 0) continue
    parts.push(rest)
    end = rest.t[rest.t.length - 1]
  }
  return concat(parts)
}

const usable = (s: Series, i: number) => !Number.isNaN(s.v[i]) && grade(s.q[i]) < REJECTED

/** The last accepted readings at or before an instant: at most two, the last one first. */
export function lastTwo(s: Series, at: number): StationReading[] {
  const out: StationReading[] = []
  for (let i = indexAt(s, at); i >= 0 && out.length < 2; i--)
    if (usable(s, i)) out.push({ t: s.t[i], v: s.v[i], q: s.q[i] })
  return out
}

function alarmOf(alarms: Observed['alarms'], v: number | null): 0 | 1 | 2 | 3 {
  let passed: 0 | 1 | 2 | 3 = 0
  if (v !== null)
    alarms?.forEach((level, i) => {
      if (level !== null && v >= level) passed = (i + 1) as 1 | 2 | 3
    })
  return passed
}

function stationStateOf(s: Observed, last: StationReading | null, at: number): ShownStation['state'] {
  if (last === null) return 'none'
  const patience = (s.station_type_id === OPENING ? LATE_OPENING : LATE) * s.every * 1000
  return at - last.t > patience ? 'late' : 'good'
}

export interface StationColumns {
  value: Series
  level: Series | null
}

/** A station as of an instant, from the loaded days. */
export function replayed(station: Observed, data: StationColumns | undefined, at: number): ShownStation {
  const [last = null, prev = null] = data ? lastTwo(data.value, at) : []
  const [level = null] = data?.level ? lastTwo(data.level, at) : []
  return {
    station,
    last,
    prev,
    unit: station.station_type_id === RATED ? 'm3/s' : station.unit,
    state: stationStateOf(station, last, at),
    alarm: alarmOf(station.alarms, last?.v ?? null),
    level,
    rain: null,
  }
}

/** A station from its present status. The wire writes -1 for missing values: only the quality tells. */
export function present(station: Observed, data: StationColumns | undefined, zone: string): ShownStation {
  const reading = (v: number, q: number, date: string | null): StationReading | null => {
    const t = date === null ? null : fromLocal(date, zone)
    return t === null || grade(q) === MISSING ? null : { t, v, q }
  }
  const last = reading(station.last_data, station.quality.last_data, station.date_string)
  const prev = reading(station.prev_data, station.quality.prev_data, station.prev_date_string)
  const { state, unit, discharge } = station
  const alarm = station.alarm as ShownStation['alarm']
  if (station.station_type_id !== RATED)
    return { station, last, prev, unit, state, alarm, level: null, rain: null }
  const flow =
    discharge === null || discharge.value === null
      ? null
      : reading(discharge.value, discharge.quality, discharge.date_string)
  const before = flow && data ? (lastTwo(data.value, flow.t - 1)[0] ?? null) : null
  return { station, last: flow, prev: before, unit: 'm3/s', state, alarm, level: last, rain: null }
}

/** Most urgent first: alarms, then silence, then by type and name. */
export function byUrgency(a: ShownStation, b: ShownStation): number {
  const urgency = ({ alarm, state }: ShownStation) =>
    alarm * 10 + (state === 'late' ? 2 : state === 'none' ? 1 : 0)
  return (
    urgency(b) - urgency(a) ||
    a.station.station_type_id - b.station.station_type_id ||
    a.station.name.localeCompare(b.station.name, 'vi', { numeric: true })
  )
}

/** Start of the rain sum that ends at an instant. */
export function sumFrom(sum: '1h' | '24h' | 'range', from: number, at: number): number {
  return sum === '1h' ? at - HOUR : sum === '24h' ? at - 24 * HOUR : from
}
