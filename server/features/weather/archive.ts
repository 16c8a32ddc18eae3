import { DAY } from '#core/time/units.ts'
import type { Services } from '#server/lib/services.ts'
import { instantsOf, type Issue } from './issue.ts'
import { readLatest, readPrevious } from './store.ts'

/** How far back an issue may have been received to be the present one, ms. */
export const REACH = 15 * DAY

/**
 * Forecasts as they were known at an instant: the latest issue then of each source, model and kind (forecast, ensemble).
 * model: only of that one; where the archive had none of it then, the forecast is assembled from what the provider says
 * that the model had said (assembled is true, receivedAt is the instant).
 */
export async function issuesAt(
  s: Pick<Services, 'db'>,
  hydro: string,
  { knownAt, model }: { knownAt: number; model?: string },
): Promise<(Issue & { assembled?: true })[]> {
  const found = await readLatest(s.db, hydro, { since: knownAt - REACH, until: knownAt, model })
  if (model === undefined || found.some((i) => i.kind === 'forecast')) return found
  const assembled = assemble(await readPrevious(s.db, hydro, model), knownAt)
  return assembled ? [...found, assembled] : found
}

/** The latest issue of each source, model and kind. */
export const latest = (s: Pick<Services, 'db' | 'clock'>, hydro: string) =>
  issuesAt(s, hydro, { knownAt: s.clock.now() })

/**
 * The forecast of an instant from what was said of each hour so many days before: of the hours up to one day ahead what
 * was said one day before them, and so on, so that nothing in it was said later than the instant.
 */
function assemble(previous: readonly Issue[], at: number): (Issue & { assembled: true }) | null {
  const [pattern] = previous
  if (!pattern) return null
  const t = instantsOf(pattern)
  const from = t.findIndex((x) => x > at)
  if (from < 0) return null
  const n = t.length - from
  const columns = pattern.columns.map((c) => {
    const values = new Float64Array(n).fill(NaN)
    for (const issue of previous) {
      if (issue.first !== pattern.first || issue.step !== pattern.step) continue
      const same = issue.columns.find(
        (o) => o.variable === c.variable && issue.places[o.place].id === pattern.places[c.place].id,
      )
      for (let i = 0; same && i < n; i++)
        if (Math.ceil((t[from + i] - at) / DAY) === issue.leadDays) values[i] = same.values[from + i] ?? NaN
    }
    return { ...c, values }
  })
  if (columns.every(({ values }) => values.every(Number.isNaN))) return null
  return {
    ...pattern,
    kind: 'forecast',
    leadDays: 0,
    receivedAt: at,
    first: t[from],
    n,
    columns,
    assembled: true,
  }
}
