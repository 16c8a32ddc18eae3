import { HOUR } from '#core/time/units.ts'

/** What a chart asks for: a fixed range, or the last so many hours. */
export type ChartSpan = { from: number; to: number } | { hours: number }

/** Entries before a range, so that its lines come in at the left edge. */
const LEAD = 2
/** A longer range may come thinned, where entries before it would be counted in; and its lead is under a pixel. */
const LEAD_UNTIL = 1000

/** What a chart reads before the range that it shows, ms. */
export function leadOf(span: ChartSpan, interval: number): number {
  const length = 'hours' in span ? span.hours * HOUR : span.to - span.from
  return length <= LEAD_UNTIL * interval ? LEAD * interval : 0
}
