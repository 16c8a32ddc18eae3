import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { createEdits, refuseApproved } from './edits.ts'
import { serveObserveEdits } from './observe.ts'
import { serveReviews, type ReviewDeps } from './review-routes.ts'
import { serveEditCalls, type CalculationOf } from './routes.ts'

export { editLayers } from './layer-store.ts'
export { createReviews } from './pending-store.ts'
export type { CalculationOf } from './routes.ts'
export { reviewsOf } from './review-store.ts'
export { refuseApproved }
export { editEvents, openPending } from './timeline.ts'

/** Edits of readings by people, reviews of spans, and pending results of approved spans. */
export function serveEdits(
  serve: Serve,
  deps: Services & ReviewDeps & { calculationOf?: CalculationOf },
): void {
  const s: Services = deps
  const edits = createEdits(s, deps)
  serveEditCalls(serve, s, deps, edits)
  serveReviews(serve, s, deps)
  serveObserveEdits(serve, s, deps, edits)
}
