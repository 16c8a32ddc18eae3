import { MISSING } from '#core/quality/index.ts'
import { utcDay } from '#core/time/index.ts'
import type { DayKey, Sorted, WriteBatch } from '../types.ts'

/**
 * Sorts by (series, t) and keeps the later of equal keys. An upsert must not name a key twice (21000), and two writers
 * that lock rows in different orders deadlock.
 */
export function sort(batch: WriteBatch): Sorted {
  const n = batch.t.length
  const index = new Map<string, number>()
  const code = new Int32Array(n)
  let before = ''
  let at = -1
  for (let i = 0; i < n; i++) {
    const s = batch.series[i]
    if (s !== before || at < 0) {
      const known = index.get(s)
      if (known === undefined) index.set(s, (at = index.size))
      else at = known
      before = s
    }
    code[i] = at
  }
  return sortCoded(batch.hydroCode, [...index.keys()], code, batch)
}

/** As `sort`, for readings that name their series by position in `codes`. */
export function sortCoded(
  hydroCode: string,
  codes: readonly string[],
  code: Int32Array,
  { t, v, q }: { t: ArrayLike<number>; v: ArrayLike<number>; q: ArrayLike<number> },
): Sorted {
  const n = code.length
  const counts = new Int32Array(codes.length)
  for (let i = 0; i < n; i++) counts[code[i]]++
  const order = codes.map((_, i) => i).filter((i) => counts[i] > 0)
  order.sort((a, b) => (codes[a] < codes[b] ? -1 : 1))
  const next = new Int32Array(codes.length)
  let sum = 0
  for (const c of order) {
    next[c] = sum
    sum += counts[c]
  }
  const slots = new Int32Array(n)
  for (let i = 0; i < n; i++) slots[next[code[i]]++] = i

  const out: Sorted = {
    hydroCode,
    codes: order.map((i) => codes[i]),
    start: new Int32Array(order.length + 1),
    t: new Float64Array(n),
    v: new Float64Array(n),
    q: new Uint8Array(n),
  }
  let w = 0
  order.forEach((c, k) => {
    out.start[k] = w
    const slice = slots.subarray(next[c] - counts[c], next[c])
    if (!rising(slice, t)) slice.sort((a, b) => t[a] - t[b] || a - b)
    for (let i = 0; i < slice.length; i++) {
      const from = slice[i]
      if (i + 1 < slice.length && t[slice[i + 1]] === t[from]) continue
      put(out, w++, t[from], v[from], q[from])
    }
  })
  out.start[order.length] = w
  return w === n ? out : { ...out, t: out.t.slice(0, w), v: out.v.slice(0, w), q: out.q.slice(0, w) }
}

function rising(at: Int32Array, t: ArrayLike<number>): boolean {
  for (let i = 1; i < at.length; i++) if (t[at[i]] <= t[at[i - 1]]) return false
  return true
}

/** Writes an entry so that null and grade MISSING go together: either one alone would be read as a number somewhere. */
function put(out: Sorted, i: number, t: number, v: number, q: number): void {
  if (!Number.isSafeInteger(t)) throw new RangeError(`not an instant: ${t}`)
  if (v === Infinity || v === -Infinity) throw new RangeError('an infinite value is no reading')
  const missing = v !== v || (q & 7) === MISSING
  out.t[i] = t
  // No negative zero: a row would lose its sign, a packed day would not.
  out.v[i] = missing ? NaN : v === 0 ? 0 : v
  out.q[i] = missing ? q | MISSING : q
}

/** The part of a sorted batch for which `keep` is 1. */
export function filter(s: Sorted, keep: Uint8Array): Sorted {
  const codes: string[] = []
  const start = [0]
  const at: number[] = []
  for (let c = 0; c < s.codes.length; c++) {
    for (let i = s.start[c]; i < s.start[c + 1]; i++) if (keep[i]) at.push(i)
    if (at.length === start[start.length - 1]) continue
    codes.push(s.codes[c])
    start.push(at.length)
  }
  return {
    hydroCode: s.hydroCode,
    codes,
    start: Int32Array.from(start),
    t: Float64Array.from(at, (i) => s.t[i]),
    v: Float64Array.from(at, (i) => s.v[i]),
    q: Uint8Array.from(at, (i) => s.q[i]),
  }
}

/** The days that a sorted batch touches, in order, with the positions of their readings. */
export function daysOf(s: Sorted): (DayKey & { code: number; from: number; to: number })[] {
  const out: (DayKey & { code: number; from: number; to: number })[] = []
  for (let c = 0; c < s.codes.length; c++) {
    let i = s.start[c]
    while (i < s.start[c + 1]) {
      const day = utcDay(s.t[i])
      const from = i
      while (i < s.start[c + 1] && utcDay(s.t[i]) === day) i++
      out.push({ series: s.codes[c], day, code: c, from, to: i })
    }
  }
  return out
}
