import { MINUTE } from '#core/time/units.ts'
import type { Description } from '#core/description/index.ts'
import { grade, MISSING, REJECTED, worst } from '#core/quality/index.ts'
import type { Series } from '#core/series/index.ts'
import { round, wireValue } from '#contract/fields.ts'
import type { Entry, History } from '#server/features/history/index.ts'
import { calibrationAt } from '#core/calculation/index.ts'

/** One reading; v null for an explicit null. */
interface SensorReading {
  t: number
  v: number | null
  q: number
}

/** The last two readings of a series; those that are rejected do not count while one before them is recent. */
export interface Pair {
  last: SensorReading | null
  prev: SensorReading | null
}

/** Span read at once for the reading before the last, ms; slower series are read one by one. */
const RECENT = 45 * MINUTE

/**
 * The last two readings of each series at or before `now`, as sent, with the flags by which the calculation judges them.
 * isPast: `now` is not the present.
 */
export async function lastPairs(
  history: History,
  hydro: string,
  series: readonly string[],
  now: number,
  isPast = false,
): Promise<Map<string, Pair>> {
  const codes = [...new Set(series)]
  const lastAt = (code: string, t: number) => history.at(hydro, code, t)
  const [recent, newest] = await Promise.all([
    history.readShown(hydro, codes, now - RECENT, now),
    isPast ? entriesAt(codes, (code) => lastAt(code, now)) : history.last(hydro, codes),
  ])
  const lasts = new Map<string, Entry>()
  for (const [code, e] of newest) lasts.set(code, (e.t <= now && before(recent.get(code), now + 1)) || e)
  const [ends, prevs] = await Promise.all([
    history.shown(hydro, lasts),
    entriesAt([...lasts.keys()], async (code) => {
      const end = lasts.get(code)!
      return before(recent.get(code), end.t) ?? (await lastAt(code, end.t - 1))
    }).then((found) => history.shown(hydro, found)),
  ])
  return new Map(
    codes.map((code) => [code, { last: reading(ends.get(code)), prev: reading(prevs.get(code)) }]),
  )
}

async function entriesAt(codes: readonly string[], entryOf: (code: string) => Promise<Entry | null>) {
  const found = await Promise.all(codes.map(async (code) => [code, await entryOf(code)] as const))
  return new Map(found.flatMap(([code, e]) => (e ? [[code, e] as const] : [])))
}

/** The last reading before t that is not rejected. */
function before(s: Series | undefined, t: number): Entry | null {
  for (let i = (s?.t.length ?? 0) - 1; i >= 0; i--)
    if (s!.t[i] < t && grade(s!.q[i]) !== REJECTED) return { t: s!.t[i], v: s!.v[i], q: s!.q[i] }
  return null
}

const reading = (e: Entry | undefined): SensorReading | null =>
  e ? { t: e.t, v: Number.isNaN(e.v) ? null : e.v, q: e.q } : null

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
