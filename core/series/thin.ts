import { MINUTE } from '../time/units.ts'
import { GOOD, MISSING, PARTIAL, REJECTED, grade, usable, worst } from '../quality/index.ts'
import { allocate, indexAt, lowerBound } from './ops.ts'
import type { Series, SeriesKind } from './types.ts'

interface ThinOptions {
  kind: SeriesKind
  /** ms between entries beyond which the line is broken; absent: only null entries break it. */
  gapMs?: number
}

/**
 * raw: every entry of the line (runs of nulls as one). extremes: first, minimum, maximum and last of each pixel. sums:
 * increments added up over intervals of `bucketMs` that end at their stamps.
 */
interface Thinned extends Series {
  form: 'raw' | 'extremes' | 'sums'
  bucketMs: number
}

/**
 * What a chart of [from, to] that is px pixels wide needs of a series, at most about eight entries per pixel.
 *
 * instant, mean, step: each pixel keeps its first, least, greatest and last entry, in order of time, so no extreme
 * is ever lost; with no more than four entries per pixel all of them stay. A null entry, and a hole longer than
 * gapMs, comes out as one NaN entry between the kept entries around it (for a hole: gapMs after its beginning).
 * Of a step series the entry in force at `from` is kept, at its own stamp.
 *
 * total: sums instead of extremes, over (from + k w, from + (k+1) w] with a round width w of at least a pixel. A sum
 * in which an increment is null, unusable or inside a hole longer than gapMs is PARTIAL; with none left NaN, MISSING.
 *
 * REJECTED entries are not part of the line (see `rejected`): they are passed over as if they had not come. SUSPECT
 * and STALE values are drawn with their quality, but SUSPECT ones do not enter sums.
 */
export function thin(s: Series, from: number, to: number, px: number, options: ThinOptions): Thinned {
  const width = Math.max(1, Math.floor(px))
  return options.kind === 'total' ? sums(s, from, to, width, options) : extremes(s, from, to, width, options)
}

/** Rejected readings of [from, to], to show as marks: minimum and maximum of each pixel. */
export function rejected(s: Series, from: number, to: number, px: number): Series {
  const keep: number[] = []
  const b = indexAt(s, to)
  const picks = new Picks(keep)
  const scale = Math.max(1, Math.floor(px)) / Math.max(1, to - from)
  for (let i = lowerBound(s.t, from); i <= b; i++)
    if (grade(s.q[i]) === REJECTED && !Number.isNaN(s.v[i]))
      picks.add(i, s.v[i], Math.floor((s.t[i] - from) * scale))
  picks.close(false)
  return pick(s, keep)
}

/** Whether an entry is part of the line. */
function drawn(s: Series, i: number): boolean {
  const g = grade(s.q[i])
  return g !== REJECTED && g !== MISSING && !Number.isNaN(s.v[i])
}

function pick(s: Series, keep: readonly number[]): Series {
  const out = allocate(keep.length)
  keep.forEach((i, k) => {
    out.t[k] = s.t[i]
    out.v[k] = s.v[i]
    out.q[k] = s.q[i]
  })
  return out
}

/** Collects the indices kept for a pixel; entries come in order of time. */
class Picks {
  readonly keep: number[]
  bucket = NaN
  first = -1
  last = -1
  low = -1
  high = -1
  least = 0
  greatest = 0

  constructor(keep: number[]) {
    this.keep = keep
  }

  add(i: number, v: number, bucket: number): void {
    if (bucket !== this.bucket) {
      this.close()
      this.bucket = bucket
      this.first = this.low = this.high = i
      this.least = this.greatest = v
    } else if (v < this.least) {
      this.least = v
      this.low = i
    } else if (v > this.greatest) {
      this.greatest = v
      this.high = i
    }
    this.last = i
  }

  close(ends = true): void {
    if (this.first < 0) return
    const a = Math.min(this.low, this.high)
    const b = Math.max(this.low, this.high)
    const { keep, first, last } = this
    if (ends && first < a) keep.push(first)
    keep.push(a)
    if (b > a) keep.push(b)
    if (ends && last > b) keep.push(last)
    this.first = -1
  }
}

function extremes(
  s: Series,
  from: number,
  to: number,
  px: number,
  { kind, gapMs = Infinity }: ThinOptions,
): Thinned {
  let a = lowerBound(s.t, from)
  if (kind === 'step' && s.t[a] !== from) {
    let carried = a - 1
    while (carried >= 0 && grade(s.q[carried]) === REJECTED) carried--
    if (carried >= 0) a = carried
  }
  const b = indexAt(s, to)
  const bucketMs = Math.max(1, to - from) / px
  const all = b - a + 1 <= 4 * px
  const keep: number[] = []
  if (all) {
    for (let i = a; i <= b; i++) if (drawn(s, i)) keep.push(i)
  } else {
    const picks = new Picks(keep)
    for (let i = a; i <= b; i++)
      if (drawn(s, i)) {
        // The entry carried in from before the range is separate; one at its very end belongs to the last pixel.
        const bucket = Math.min(px - 1, Math.floor((s.t[i] - from) / bucketMs))
        picks.add(i, s.v[i], Math.max(-1, bucket))
      }
    picks.close()
  }
  // Second pass: the kept entries, with the breaks of the line between them.
  const room = allocate(keep.length + 1 + (all ? Math.max(0, b - a + 1) : keep.length))
  let n = 0
  const put = (t: number, v: number, q: number) => {
    room.t[n] = t
    room.v[n] = v
    room.q[n++] = q
  }
  let k = 0
  let before = -1
  let broken = NaN
  for (let i = a; i <= b; i++) {
    if (drawn(s, i)) {
      if (Number.isNaN(broken) && before >= 0 && s.t[i] - s.t[before] > gapMs) broken = s.t[before] + gapMs
      before = i
      if (i !== keep[k]) continue
      if (!Number.isNaN(broken)) put(broken, NaN, MISSING)
      broken = NaN
      put(s.t[i], s.v[i], s.q[i])
      k++
    } else if (Number.isNaN(broken) && grade(s.q[i]) !== REJECTED) {
      broken = s.t[i]
      // A gap may have begun before the null entry.
      if (before >= 0) broken = Math.min(broken, s.t[before] + gapMs)
    }
  }
  if (!Number.isNaN(broken)) put(broken, NaN, MISSING)
  return {
    t: room.t.slice(0, n),
    v: room.v.slice(0, n),
    q: room.q.slice(0, n),
    form: all ? 'raw' : 'extremes',
    bucketMs,
  }
}

const ROUND = [1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 720, 1440].map((m) => m * MINUTE)

/** The shortest round duration that is at least ms: from a table up to a day, whole days beyond. */
function roundUp(ms: number): number {
  const day = 1440 * MINUTE
  return ROUND.find((r) => r >= ms) ?? Math.ceil(ms / day) * day
}

function sums(s: Series, from: number, to: number, px: number, { gapMs = Infinity }: ThinOptions): Thinned {
  const a = indexAt(s, from) + 1
  const b = indexAt(s, to)
  const count = Math.max(0, b - a + 1)
  const exact = Math.max(1, to - from) / px
  if (count <= px) {
    const part = { t: s.t.slice(a, a + count), v: s.v.slice(a, a + count), q: s.q.slice(a, a + count) }
    for (let i = 0; i < count; i++)
      if (grade(part.q[i]) === REJECTED) {
        part.v[i] = NaN
        part.q[i] = MISSING
      }
    return { ...part, form: 'raw', bucketMs: exact }
  }
  const bucketMs = roundUp(exact)
  const buckets = Math.ceil((to - from) / bucketMs)
  const sum = new Float64Array(buckets)
  const present = new Uint32Array(buckets)
  const quality = new Uint8Array(buckets).fill(GOOD)
  const lacking = new Uint8Array(buckets)
  const at = (t: number) => Math.ceil((t - from) / bucketMs) - 1
  for (let i = a; i <= b; i++) {
    const k = at(s.t[i])
    if (Number.isNaN(s.v[i]) || !usable(s.q[i])) lacking[k] = 1
    else {
      sum[k] += s.v[i]
      present[k]++
      quality[k] = worst(quality[k], s.q[i])
    }
    if (i > a && s.t[i] - s.t[i - 1] > gapMs) lacking.fill(1, at(s.t[i - 1] + 1), k + 1)
  }
  const kept: number[] = []
  for (let k = 0; k < buckets; k++) if (present[k] > 0 || lacking[k]) kept.push(k)
  const out = allocate(kept.length)
  kept.forEach((k, i) => {
    out.t[i] = from + (k + 1) * bucketMs
    out.v[i] = present[k] > 0 ? sum[k] : NaN
    out.q[i] = present[k] === 0 ? MISSING : lacking[k] ? worst(quality[k], PARTIAL) : quality[k]
  })
  return { ...out, form: 'sums', bucketMs }
}
