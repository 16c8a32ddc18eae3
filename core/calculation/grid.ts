import type { Description, Parameters } from '#core/description/index.ts'
import { parametersAt } from './parameters.ts'
import { gridOf, segments, type Segment } from './segments.ts'

/** A segment with its instants, which are [first, first + n) of the grid, and the parameters in force. */
export interface GridSegment extends Segment {
  first: number
  n: number
  p: Parameters
}

/** Every instant to compute, ascending. */
export interface TimeGrid {
  t: Float64Array
  segments: GridSegment[]
}

/** The instants of [from, to], each segment by its own calculation interval. */
export function gridOver(d: Description, from: number, to: number, zone: string): TimeGrid {
  let first = 0
  const times: Float64Array[] = []
  const list = segments(d, from, to + 1).map((s): GridSegment => {
    const p = parametersAt(d, s.from)
    const t = gridOf(s.from, s.to, p.interval * 1000, zone)
    times.push(t)
    first += t.length
    return { ...s, first: first - t.length, n: t.length, p }
  })
  if (times.length === 1) return { t: times[0], segments: list }
  const t = new Float64Array(first)
  list.forEach((s, k) => t.set(times[k], s.first))
  return { t, segments: list }
}
