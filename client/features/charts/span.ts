import { fromLocal } from '#core/time/index.ts'
import type { ChartView } from '#contract/views.ts'
import type { Span } from './queries.ts'

/** A span of a view in instants, or so many hours of the present. */
export function spanOf(span: ChartView['span'], zone: string): Span {
  if ('hours' in span) return span
  const [from, to] = [fromLocal(span.from, zone), fromLocal(span.to, zone)]
  return from !== null && to !== null && from < to ? { from, to } : { hours: 24 }
}
