import { ESTIMATED, GOOD, MISSING, REJECTED, grade, usable, worst } from '../quality/index.ts'
import type { TimeSpan } from '../time/spans.ts'
import type { Series, SeriesKind } from './types.ts'

/** [epoch ms, value or null, quality byte]; quality defaults to GOOD, for null to MISSING. */
export type Entry = readonly [t: number, v: number | null, q?: number]

/** A value with its quality; v is NaN when there is none. */
export interface Point {
  v: number
  q: number
}

/** A series with room for n entries. */
export function allocate(n: number): Series {
  return { t: new Float64Array(n), v: new Float64Array(n), q: new Uint8Array(n) }
}

/** A series from entries in any order; of several at one instant the last one wins. */
export function fromEntries(entries: Iterable<Entry>): Series {
  const list = [...entries]
  const s = allocate(list.length)
  list.forEach(([t, v, q], i) => {
    s.t[i] = t
    s.v[i] = v ?? NaN
    s.q[i] = q ?? (v === null || Number.isNaN(v) ? MISSING : GOOD)
  })
  return sortUnique(s)
}

/** Entries of a series, as [epoch ms, value or null, quality byte]. The inverse of `fromEntries`. */
export function toEntries(s: Series): [number, number | null, number][] {
  return Array.from(s.t, (t, i) => [t, Number.isNaN(s.v[i]) ? null : s.v[i], s.q[i]])
}

/** Sorted by time, one entry per instant: the last one wins. Returns the series itself when it is so already. */
export function sortUnique(s: Series): Series {
  const n = s.t.length
  let sorted = true
  for (let i = 1; i < n && sorted; i++) sorted = s.t[i - 1] < s.t[i]
  if (sorted) return s
  // Array.prototype.sort is stable, so equal instants keep their order.
  const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => s.t[a] - s.t[b])
  const kept = order.filter((at, i) => i + 1 === n || s.t[order[i + 1]] !== s.t[at])
  const out = allocate(kept.length)
  kept.forEach((at, i) => {
    out.t[i] = s.t[at]
    out.v[i] = s.v[at]
    out.q[i] = s.q[at]
  })
  return out
}

/** Concatenates series; where they overlap or touch in time, the later in the list wins. */
export function concat(list: readonly Series[]): Series {
  const out = allocate(list.reduce((sum, s) => sum + s.t.length, 0))
  let at = 0
  for (const s of list) {
    out.t.set(s.t, at)
    out.v.set(s.v, at)
    out.q.set(s.q, at)
    at += s.t.length
  }
  return sortUnique(out)
}

/** Index of the first entry at or after t; the length when there is none. */
export function lowerBound(t: ArrayLike<number>, at: number): number {
  let low = 0
  let high = t.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (t[middle] < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the last entry at or before t; -1 when there is none. */
export function indexAt(s: Series, t: number): number {
  const i = lowerBound(s.t, t)
  return i < s.t.length && s.t[i] === t ? i : i - 1
}

/** Whether a series has an entry at exactly t. */
export function hasEntry(s: Series, t: number): boolean {
  const i = lowerBound(s.t, t)
  return i < s.t.length && s.t[i] === t
}

/** The entries with from <= t < to. A view, not a copy. */
export function slice(s: Series, from: number, to: number): Series {
  const a = lowerBound(s.t, from)
  const b = Math.max(a, lowerBound(s.t, to))
  return { t: s.t.subarray(a, b), v: s.v.subarray(a, b), q: s.q.subarray(a, b) }
}

/** The entries with from < t <= to, for entries stamped at the end of their interval. A view, not a copy. */
export function endStamped(s: Series, from: number, to: number): Series {
  const a = indexAt(s, from) + 1
  const b = Math.max(a, indexAt(s, to) + 1)
  return { t: s.t.subarray(a, b), v: s.v.subarray(a, b), q: s.q.subarray(a, b) }
}

/** Whether entries of a kind belong to the time before their stamp. */
export const isEndStamped = (kind: SeriesKind): boolean => kind === 'mean' || kind === 'total'

/**
 * The time to which stamps of a kind belong, [from, to] with both ends included, epoch ms: of means and totals the
 * millisecond before each, since they are of the time that ends there.
 */
export const timeOfStamps = (stamps: TimeSpan, kind: SeriesKind): TimeSpan => shifted(stamps, kind, -1)

/** The stamps that belong to a time, both ends included, epoch ms: the inverse of `timeOfStamps`. */
export const stampsOfTime = (time: TimeSpan, kind: SeriesKind): TimeSpan => shifted(time, kind, 1)

const shifted = ({ from, to }: TimeSpan, kind: SeriesKind, by: number): TimeSpan =>
  isEndStamped(kind) ? { from: from + by, to: to + by } : { from, to }

/** The entries of a span by their kind: (from, to] of means and totals, [from, to) of the others. A view, not a copy. */
export function entriesOf(s: Series, kind: SeriesKind, from: number, to: number): Series {
  return isEndStamped(kind) ? endStamped(s, from, to) : slice(s, from, to)
}

/** Merges two sorted, unique series; at the same instant the overlay wins. */
export function merge(base: Series, overlay: Series): Series {
  const n = base.t.length
  const m = overlay.t.length
  if (m === 0) return base
  if (n === 0) return overlay
  const out = allocate(n + m)
  let i = 0
  let j = 0
  let k = 0
  while (i < n || j < m) {
    const fromOverlay = i === n || (j < m && overlay.t[j] <= base.t[i])
    if (fromOverlay && i < n && base.t[i] === overlay.t[j]) i++
    const source = fromOverlay ? overlay : base
    const at = fromOverlay ? j++ : i++
    out.t[k] = source.t[at]
    out.v[k] = source.v[at]
    out.q[k++] = source.q[at]
  }
  return k === n + m ? out : { t: out.t.slice(0, k), v: out.v.slice(0, k), q: out.q.slice(0, k) }
}

/** Same instants, same values (NaN equals NaN), same quality. */
export function equal(a: Series, b: Series): boolean {
  const n = a.t.length
  if (b.t.length !== n) return false
  for (let i = 0; i < n; i++)
    if (a.t[i] !== b.t[i] || a.q[i] !== b.q[i] || (a.v[i] !== b.v[i] && !(isNaN(a.v[i]) && isNaN(b.v[i]))))
      return false
  return true
}

const NOTHING: Point = { v: NaN, q: MISSING }

/**
 * Value of a series at an instant. instant: linear between the nearest usable entries around t if those are at most
 * maxGap apart (ESTIMATED when unusable entries between them were skipped); an entry at t itself is taken as it is.
 * step: the last entry at or before t, if not older than maxGap. A REJECTED entry is skipped as if absent (ESTIMATED);
 * after a null entry the state is unknown. mean, total: the entry whose interval ends at or next after t, less than
 * maxGap away. maxGap: ms; Infinity trusts any distance. Returns v NaN and q MISSING when there is nothing usable.
 */
export function valueAt(
  s: Series,
  t: number,
  kind: SeriesKind,
  maxGap = Infinity,
  allowSuspect = false,
): Point {
  if (kind === 'instant') return between(s, t, maxGap, allowSuspect)
  if (kind === 'step') {
    let i = indexAt(s, t)
    let passed = GOOD
    while (i >= 0 && grade(s.q[i]) === REJECTED) {
      i--
      passed = ESTIMATED
    }
    if (i < 0 || t - s.t[i] > maxGap || !isUsable(s, i, allowSuspect)) return NOTHING
    return { v: s.v[i], q: worst(s.q[i], passed) }
  }
  const i = lowerBound(s.t, t)
  if (i === s.t.length || (s.t[i] - t >= maxGap && s.t[i] !== t) || !isUsable(s, i, allowSuspect))
    return NOTHING
  return { v: s.v[i], q: s.q[i] }
}

/** Whether entry i has a value that may be used in calculations. */
export function isUsable(s: Series, i: number, allowSuspect = false): boolean {
  return !Number.isNaN(s.v[i]) && usable(s.q[i], allowSuspect)
}

function between(s: Series, t: number, maxGap: number, allowSuspect: boolean): Point {
  let b = lowerBound(s.t, t)
  if (b < s.t.length && s.t[b] === t && isUsable(s, b, allowSuspect)) return { v: s.v[b], q: s.q[b] }
  let a = b - 1
  const gap = b - a
  while (a >= 0 && t - s.t[a] <= maxGap && !isUsable(s, a, allowSuspect)) a--
  while (b < s.t.length && s.t[b] - t <= maxGap && !isUsable(s, b, allowSuspect)) b++
  if (a < 0 || b === s.t.length || s.t[b] - s.t[a] > maxGap) return NOTHING
  if (!isUsable(s, a, allowSuspect) || !isUsable(s, b, allowSuspect)) return NOTHING
  const share = (t - s.t[a]) / (s.t[b] - s.t[a])
  const q = worst(s.q[a], s.q[b])
  return {
    v: s.v[a] + share * (s.v[b] - s.v[a]),
    q: b - a > gap ? worst(q, ESTIMATED) : q,
  }
}
