import type { Description, Version } from '#core/description/index.ts'
import { DAY, offsetAt } from '#core/time/index.ts'

const MONTH = 30 * DAY

/** A span in which the same versions of everything but tables are in force, [from, to). */
export interface Segment {
  from: number
  to: number
}

/** Cuts [from, to) where a plant, position, gate, unit, station or parameter version begins or ends. */
export function segments(d: Description, from: number, to: number): Segment[] {
  return cutsOf([d.plant, d.positions, d.gates, d.units, d.stations, d.parameters], from, to)
}

/** Cuts [from, to) where one of the versions begins or ends. */
export function cutsOf(lists: readonly (readonly Version<unknown>[])[], from: number, to: number): Segment[] {
  const cuts = new Set<number>([from])
  for (const versions of lists) {
    for (const v of versions) {
      if (v.from > from && v.from < to) cuts.add(v.from)
      if (v.to !== null && v.to > from && v.to < to) cuts.add(v.to)
    }
  }
  const sorted = [...cuts].sort((a, b) => a - b)
  return sorted.map((a, i) => ({ from: a, to: sorted[i + 1] ?? to }))
}

/** Instants within [from, to) at which the local clock shows whole intervals (ms), whatever its UTC offset then. */
export function gridOf(from: number, to: number, interval: number, zone: string): Float64Array {
  // A clock change of less than an interval makes a short one; no zone changes more than a few times a year.
  const room = (to - from) / interval + (to - from) / MONTH + 2
  const t = new Float64Array(Math.max(0, Math.ceil(room)))
  let n = 0
  for (let at = onClock(from, interval, zone); at < to;) {
    t[n++] = at
    const next = at + interval
    at = offsetAt(next, zone) === offsetAt(at, zone) ? next : onClock(at + 1, interval, zone)
  }
  return t.subarray(0, n)
}

/** The first instant at or after t at which the local clock shows a whole interval. */
function onClock(t: number, interval: number, zone: string): number {
  let at = t
  for (;;) {
    const shift = offsetAt(at, zone)
    const next = Math.ceil((at + shift) / interval) * interval - shift
    if (offsetAt(next, zone) === shift) return next
    // The clock changes before that: its time after the change counts.
    at = changeBefore(at, next, zone)
  }
}

/** The first instant in (a, b] at which the offset is no longer that of a. */
function changeBefore(a: number, b: number, zone: string): number {
  const was = offsetAt(a, zone)
  while (b - a > 1) {
    const middle = Math.floor((a + b) / 2)
    if (offsetAt(middle, zone) === was) a = middle
    else b = middle
  }
  return b
}
