import { EDITED, ESTIMATED, FLOORED, GOOD, MISSING, grade, worst } from '../quality/index.ts'
import { allocate, lowerBound, type Series } from '../series/index.ts'
import type { EditLayer, CheckLayer, Fill, Layer } from './types.ts'
import type { TimeSpan } from '../time/spans.ts'

/** Rounding of sums of decimals: addition leaves residues beyond the last digit of a sensor. */
const DECIMALS = 1e6
const tidy = (v: number) => (Math.abs(v) < 1e9 ? Math.round(v * DECIMALS) / DECIMALS : v) + 0

const EVER: TimeSpan = { from: -Infinity, to: Infinity }

/**
 * The effective series: `series` is raw over all of `window`, `layers` are those that touch it, edits in the order
 * in which they were made. Edits apply one over the other, then the flags of checks, except where a person entered the
 * value or confirmed it as it is. Entries are within the window when those of `series` are. Without layers that touch
 * it: the series itself, not a copy.
 */
export function applyLayers(series: Series, layers: readonly Layer[], window: TimeSpan = EVER): Series {
  const applied = layers.filter((l) => l.from <= window.to && l.to >= window.from)
  if (applied.length === 0) return series
  const acts = applied.filter((l) => l.source === 'act')
  const checks = applied.filter((l) => l.source === 'check')
  const work = new Working(series)
  for (const act of acts) work.apply(act, window)
  for (const check of checks) work.flag(check)
  return work.series()
}

/** Origin of a reading: sent by a device, confirmed by a person, entered by a person. */
const SENT = 0
const CONFIRMED = 1
const ENTERED = 2

interface Entry {
  v: number
  q: number
  origin: number
}

/** A copy of a series that changes as layers are applied. */
class Working {
  private t: Float64Array
  private v: Float64Array
  private q: Uint8Array
  /** Origin of each entry. */
  private origin: Uint8Array
  private fresh = false

  constructor(s: Series) {
    this.t = s.t
    this.v = s.v
    this.q = s.q
    this.origin = new Uint8Array(s.t.length)
  }

  series(): Series {
    return { t: this.t, v: this.v, q: this.q }
  }

  apply(act: EditLayer, window: TimeSpan): void {
    const inside = { from: Math.max(act.from, window.from), to: Math.min(act.to, window.to) }
    switch (act.kind) {
      case 'delete':
        return this.put(act, [])
      case 'replace':
        if ('points' in act) {
          const list = act.points.filter(([t]) => t >= inside.from && t <= inside.to)
          return this.put(
            act,
            list.map(([t]) => t),
            list.map(([, v]) => v),
          )
        }
        this.add(instantsOf(act.fill, inside))
        return this.each(act, () => ({ v: act.value, q: EDITED | GOOD, origin: ENTERED }))
      case 'interpolate': {
        this.add(instantsOf(act.fill, inside))
        const { t0, v0, t1, v1 } = act.line
        return this.each(act, (t) => ({
          v: tidy(v0 + ((v1 - v0) * (t - t0)) / (t1 - t0)),
          q: EDITED | ESTIMATED,
          origin: ENTERED,
        }))
      }
      case 'offset':
        return this.shift(act, () => act.b)
      case 'drift': {
        const length = act.to - act.from
        return this.shift(act, (t) =>
          length === 0 ? act.b0 : act.b0 + ((act.b1 - act.b0) * (t - act.from)) / length,
        )
      }
      case 'flag':
        return this.each(act, (_, v, q) => ({
          v,
          q: v === v ? (q & FLOORED) | EDITED | act.grade : q,
          origin: act.grade === GOOD ? CONFIRMED : SENT,
        }))
    }
  }

  flag({ from, to, grade: g }: CheckLayer): void {
    this.own()
    for (let i = lowerBound(this.t, from); i < this.t.length && this.t[i] <= to; i++)
      if (this.origin[i] === SENT) this.q[i] = worst(this.q[i], g)
  }

  /** Adds to every value; a null stays null. */
  private shift(act: EditLayer, by: (t: number) => number): void {
    this.each(act, (t, v, q, origin) => ({
      ...(v === v ? { v: tidy(v + by(t)), q: grade(q) | EDITED } : { v, q }),
      origin: origin === ENTERED ? ENTERED : SENT,
    }))
  }

  private each(
    { from, to }: TimeSpan,
    next: (t: number, v: number, q: number, origin: number) => Entry,
  ): void {
    this.own()
    for (let i = lowerBound(this.t, from); i < this.t.length && this.t[i] <= to; i++) {
      const is = next(this.t[i], this.v[i], this.q[i], this.origin[i])
      this.v[i] = is.v
      this.q[i] = is.q
      this.origin[i] = is.origin
    }
  }

  /** Adds missing instants, to be filled. */
  private add(instants: readonly number[]): void {
    const missing = instants.filter((t) => this.t[lowerBound(this.t, t)] !== t)
    if (missing.length === 0) return
    const all = allocate(this.t.length + missing.length)
    const origin = new Uint8Array(all.t.length)
    for (let i = 0, k = 0, w = 0; w < all.t.length; w++) {
      const old = k === missing.length || (i < this.t.length && this.t[i] < missing[k])
      all.t[w] = old ? this.t[i] : missing[k]
      all.v[w] = old ? this.v[i] : NaN
      all.q[w] = old ? this.q[i] : MISSING
      origin[w] = old ? this.origin[i] : 0
      if (old) i++
      else k++
    }
    this.take(all, origin)
  }

  /** Replaces all entries of the span. */
  private put({ from, to }: TimeSpan, t: readonly number[], v: readonly number[] = []): void {
    const a = lowerBound(this.t, from)
    let b = a
    while (b < this.t.length && this.t[b] <= to) b++
    const all = allocate(this.t.length - (b - a) + t.length)
    const origin = new Uint8Array(all.t.length)
    const join = (
      target: Float64Array | Uint8Array,
      old: Float64Array | Uint8Array,
      put: readonly number[],
    ) => {
      target.set(old.subarray(0, a))
      target.set(put, a)
      target.set(old.subarray(b), a + put.length)
    }
    join(all.t, this.t, t)
    join(all.v, this.v, v)
    join(
      all.q,
      this.q,
      t.map(() => EDITED | GOOD),
    )
    join(
      origin,
      this.origin,
      t.map(() => ENTERED),
    )
    this.take(all, origin)
  }

  private take(s: Series, origin: Uint8Array): void {
    this.t = s.t
    this.v = s.v
    this.q = s.q
    this.origin = origin
    this.fresh = true
  }

  /** Copies the values before the first change, so that the input series stays as it is. */
  private own(): void {
    if (this.fresh) return
    this.v = this.v.slice()
    this.q = this.q.slice()
    this.fresh = true
  }
}

/** The instants that fills contain within a window, in ascending order, without duplicates. */
export function instantsOf(fill: readonly Fill[], window: TimeSpan): number[] {
  const out: number[] = []
  for (const f of [...fill].sort((a, b) => a.from - b.from)) {
    const skip = Math.max(0, Math.ceil((window.from - f.from) / f.step))
    const end = Math.min(f.to, window.to)
    for (let t = f.from + skip * f.step; t <= end; t += f.step) {
      const before = out[out.length - 1]
      if (before === undefined || t > before) out.push(t)
    }
  }
  return out
}
