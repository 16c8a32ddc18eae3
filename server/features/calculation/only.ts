import { onlyCalculate } from '#contract/calculation.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { calculateInstant, type InstantDeps } from './instant.ts'

/** What-if: one instant as the automatic calculation would compute it. Stores nothing. */
export function serveOnly(serve: Serve, deps: Services & InstantDeps): void {
  const s: Services = deps
  serve(onlyCalculate, async ({ body, caller }) => {
    const d = await deps.plants.describe(caller.hydro)
    return (await calculateInstant(s, deps, d, body, caller)).result
  })
}
