import { DAY } from '#core/time/units.ts'
import { getCalculationProgress } from '#contract/calculation.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { readProgress } from './store.ts'

const dayText = (day: number | null) => (day === null ? null : new Date(day * DAY).toISOString().slice(0, 10))

/** Days that wait to be computed: changes of the description mark days, and each mark is removed when it is done. */
export function serveProgress(serve: Serve, s: Services): void {
  serve(getCalculationProgress, async ({ caller }) => {
    const { days, oldest, newest, since } = await readProgress(s.db, caller.hydro)
    return { days, oldest: dayText(oldest), newest: dayText(newest), since }
  })
}
