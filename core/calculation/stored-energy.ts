import type { Description } from '#core/description/index.ts'
import type { Series } from '#core/series/index.ts'
import { MINUTE, type TimeSpan } from '#core/time/index.ts'
import { energySteps } from './energy.ts'

/** Lengths that steps of energy may have, ms. */
const LENGTHS: ReadonlySet<number> = new Set([15 * MINUTE, 30 * MINUTE])
const LONGEST = Math.max(...LENGTHS)

/**
 * Lengths of stored steps of energy (t: their ends, in order), ms; NaN where one cannot be known. A step keeps the
 * length with which it was computed, whatever is described now: in approved time until a change is accepted, elsewhere
 * until it is computed again. Every step that was computed has an entry, known or not, so one begins where the entry
 * before it is stamped. The first after a gap is as long as the one after it, else as long as `every` says of its end.
 */
export function energyLengths(t: ArrayLike<number>, every: (end: number) => number): Float64Array {
  return Float64Array.from(t, (end, i) => {
    const before = i > 0 ? end - t[i - 1] : Infinity
    if (LENGTHS.has(before)) return before
    if (before < LONGEST) return NaN
    const after = i + 1 < t.length ? t[i + 1] - end : Infinity
    return LENGTHS.has(after) ? after : every(end)
  })
}

/**
 * The steps of stored energy (kWh) that end within [from, to], epoch ms: those that are stored, at their own lengths,
 * and of the time between them the steps in force. energy: those stored entries whose step is known; it should begin
 * an hour before `from`.
 */
export function storedEnergySteps(
  d: Description,
  energy: Series,
  from: number,
  to: number,
  zone: string,
): { steps: TimeSpan[]; energy: Series } {
  const grid = energySteps(d, from, to, zone)
  const inForce = new Map(grid.map((s) => [s.to, s.to - s.from]))
  const lengths = energyLengths(energy.t, (end) => inForce.get(end) ?? NaN)
  const keep = [...energy.t.keys()].filter((i) => energy.t[i] >= from && energy.t[i] <= to && lengths[i] > 0)
  const stored = keep.map((i) => ({ from: energy.t[i] - lengths[i], to: energy.t[i] }))
  return {
    steps: [...stored, ...uncovered(grid, stored)].sort((a, b) => a.to - b.to),
    energy: {
      t: Float64Array.from(keep, (i) => energy.t[i]),
      v: Float64Array.from(keep, (i) => energy.v[i]),
      q: Uint8Array.from(keep, (i) => energy.q[i]),
    },
  }
}

/** The parts of spans that no others cover; both in order and without overlaps. */
function uncovered(spans: readonly TimeSpan[], others: readonly TimeSpan[]): TimeSpan[] {
  const out: TimeSpan[] = []
  let first = 0
  for (const { from, to } of spans) {
    while (first < others.length && others[first].to <= from) first++
    let at = from
    for (let k = first; k < others.length && others[k].from < to; k++) {
      if (others[k].from > at) out.push({ from: at, to: others[k].from })
      at = Math.max(at, others[k].to)
    }
    if (at < to) out.push({ from: at, to })
  }
  return out
}
