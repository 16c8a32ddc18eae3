import type { RunComparison } from '#core/calculation/index.ts'
import { PUBLISHED_PREFIX } from '#core/published/index.ts'
import type { RUN_KINDS, RunState } from '#contract/calculation.ts'
import { firstOfSeries } from '#server/features/history/index.ts'
import { accountName, type Database, type Sql } from '#server/lib/database.ts'

export type RunKind = (typeof RUN_KINDS)[number]

export interface RunRow {
  hydro_code: string
  run_id: string
  kind: RunKind
  state: RunState
  from_t: number
  to_t: number
  started_at: number
  finished_at: number | null
  actor: string
  address: string | null
  reason: string | null
  code_version: string
  steps: number
  total: number | null
  cursor_t: number | null
  parts: number
  entries: number
  cancelling: boolean
  given: boolean
  passed_over: boolean
  of_run: string | null
  kept: number | null
  rolled_back_by: string | null
  /** The parameters of its request. */
  detail: Record<string, unknown> | null
  result: Outcome | null
}

/** The result of a run besides its counts. */
export interface Outcome {
  /** Of a save: the response, as it was sent. */
  answer?: unknown
  /** Of a recalculation: the comparison before and after, by series. */
  told?: Record<string, RunComparison>
  standing?: number
  pending?: number
  problem?: { code: string; params: Record<string, string | number> }
}

/** A run with the names of people, and the run that took it back. */
export type ShownRun = RunRow & {
  actor_name: string | null
  back_state: RunState | null
  back_at: number | null
  back_name: string | null
  waits_for: string | null
}

const COLUMNS = [
  'hydro_code',
  'run_id',
  'kind',
  'state',
  'from_t',
  'to_t',
  'started_at',
  'finished_at',
  'actor',
  'address',
  'reason',
  'code_version',
  'steps',
  'total',
  'cursor_t',
  'parts',
  'entries',
  'cancelling',
  'given',
  'passed_over',
  'of_run',
  'kept',
  'rolled_back_by',
  'detail',
  'result',
] as const satisfies readonly (keyof RunRow)[]
const JSONS: readonly string[] = ['detail', 'result']

const written = (name: string, value: unknown) =>
  JSONS.includes(name) && value !== null && value !== undefined ? JSON.stringify(value) : (value ?? null)

/** Whether a reservoir exists: one that was left may still be in caches. */
export async function isThere(c: Sql, hydro: string): Promise<boolean> {
  return (await c.query('SELECT 1 FROM plant WHERE hydro_code = $1', [hydro])).rows.length > 0
}

type NewRun = Pick<
  RunRow,
  'hydro_code' | 'run_id' | 'kind' | 'from_t' | 'to_t' | 'started_at' | 'actor' | 'code_version'
> &
  Partial<RunRow>

export async function insertRun(c: Sql, run: NewRun): Promise<void> {
  const names = COLUMNS.filter((name) => run[name] !== undefined)
  await c.query(
    `INSERT INTO run (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    names.map((name) => written(name, run[name])),
  )
}

export async function changeRun(c: Sql, hydro: string, id: string, set: Partial<RunRow>): Promise<void> {
  const names = Object.keys(set) as (keyof RunRow)[]
  await c.query(
    `UPDATE run SET ${names.map((n, i) => `${n} = $${i + 3}`).join(', ')} WHERE hydro_code = $1 AND run_id = $2`,
    [hydro, id, ...names.map((n) => written(n, set[n]))],
  )
}

/** A run, locked until the transaction ends. */
export async function holdRun(c: Sql, hydro: string, id: string): Promise<RunRow | null> {
  const {
    rows: [row],
  } = await c.query<RunRow>(
    `SELECT ${COLUMNS.join(', ')} FROM run WHERE hydro_code = $1 AND run_id = $2 FOR UPDATE`,
    [hydro, id],
  )
  return row ?? null
}

/** The last run by a person that is not rolled back and changed anything, locked. */
export async function holdLast(c: Sql, hydro: string): Promise<RunRow | null> {
  const {
    rows: [row],
  } = await c.query<RunRow>(
    `SELECT ${COLUMNS.join(', ')} FROM run
      WHERE hydro_code = $1 AND kind IN ('save', 'recalculate') AND state IN ('done', 'cancelled')
        AND rolled_back_by IS NULL AND (entries > 0 OR (kind = 'save' AND given))
      ORDER BY run_id DESC LIMIT 1 FOR UPDATE`,
    [hydro],
  )
  return row ?? null
}

/** Earlier runs over the same span that were rolled back while later ones had changed their values, the last first. */
export async function leftBelow(c: Sql, run: RunRow): Promise<RunRow[]> {
  const { rows } = await c.query<RunRow>(
    `SELECT ${COLUMNS.map((name) => `r.${name}`).join(', ')} FROM run r
       JOIN run b ON b.hydro_code = r.hydro_code AND b.run_id = r.rolled_back_by
      WHERE r.hydro_code = $1 AND r.run_id < $2 AND r.from_t <= $4 AND r.to_t >= $3
        AND b.state = 'done' AND b.kept > 0
      ORDER BY r.run_id DESC LIMIT 50`,
    [run.hydro_code, run.run_id, run.from_t, run.to_t],
  )
  return rows
}

/** Records that values which a rollback had left were restored now. */
export async function countBack(c: Sql, hydro: string, back: string, entries: number): Promise<void> {
  await c.query(
    'UPDATE run SET entries = entries + $3, kept = greatest(0, kept - $3) WHERE hydro_code = $1 AND run_id = $2',
    [hydro, back, entries],
  )
}

/** Long runs as jobs: those of a reservoir run one after another, in their order. */
export const RUN_JOBS = {
  name: 'runs',
  table: 'run',
  id: 'run_id',
  waiting: "state IN ('queued', 'running')",
  serial: true,
}

/** Runs that wait or run, in their order. */
export async function waitingRuns(db: Sql, hydro: string): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>(
    `SELECT ${COLUMNS.join(', ')} FROM run WHERE hydro_code = $1 AND ${RUN_JOBS.waiting} ORDER BY run_id`,
    [hydro],
  )
  return rows
}

const SHOWN = `SELECT ${COLUMNS.map((c) => `r.${c}`).join(', ')}, ${accountName('r.actor')} AS actor_name,
    b.state AS back_state, coalesce(b.finished_at, b.started_at) AS back_at, ${accountName('b.actor')} AS back_name,
    CASE WHEN r.state = 'queued' THEN (SELECT max(w.run_id) FROM run w
       WHERE w.hydro_code = r.hydro_code AND w.state IN ('queued', 'running') AND w.run_id < r.run_id) END AS waits_for
  FROM run r LEFT JOIN run b ON b.hydro_code = r.hydro_code AND b.run_id = r.rolled_back_by`

export async function findShownRun(db: Sql, hydro: string, id: string): Promise<ShownRun | null> {
  const { rows } = await db.query<ShownRun>(`${SHOWN} WHERE r.hydro_code = $1 AND r.run_id = $2`, [hydro, id])
  return rows[0] ?? null
}

export function listRuns(
  db: Database,
  hydro: string,
  { all, before, limit }: { all: boolean; before: number | null; limit: number },
): Promise<ShownRun[]> {
  return db.query<ShownRun>(
    `${SHOWN} WHERE r.hydro_code = $1 AND ($2 OR r.kind IN ('save', 'recalculate', 'rollback'))
        AND ($3::bigint IS NULL OR r.started_at < $3)
      ORDER BY r.started_at DESC, r.run_id DESC LIMIT $4`,
    [hydro, all, before, limit],
  )
}

/** The last run that published anything. */
export async function lastRun(db: Database, hydro: string): Promise<ShownRun | null> {
  const [row] = await db.query<ShownRun>(
    `${SHOWN} WHERE r.hydro_code = $1 AND r.state IN ('done', 'cancelled') AND r.steps > 0
      ORDER BY r.started_at DESC, r.run_id DESC LIMIT 1`,
    [hydro],
  )
  return row ?? null
}

/** Saved instants within [from, to]: those whose last save that was not rolled back has entered values. */
export async function activeSavesIn(c: Sql, hydro: string, from: number, to: number): Promise<number[]> {
  const { rows } = await c.query<{ t: number }>(
    `SELECT t FROM (
       SELECT DISTINCT ON (to_t) to_t AS t, given FROM run
        WHERE hydro_code = $1 AND kind = 'save' AND rolled_back_by IS NULL AND to_t BETWEEN $2 AND $3
        ORDER BY to_t, run_id DESC) x
      WHERE given ORDER BY t`,
    [hydro, from, to],
  )
  return rows.map((r) => r.t)
}

/** Which of some instants of reservoirs are saved ones with entered values, as `activeSavesIn` finds them in a span. */
export async function activeSavesAt<I extends { hydroCode: string; t: number }>(
  c: Sql,
  instants: readonly I[],
): Promise<I[]> {
  const { rows } = await c.query<{ i: number }>(
    `SELECT i::integer AS i FROM (
       SELECT DISTINCT ON (r.hydro_code, w.i) r.hydro_code, w.i, r.given
         FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY w(hydro_code, t, i)
         JOIN run r ON r.hydro_code = w.hydro_code AND r.to_t = w.t
        WHERE r.kind = 'save' AND r.rolled_back_by IS NULL
        ORDER BY r.hydro_code, w.i, r.run_id DESC) x
      WHERE given`,
    [instants.map((x) => x.hydroCode), instants.map((x) => x.t)],
  )
  return rows.map(({ i }) => instants[i - 1])
}

/** The active save of an instant with its entered values; null: there is none. */
export async function activeSave(
  c: Sql,
  hydro: string,
  t: number,
): Promise<{ run_id: string; detail: Record<string, unknown> } | null> {
  const {
    rows: [row],
  } = await c.query<{ run_id: string; given: boolean; detail: Record<string, unknown> }>(
    `SELECT run_id, given, detail FROM run
      WHERE hydro_code = $1 AND kind = 'save' AND rolled_back_by IS NULL AND to_t = $2
      ORDER BY run_id DESC LIMIT 1`,
    [hydro, t],
  )
  return row?.given ? row : null
}

/** Openings, m, by gate, and powers, kW, by unit. */
export interface EnteredAt {
  openings: Map<string, number>
  powers: Map<string, number>
}

/** What was entered for the save that was active for an instant at a time; null: there was none. */
export async function enteredAt(c: Sql, hydro: string, t: number, known: number): Promise<EnteredAt | null> {
  const {
    rows: [row],
  } = await c.query<{ given: boolean; detail: EnteredValues }>(
    `SELECT r.given, r.detail FROM run r
       LEFT JOIN run back ON back.hydro_code = r.hydro_code AND back.run_id = r.rolled_back_by
      WHERE r.hydro_code = $1 AND r.kind = 'save' AND r.to_t = $2 AND r.started_at <= $3
        AND (r.rolled_back_by IS NULL OR back.started_at > $3)
      ORDER BY r.run_id DESC LIMIT 1`,
    [hydro, t, known],
  )
  if (!row?.given) return null
  return {
    openings: new Map((row.detail.openings ?? []).map((o) => [o.leaf_id, o.opening])),
    powers: new Map((row.detail.powers ?? []).map((p) => [p.unit_id, p.power])),
  }
}

interface EnteredValues {
  openings?: { leaf_id: string; opening: number }[]
  powers?: { unit_id: string; power: number }[]
}

/** Records on saves that the calculation passed over their instants. */
export async function passOver(c: Sql, hydro: string, instants: readonly number[]): Promise<void> {
  await c.query(
    `UPDATE run SET passed_over = true
      WHERE hydro_code = $1 AND kind = 'save' AND rolled_back_by IS NULL AND NOT passed_over AND to_t = ANY($2)`,
    [hydro, instants],
  )
}

/** The instant of the first reading of a plant; null: there is none. */
export async function firstReading(db: Sql, hydro: string): Promise<number | null> {
  const {
    rows: [row],
  } = await db.query<{ t: number | null }>(
    `SELECT min(${firstOfSeries('s.code')}) AS t FROM series s
      WHERE s.hydro_code = $1 AND s.source = 'ingest' AND s.code NOT LIKE '${PUBLISHED_PREFIX}%'`,
    [hydro],
  )
  return row?.t ?? null
}
