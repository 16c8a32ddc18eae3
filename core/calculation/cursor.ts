import { ESTIMATED, MISSING, REJECTED, STALE, grade, usable, worst } from '#core/quality/index.ts'
import { lowerBound } from '#core/series/index.ts'
import type { Input } from './inputs.ts'
import { COVERED_INTERVALS, STALE_INTERVALS } from './reach.ts'

const NO_TIMES = new Float64Array(0)
const NO_QUALITIES = new Uint8Array(0)

/** How a series is expected to report. */
interface Reporting {
  /** ms between its entries. */
  every: number
  /** false: an entry lasts until the next one, however late; true: for three intervals. */
  heartbeat: boolean
  /** ms after an entry for which it is held as an estimate, where that is longer than it speaks; absent: not at all. */
  hold?: number
  allowSuspect: boolean
}

/**
 * Walks one series forward in time: its value at an instant and its integral over an interval. Calls must have
 * non-decreasing times; nothing is allocated per call. Rejected entries are skipped. So are nulls of a series with a
 * heartbeat: the value before them is still known, and its age shows that it is stale. Without a heartbeat nothing else
 * shows it, so a null there ends what is known.
 */
export class Cursor {
  readonly kind: Input['kind']
  /** Valid entries. A NaN among them: unknown from there on. */
  readonly t: Float64Array
  readonly v: Float64Array
  readonly q: Uint8Array
  /** Age from which an entry is too old, ms. */
  readonly stale: number
  /** ms after which it is not held as an estimate any more either. */
  readonly limit: number
  /** Whether the last answer rests on an entry that no longer speaks but is held. */
  held = false
  /** Quality of the last answer. */
  quality = MISSING
  /** Whether entries apply to the time before their stamp. */
  readonly byInterval: boolean
  private readonly linear: boolean
  private readonly bridge: number
  /** Longest time before its stamp to which an entry of a mean or total applies, ms. */
  readonly cover: number
  /** Instant of the first entry, with or without a value. */
  private readonly first: number
  /** Index of the entry from which the last result of `at` came; -1: none. */
  lastUsed = -1
  private i = -1
  private j = -1

  constructor(input: Input | undefined, { every, heartbeat, hold = 0, allowSuspect }: Reporting) {
    this.kind = input?.kind ?? 'instant'
    this.byInterval = this.kind === 'mean' || this.kind === 'total'
    this.linear = this.kind === 'instant'
    this.stale = heartbeat ? STALE_INTERVALS * every : Infinity
    this.limit = Math.max(this.stale, hold)
    this.bridge = STALE_INTERVALS * every
    this.cover = COVERED_INTERVALS * every
    const series = input?.series
    const n = series ? series.t.length : 0
    this.first = series && n > 0 ? series.t[0] : Infinity
    this.t = series?.t ?? NO_TIMES
    this.v = series?.v ?? NO_TIMES
    this.q = series?.q ?? NO_QUALITIES
    if (!series) return
    let k = 0
    while (k < n && series.v[k] === series.v[k] && usable(series.q[k], allowSuspect)) k++
    if (k === n) return
    const t = Float64Array.from(series.t)
    const v = Float64Array.from(series.v)
    const q = Uint8Array.from(series.q)
    for (let i = k; i < n; i++) {
      const value = series.v[i]
      const none = value !== value
      if (none ? heartbeat || grade(series.q[i]) === REJECTED : !usable(series.q[i], allowSuspect)) continue
      t[k] = series.t[i]
      v[k] = value
      q[k++] = none ? MISSING : series.q[i]
    }
    this.t = t.subarray(0, k)
    this.v = v.subarray(0, k)
    this.q = q.subarray(0, k)
  }

  /** Whether there is any entry up to t, with or without a value. */
  hasSent(t: number): boolean {
    return this.first <= t
  }

  /** Index of the last valid entry at or before t, -1 when none. */
  seek(t: number): number {
    const times = this.t
    let i = this.i
    if (i < 0 && times.length > 8 && times[8] <= t) i = lowerBound(times, t) - 1
    while (i + 1 < times.length && times[i + 1] <= t) i++
    while (i >= 0 && times[i] > t) i--
    this.i = i
    return i
  }

  /**
   * Value at t: the entry held (step), the last sample (instant), the interval that covers t (mean, total); where that
   * one has not ended or is missing, the interval before it, ESTIMATED. One that is too old is held as an ESTIMATED value
   * for as long as the series says; then NaN with STALE, and with MISSING when nothing ever came.
   */
  at(t: number): number {
    const i = this.seek(t)
    this.held = false
    if (this.byInterval) {
      const j = i >= 0 && this.t[i] === t ? i : i + 1
      if (j < this.t.length && this.t[j] - t < this.cover) {
        this.quality = this.q[j]
        this.lastUsed = j
        return this.v[j]
      }
    }
    this.lastUsed = -1
    if (i < 0 || t - this.t[i] > this.limit) return this.none(t)
    this.lastUsed = i
    // What is not known is not held.
    this.held = t - this.t[i] > this.stale && this.v[i] === this.v[i]
    this.quality = this.byInterval || this.held ? worst(this.q[i], ESTIMATED) : this.q[i]
    return this.v[i]
  }

  /**
   * Time integral over (a, b] in value-seconds. step: held; instant: linear between samples, held over more than three
   * intervals between them; mean: each entry over the interval that ends at it, held into an interval without one
   * (ESTIMATED). So is an entry that no longer speaks but is held. NaN when any part of (a, b] is not covered.
   */
  integral(a: number, b: number): number {
    const { t } = this
    this.held = false
    // Own index: integrals may look back to where `at` has already been.
    let i = this.j
    if (i < 0 && t.length > 8 && t[8] <= a) i = lowerBound(t, a) - 1
    while (i + 1 < t.length && t[i + 1] <= a) i++
    while (i >= 0 && t[i] > a) i--
    this.j = i
    return this.byInterval ? this.intervals(i, a, b) : this.samples(i, a, b)
  }

  /** The largest of the entries behind the integral over (a, b]. To be called right after the integral. */
  most(b: number): number {
    const { t, v } = this
    let value = -Infinity
    for (let i = Math.max(0, this.j); i < t.length; i++) {
      if (t[i] >= b) {
        // The entry after b counts where it affects values before b.
        const shapes = this.byInterval
          ? t[i] - this.cover < b
          : this.linear && i > 0 && t[i] - t[i - 1] <= this.bridge
        return (shapes || t[i] === b) && v[i] > value ? v[i] : value
      }
      if (v[i] > value) value = v[i]
    }
    return value
  }

  private samples(first: number, a: number, b: number): number {
    const { t, v, q } = this
    if (first < 0) return this.none(b)
    let sum = 0
    let x = a
    let quality = 0
    for (let i = first; x < b; i++) {
      const next = i + 1 < t.length ? t[i + 1] : Infinity
      const y = Math.min(next, b)
      if (y - t[i] > this.limit) return this.none(b)
      if (y - t[i] > this.stale) this.held = true
      quality = worst(quality, q[i])
      if (!this.linear || next - t[i] > this.bridge || v[i + 1] !== v[i + 1]) sum += (v[i] * (y - x)) / 1000
      else {
        const slope = (v[i + 1] - v[i]) / (next - t[i])
        sum += ((v[i] + slope * ((x + y) / 2 - t[i])) * (y - x)) / 1000
      }
      x = y
    }
    this.quality = this.held ? worst(quality, ESTIMATED) : quality
    return sum
  }

  private intervals(last: number, a: number, b: number): number {
    const { t, v, q } = this
    let sum = 0
    let x = a
    let quality = 0
    for (let i = last + 1; x < b;) {
      const begin = i < t.length ? t[i] - this.cover : Infinity
      if (begin > x) {
        const until = Math.min(begin, b)
        if (i === 0 || until - t[i - 1] > this.limit) return this.none(b)
        if (until - t[i - 1] > this.stale) this.held = true
        sum += (v[i - 1] * (until - x)) / 1000
        quality = worst(quality, worst(q[i - 1], ESTIMATED))
        x = until
        continue
      }
      const y = Math.min(t[i], b)
      sum += (v[i] * (y - x)) / 1000
      quality = worst(quality, q[i++])
      x = y
    }
    this.quality = quality
    return sum
  }

  private none(t: number): number {
    this.held = false
    this.quality = this.first <= t ? STALE : MISSING
    return NaN
  }
}
