import type { SeriesData } from '../../ui/chart/index.ts'
import { rowsInSpan, type EditSpan } from './selection.ts'

/** Replaces the entries of a span by those of another series. */
export function spliced(s: SeriesData, span: EditSpan, by: SeriesData): SeriesData {
  const all: [number, number, number][] = []
  const take = (from: SeriesData, inside: boolean) => {
    for (let i = 0; i < from.t.length; i++)
      if ((from.t[i] >= span.from && from.t[i] <= span.to) === inside)
        all.push([from.t[i], from.v[i], from.q ? from.q[i] : 0])
  }
  take(s, false)
  take(by, true)
  all.sort((a, b) => a[0] - b[0])
  return {
    t: Float64Array.from(all, (e) => e[0]),
    v: Float64Array.from(all, (e) => e[1]),
    q: Uint8Array.from(all, (e) => e[2]),
  }
}

/** Cuts a series to a span plus one entry beyond each end, so that its line connects. */
export function around(s: SeriesData, span: EditSpan): SeriesData {
  const [first, last] = rowsInSpan(s.t, span)
  const [a, b] = [Math.max(0, first - 1), Math.min(s.t.length, last + 2)]
  return { t: s.t.slice(a, b), v: s.v.slice(a, b), q: s.q?.slice(a, b) }
}
