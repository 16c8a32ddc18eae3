import { packColumn, unpackColumn } from './column.ts'
import { BIN_COLUMNS, allocateBins } from './bins.ts'
import type { Bins } from './bins.ts'
import type { SeriesKind } from './types.ts'

/**
 * Version of hour bins of a month as bytes: byte 0 version, byte 1 kind, bytes 2-5 count (uint32, little-endian), bytes
 * 6-13 start of the first (float64), then columns (see column.ts). Missing hours take no room; a regular month of a
 * quiet sensor packs to a few bytes per hour.
 */
const VERSION = 1
const KINDS: SeriesKind[] = ['instant', 'mean', 'total', 'step']
const HEAD = 14
/** Most bins read: damaged bytes must not request gigabytes. */
const MOST = 100_000

/** Columns in the order of the bytes; times count from the start of their bin, starts from the first. */
function columns(b: Bins): ArrayLike<number>[] {
  const from = b.start[0] ?? 0
  const since = (t: Float64Array) => t.map((x, i) => x - b.start[i])
  return [
    b.start.map((x) => x - from),
    since(b.end),
    b.n,
    b.sum,
    b.min,
    b.max,
    since(b.tMin),
    since(b.tMax),
    b.first,
    b.last,
    b.covered,
    b.gap,
    b.q,
  ]
}

/** Packs hour bins into bytes: version, kind, count, start of the first (epoch ms), then each field as a packed column. */
export function packBins(b: Bins): Uint8Array {
  const parts = columns(b).map(packColumn)
  const out = new Uint8Array(parts.reduce((sum, p) => sum + p.length, HEAD))
  const view = new DataView(out.buffer)
  out[0] = VERSION
  out[1] = KINDS.indexOf(b.kind)
  view.setUint32(2, b.start.length, true)
  view.setFloat64(6, b.start[0] ?? 0, true)
  let at = HEAD
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

/** Unpacks bins. Throws RangeError for bytes of another version, or that are not bins. */
export function unpackBins(bytes: Uint8Array): Bins {
  if (bytes.length < HEAD || bytes[0] !== VERSION)
    throw new RangeError(`Packed bins of unknown version ${bytes[0]}`)
  const kind = KINDS[bytes[1]]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const n = view.getUint32(2, true)
  if (!kind || n > MOST) throw new RangeError('Packed bins are damaged')
  const from = view.getFloat64(6, true)
  const b = allocateBins(kind, n)
  const order = [
    b.start,
    b.end,
    b.n,
    b.sum,
    b.min,
    b.max,
    b.tMin,
    b.tMax,
    b.first,
    b.last,
    b.covered,
    b.gap,
    b.q,
  ]
  let at = HEAD
  for (const column of order) at = unpackColumn(bytes, at, n, column)
  for (let i = 0; i < n; i++) {
    b.start[i] += from
    b.end[i] += b.start[i]
    b.tMin[i] += b.start[i]
    b.tMax[i] += b.start[i]
  }
  return b
}

/** Bins of a and b merged, in order of time; where both have a bin with the same start, that of b. */
export function mergeBins(a: Bins, b: Bins): Bins {
  const rows = new Map<number, [Bins, number]>()
  for (const source of [a, b]) source.start.forEach((start, i) => rows.set(start, [source, i]))
  const list = [...rows.entries()].sort((x, y) => x[0] - y[0])
  const out = allocateBins(b.kind, list.length)
  list.forEach(([, [source, i]], k) => {
    for (const name of BIN_COLUMNS) out[name][k] = source[name][i]
  })
  return out
}
