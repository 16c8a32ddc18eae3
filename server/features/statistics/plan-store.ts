import type pg from 'pg'
import type { PlanChange } from '#contract/output-plan.ts'
import { planKey, type PlanGrain, type PlanScopes, type PlanValues } from '#core/output/index.ts'
import { accountName, type Database, type Sql } from '#server/lib/database.ts'

/** A change with the id of its file. */
type ChangeRow = PlanChange & { file_id: string | null }

const COLUMNS = `seq, grain, act, restored, state, first_day, last_day, periods, file_id, file_name, reason, made_by,
  made_at, ${accountName('made_by')} AS made_by_name`

export function shownChange(r: ChangeRow): PlanChange {
  const { file_id: _file, ...row } = r
  return row
}

/** The changes of the plan, the newest first. */
export function planChanges(db: Database, hydro: string): Promise<ChangeRow[]> {
  return db.query<ChangeRow>(
    `SELECT ${COLUMNS} FROM output_plan_change WHERE hydro_code = $1 ORDER BY seq DESC LIMIT 200`,
    [hydro],
  )
}

export async function planChange(on: Sql, hydro: string, seq: number): Promise<ChangeRow | undefined> {
  const { rows } = await on.query<ChangeRow>(
    `SELECT ${COLUMNS} FROM output_plan_change WHERE hydro_code = $1 AND seq = $2`,
    [hydro, seq],
  )
  return rows[0]
}

/** The number of the newest change; 0: there is none. */
export async function newestChange(on: Sql, hydro: string): Promise<number> {
  const { rows } = await on.query<{ seq: number }>(
    'SELECT coalesce(max(seq), 0)::int AS seq FROM output_plan_change WHERE hydro_code = $1',
    [hydro],
  )
  return rows[0].seq
}

interface ScopeRow extends PlanValues {
  grain: PlanGrain
  scope: string
}

/** Plans in force of the scopes from..to, which are compared as texts: a year, yyyy-MM or yyyy-MM-dd. */
export async function plansBetween(
  on: Sql,
  hydro: string,
  from: string,
  to: string,
  grains: readonly PlanGrain[],
): Promise<PlanScopes> {
  const { rows } = await on.query<ScopeRow>(
    `SELECT DISTINCT ON (grain, scope) grain, scope, kwh, vnd FROM output_plan
      WHERE hydro_code = $1 AND scope >= $2 AND scope <= $3 AND grain = ANY($4)
      ORDER BY grain, scope, seq DESC`,
    [hydro, from, to, grains],
  )
  return new Map(rows.map(({ grain, scope, kwh, vnd }) => [planKey(grain, scope), { kwh, vnd }]))
}

/** What a change left of each scope that it touched; before: what was before it, null where there was nothing. */
export async function scopesOfChange(
  c: pg.PoolClient,
  hydro: string,
  seq: number,
  state: 'before' | 'after',
): Promise<(PlanValues & { scope: string; known: boolean })[]> {
  const { rows } = await c.query<PlanValues & { scope: string; known: boolean }>(
    state === 'after'
      ? 'SELECT scope, kwh, vnd, true AS known FROM output_plan WHERE hydro_code = $1 AND seq = $2'
      : `SELECT p.scope, coalesce(b.kwh, p.kwh) AS kwh, coalesce(b.vnd, p.vnd) AS vnd, b.scope IS NOT NULL AS known
           FROM output_plan p
           LEFT JOIN LATERAL (
             SELECT o.scope, o.kwh, o.vnd FROM output_plan o
              WHERE o.hydro_code = $1 AND o.grain = p.grain AND o.scope = p.scope AND o.seq < p.seq
              ORDER BY o.seq DESC LIMIT 1) b ON true
          WHERE p.hydro_code = $1 AND p.seq = $2`,
    [hydro, seq],
  )
  return rows
}

/** Writes a change with the scopes that it leaves. */
export async function putPlan(
  c: pg.PoolClient,
  hydro: string,
  change: Omit<ChangeRow, 'made_by_name'>,
  scopes: ReadonlyMap<string, PlanValues>,
): Promise<void> {
  const { seq, grain } = change
  await c.query(
    `INSERT INTO output_plan_change (hydro_code, seq, grain, act, restored, state, first_day, last_day, periods,
       file_id, file_name, reason, made_by, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      hydro,
      seq,
      grain,
      change.act,
      change.restored,
      change.state,
      change.first_day,
      change.last_day,
      change.periods,
      change.file_id,
      change.file_name,
      change.reason,
      change.made_by,
      change.made_at,
    ],
  )
  for (const [scope, { kwh, vnd }] of scopes)
    await c.query(
      'INSERT INTO output_plan (hydro_code, grain, scope, seq, kwh, vnd) VALUES ($1, $2, $3, $4, $5, $6)',
      [hydro, grain, scope, seq, kwh, vnd],
    )
}
