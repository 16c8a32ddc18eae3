import type { Column } from '#contract/fields.ts'
import { fromColumn } from '../../ui/chart/column.ts'
import type { SeriesData } from '../../ui/chart/index.ts'

/** What the feed has brought since a chart's columns were read: by series code, in order of time. */
export type Tail = Map<string, { t: number; v: number; q: number }[]>

/** Nothing has come. */
export const NO_TAIL: Tail = new Map()

/** Columns are read again every five minutes; more than this is never between. */
const LONGEST = 2000

/** Adds a value to a tail: later ones at the end, a correction of the last instant in its place. */
export function extend(tail: Tail, code: string, t: number, v: number | null, q: number): void {
  let entries = tail.get(code)
  if (!entries) tail.set(code, (entries = []))
  const last = entries.at(-1)
  if (last && t < last.t) return
  if (last && t === last.t) entries.pop()
  entries.push({ t, v: v ?? NaN, q })
  if (entries.length > LONGEST) entries.shift()
}

/** A column with its tail, as a chart draws it. `scale` brings the series' unit to the column's. */
export function withTail(column: Column, tail: Tail, code: string, scale = 1): SeriesData {
  const data = fromColumn(column)
  const end = data.t.at(-1) ?? -Infinity
  // What was rejected since it came is no part of the line.
  const beside = new Set(data.rejected?.t)
  const more = (tail.get(code) ?? []).filter((e) => e.t >= end && !beside.has(e.t))
  if (more.length === 0) return data
  const keep = more[0].t === end ? data.t.length - 1 : data.t.length
  const n = keep + more.length
  const t = new Float64Array(n)
  const v = new Float64Array(n)
  const q = new Uint8Array(n)
  t.set(data.t.subarray(0, keep))
  v.set(data.v.subarray(0, keep))
  if (data.q) q.set(data.q.subarray(0, keep))
  more.forEach((e, i) => {
    t[keep + i] = e.t
    v[keep + i] = e.v * scale
    q[keep + i] = e.q
  })
  return { ...data, t, v, q }
}
