import { accountName } from '#server/lib/database.ts'
import { isTotalCode, parametersAt, reachOf } from '#core/calculation/index.ts'
import type { ValueExplanation } from '#core/calculation/explain/index.ts'
import type { Description } from '#core/description/index.ts'
import { EDITED } from '#core/quality/index.ts'
import { timeOfStamps } from '#core/series/index.ts'
import { utcDay } from '#core/time/index.ts'
import type { DIFFERENCES, Explanation } from '#contract/explain.ts'
import { activeSavesIn } from '#server/features/calculation/index.ts'
import { arrivalsOf, instantOfSecond, type Entry, type History } from '#server/features/history/index.ts'
import type { Services } from '#server/lib/services.ts'
import { VERSION } from '#server/version.ts'
import { real } from './wire.ts'

type Stored = NonNullable<Explanation['stored']>
type Why = (typeof DIFFERENCES)[number]

/** The stored entry of a computed series at an instant, with edits applied; null: none. */
export async function entryAt(
  history: History,
  hydroCode: string,
  code: string,
  t: number,
): Promise<Entry | null> {
  const found = (await history.read(hydroCode, [code], t, t)).get(code)!
  return found.t.length === 0 ? null : { t, v: found.v[0], q: found.q[0] }
}

export async function storedOf(
  s: Services,
  hydroCode: string,
  code: string,
  entry: Entry,
  /** The active save, which later runs left in place. */
  save: string | null,
): Promise<Stored> {
  const [run, written] = await Promise.all([
    lastRun(s, hydroCode, entry.t, save),
    s.db.tx(async (c) => {
      const days = await arrivalsOf(c, hydroCode, [{ series: code, day: utcDay(entry.t) }])
      for (const arrived of days.values()) {
        const i = arrived.t.indexOf(entry.t)
        if (i >= 0) return instantOfSecond(arrived.v[i])
      }
      return null
    }),
  ])
  return { value: real(entry.v), quality: entry.q, written_at: written, run }
}

/** The last run that stored a value at an instant and was not taken back. */
async function lastRun(
  s: Services,
  hydroCode: string,
  t: number,
  save: string | null,
): Promise<Stored['run']> {
  const [row] = await s.db.query<{
    run_id: string
    kind: string
    from_t: number
    to_t: number
    started_at: number
    finished_at: number | null
    actor: string
    name: string | null
    code_version: string
  }>(
    `SELECT run_id, kind, from_t, to_t, started_at, finished_at, actor, code_version,
            ${accountName('r.actor')} AS name
       FROM run r
      WHERE hydro_code = $1 AND from_t <= $2 AND to_t >= $2 AND rolled_back_by IS NULL
        AND state IN ('done', 'running') AND run_id = coalesce($3, run_id)
      ORDER BY coalesce(finished_at, started_at) DESC, run_id DESC LIMIT 1`,
    [hydroCode, t, save],
  )
  if (!row) return null
  const { from_t: from, to_t: to, actor: by, name: by_name, ...rest } = row
  return { ...rest, from, to, by, by_name }
}

/** Whether a value computed now equals the stored one to the last digit. */
export function isSameValue(e: Pick<ValueExplanation, 'v' | 'q'>, stored: Entry | null): boolean {
  if (!stored) return false
  const both = e.v !== e.v && stored.v !== stored.v
  return (both || e.v === stored.v) && e.q === stored.q
}

/** Why the two differ. */
export async function whyOther(
  s: Services,
  d: Description,
  { t, series }: { t: number; series: string },
  stored: Entry | null,
  run: Stored['run'],
): Promise<Why> {
  const { hydroCode } = d
  const { before, after, back } = reachOf(d)
  const most = Math.max(before, after)
  const { from: time } = timeOfStamps({ from: t, to: t }, isTotalCode(series) ? 'total' : 'instant')
  const [[found], standing] = await Promise.all([
    s.db.query<{ pending: boolean; waiting: boolean }>(
      `SELECT EXISTS (SELECT FROM pending_span WHERE hydro_code = $1 AND accepted_at IS NULL AND $5 BETWEEN from_t AND to_t)
              AS pending,
            EXISTS (SELECT FROM dirty_span WHERE hydro_code = $1 AND kind = 'calc'
                       AND $2 BETWEEN from_t - $3::bigint AND to_t + $4::bigint) AS waiting`,
      [hydroCode, t, back, most, time],
    ),
    activeSavesIn(s.db.pool, hydroCode, t, t),
  ])
  if (found.pending) return 'pending'
  if (standing.length > 0) return 'saved'
  if (found.waiting) return 'waiting'
  if (stored && (stored.q & EDITED) !== 0) return 'edited'
  if (!stored) return parametersAt(d, t).operation === 'manual' ? 'manual' : 'not_stored'
  return run && run.code_version !== VERSION ? 'code' : 'unknown'
}
