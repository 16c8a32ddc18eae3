import type { Column } from '#contract/fields.ts'
import { fromColumn } from '../../ui/chart/column.ts'
import type { SeriesData } from '../../ui/chart/index.ts'

/** Values that the feed has brought since a chart's columns were read, by series code, ascending in time. */
export type Tail = Map<string, { t: number; v: number; q: number }[]>

/** An empty tail. */
export const NO_TAIL: Tail = new Map()

/** Maximum length: columns are read again every five minutes. */
const LONGEST = 2000

/** Adds a value to a tail: appends later ones, replaces the last for a correction of its instant. */
export function extend(tail: Tail, code: string, t: number, v: number | null, q: number): void {
  let entries = tail.get(code)
  if (!entries) tail.set(code, (entries = []))
  const last = entries.at(-1)
  if (last && t < last.t) return
  if (last && t === last.t) entries.pop()
  entries.push({ t, v: v ?? NaN, q })
  if (entries.length > LONGEST) entries.shift()
}

/** A column with its tail, for drawing. `scale` converts the series' unit to the column's. */
export function withTail(column: Column, tail: Tail, code: string, scale = 1): SeriesData {
  const data = fromColumn(column)
  const end = data.t.at(-1) ?? -Infinity
  // Values rejected after they arrived are left out.
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
