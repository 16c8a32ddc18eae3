import { fromLocal } from '#core/time/index.ts'
import type { ChartView } from '#contract/views.ts'
import type { ChartSpan } from './queries.ts'

/** The span of a view as instants: fixed, or the last so many hours. */
export function chartSpanOf(span: ChartView['span'], zone: string): ChartSpan {
  if ('hours' in span) return span
  const [from, to] = [fromLocal(span.from, zone), fromLocal(span.to, zone)]
  return from !== null && to !== null && from < to ? { from, to } : { hours: 24 }
}
