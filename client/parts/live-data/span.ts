import { HOUR } from '#core/time/units.ts'

/** Range of a chart: fixed, or the last so many hours. */
export type ChartSpan = { from: number; to: number } | { hours: number }

/** Number of entries before a range, so that its lines start at the left edge. */
const LEAD = 2
/** Longer ranges may be thinned, where entries before them would be counted in, and their lead is under a pixel. */
const LEAD_UNTIL = 1000

/** Time that a chart reads before its range, ms. */
export function leadOf(span: ChartSpan, interval: number): number {
  const length = 'hours' in span ? span.hours * HOUR : span.to - span.from
  return length <= LEAD_UNTIL * interval ? LEAD * interval : 0
}
