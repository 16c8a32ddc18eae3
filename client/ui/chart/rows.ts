import { indexAt, indexFrom } from './read.ts'
import type { ChartSeries, TimeRange } from './types.ts'

/** Instants at which any of some series has an entry, and which entry of each. */
interface ChartRows {
  t: Float64Array
  /** Per series the index of its entry at each instant; -1: none. */
  at: Int32Array[]
}

/** Merges the stamps of series. Nothing is carried or interpolated: an entry appears only at its own stamp. */
export function chartRowsOf(series: readonly ChartSeries[]): ChartRows {
  const stamps = series.map((s) => s.data.t)
  const most = stamps.reduce((n, t) => n + t.length, 0)
  const t = new Float64Array(most)
  const at = series.map(() => new Int32Array(most))
  const next = series.map(() => 0)
  let n = 0
  for (;;) {
    let first = Infinity
    for (let k = 0; k < stamps.length; k++)
      if (next[k] < stamps[k].length && stamps[k][next[k]] < first) first = stamps[k][next[k]]
    if (first === Infinity) break
    t[n] = first
    for (let k = 0; k < stamps.length; k++)
      at[k][n] = next[k] < stamps[k].length && stamps[k][next[k]] === first ? next[k]++ : -1
    n++
  }
  return { t: t.subarray(0, n), at: at.map((a) => a.subarray(0, n)) }
}

/** First row in a view, and one past the last. */
export function rowsIn(rows: ChartRows, view: TimeRange): [number, number] {
  const first = indexFrom(rows.t, view.from)
  return [first, Math.max(first, indexAt(rows.t, view.to) + 1)]
}

/** Groups series by shift, those of the present first, then comparison series. */
export function byShift(series: readonly ChartSeries[]): { shift: number; series: ChartSeries[] }[] {
  const groups = new Map<number, ChartSeries[]>([[0, []]])
  for (const s of series) {
    const shift = s.of === undefined ? 0 : (s.shift ?? 0)
    groups.set(shift, [...(groups.get(shift) ?? []), s])
  }
  return [...groups].map(([shift, own]) => ({ shift, series: own }))
}
