import { MINUTE } from '#core/time/units.ts'
import type { Description } from '#core/description/index.ts'
import { grade, MISSING, REJECTED, worst } from '#core/quality/index.ts'
import type { Series } from '#core/series/index.ts'
import { round, wireValue } from '#contract/fields.ts'
import type { History } from '#server/features/history/index.ts'
import { calibrationAt } from './calibration.ts'

/** One reading; v null for an explicit null. */
export interface SensorReading {
  t: number
  v: number | null
  q: number
}

/** The last two readings of a series that are not rejected. */
export interface Pair {
  last: SensorReading | null
  prev: SensorReading | null
}

/** Span read at once for the reading before the last, ms; slower series are read one by one. */
const RECENT = 45 * MINUTE

/** The last two readings of each series at or before `now`, as sent. */
export async function lastPairs(
  history: History,
  hydro: string,
  series: readonly string[],
  now: number,
): Promise<Map<string, Pair>> {
  const codes = [...new Set(series)]
  const add = await history.judged(hydro, codes, now - RECENT, now)
  const [last, recent] = await Promise.all([
    history.last(hydro, codes),
    history.read(hydro, codes, now - RECENT, now, { change: { add } }),
  ])
  const pairs = await Promise.all(
    codes.map(async (code): Promise<[string, Pair]> => {
      const newest = last.get(code)
      // A reading that the calculation rejects does not count as the last one.
      const end =
        newest && newest.t >= now - RECENT && newest.t <= now
          ? (before(recent.get(code), now + 1) ?? (await history.at(hydro, code, now - RECENT - 1)))
          : newest
      if (!end) return [code, { last: null, prev: null }]
      const prev = before(recent.get(code), end.t) ?? (await history.at(hydro, code, end.t - 1))
      return [code, { last: reading(end), prev: prev && reading(prev) }]
    }),
  )
  return new Map(pairs)
}

function before(s: Series | undefined, t: number): { t: number; v: number; q: number } | null {
  for (let i = (s?.t.length ?? 0) - 1; i >= 0; i--)
    if (s!.t[i] < t && grade(s!.q[i]) !== REJECTED) return { t: s!.t[i], v: s!.v[i], q: s!.q[i] }
  return null
}

const reading = (e: { t: number; v: number; q: number }): SensorReading => ({
  t: e.t,
  v: Number.isNaN(e.v) ? null : e.v,
  q: e.q,
})

/** A reading by the calibration in force at its instant. */
export function effectiveReadings(
  d: Description,
  series: string,
  r: SensorReading | null,
): SensorReading | null {
  if (r === null || r.v === null) return r
  const { gain, offset } = calibrationAt(d, series, r.t)
  return { ...r, v: gain * r.v + offset }
}

/** A value for a call of the specification: -1 and MISSING where there is none. */
export function onWire(r: SensorReading | null): { value: number; quality: number } {
  if (r === null || r.v === null) return { value: wireValue(null), quality: worst(r?.q ?? 0, MISSING) }
  return { value: round(r.v), quality: r.q }
}
