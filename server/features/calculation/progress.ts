import { DAY } from '#core/time/units.ts'
import { getCalculationProgress } from '#contract/tables.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'

const dayText = (day: number | null) => (day === null ? null : new Date(day * DAY).toISOString().slice(0, 10))

/** What is marked to be computed: changes of the description mark days, and each is cleared as it is done. */
export function serveProgress(serve: Serve, s: Services): void {
  serve(getCalculationProgress, async ({ caller }) => {
    const [row] = await s.db.query<{
      days: number
      oldest: number | null
      newest: number | null
      since: number | null
    }>(
      `SELECT count(DISTINCT day) AS days, min(day) AS oldest, max(day) AS newest, min(since) AS since
         FROM mark WHERE hydro_code = $1 AND kind = 'calc'`,
      [caller.hydro],
    )
    const { days, oldest, newest, since } = row
    return { days, oldest: dayText(oldest), newest: dayText(newest), since }
  })
}
