import { packColumn, unpackColumn } from './column.ts'
import { allocate } from './ops.ts'
import type { Series } from './types.ts'

/**
 * A span of readings (a day) as it is stored. Regular when every entry is `step` ms after the one before it; then t is
 * null. Otherwise step is 0 and t contains the ms since `first`. q is null when all are GOOD (0). t and v are columns
 * (see column.ts), whose first byte is the version of their format.
 */
export interface PackedDay {
  n: number
  /** ms, 0 when irregular; also 0 for one entry or none. */
  step: number
  /** Epoch ms of the first entry; 0 when there is none. */
  first: number
  t: Uint8Array | null
  v: Uint8Array
  q: Uint8Array | null
}

/** Packs a series, which must be sorted and unique. Its arrays may be views; the result shares nothing with them. */
export function packDay(s: Series): PackedDay {
  const n = s.t.length
  const first = n > 0 ? s.t[0] : 0
  const step = n > 1 ? s.t[1] - first : 0
  let regular = true
  for (let i = 1; i < n && regular; i++) regular = s.t[i] === first + i * step
  return {
    n,
    step: regular ? step : 0,
    first,
    t: regular ? null : packColumn(s.t.map((t) => t - first)),
    v: packColumn(s.v),
    q: s.q.every((q) => q === 0) ? null : Uint8Array.from(s.q),
  }
}

/** Unpacks a day into new arrays. The bytes may be Buffers at any offset. */
export function unpackDay(p: PackedDay): Series {
  const out = allocate(p.n)
  if (p.t) {
    unpackColumn(p.t, 0, p.n, out.t)
    for (let i = 0; i < p.n; i++) out.t[i] += p.first
  } else for (let i = 0; i < p.n; i++) out.t[i] = p.first + i * p.step
  unpackColumn(p.v, 0, p.n, out.v)
  if (p.q) {
    if (p.q.length !== p.n) throw new RangeError('Packed day: quality has another length than the values')
    out.q.set(p.q)
  }
  return out
}
