import type { ChartView } from '#contract/views.ts'
import { accountName, type Database, type Sql } from '#server/lib/database.ts'

export interface ViewRow {
  view_id: string
  version: number
  name: string
  content: ChartView
  shared: boolean
  owner_id: string
  owner_name: string | null
  created_at: number
  updated_at: number
}

/** SQL: columns of `chart_view v`. */
const COLUMNS = `v.view_id, v.version, v.name, v.content, v.shared, v.owner_id, v.created_at, v.updated_at,
  ${accountName('v.owner_id')} AS owner_name`

/** Views that an account sees at a reservoir: its own and the shared ones, by name. */
export function listViewRows(db: Database, hydro: string, owner: string): Promise<ViewRow[]> {
  return db.query<ViewRow>(
    `SELECT ${COLUMNS} FROM chart_view v WHERE v.hydro_code = $1 AND (v.owner_id = $2 OR v.shared)
      ORDER BY lower(v.name), v.view_id`,
    [hydro, owner],
  )
}

/** A view, its row locked until the transaction ends. */
export async function lockView(c: Sql, hydro: string, id: string): Promise<ViewRow | undefined> {
  const { rows } = await c.query<ViewRow>(
    `SELECT ${COLUMNS} FROM chart_view v WHERE v.hydro_code = $1 AND v.view_id = $2 FOR UPDATE OF v`,
    [hydro, id],
  )
  return rows[0]
}

export async function countViews(c: Sql, hydro: string, owner: string): Promise<number> {
  const { rows } = await c.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM chart_view WHERE hydro_code = $1 AND owner_id = $2',
    [hydro, owner],
  )
  return rows[0].n
}

interface ViewFields {
  id: string
  name: string
  content: ChartView
  shared: boolean
}

export async function insertView(
  c: Sql,
  hydro: string,
  owner: string,
  view: ViewFields,
  now: number,
): Promise<ViewRow> {
  await c.query(
    `INSERT INTO chart_view (hydro_code, view_id, version, name, content, shared, owner_id, created_at, updated_at)
     VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $7)`,
    [hydro, view.id, view.name, JSON.stringify(view.content), view.shared, owner, now],
  )
  const { rows } = await c.query<ViewRow>(
    `SELECT ${COLUMNS} FROM chart_view v WHERE v.hydro_code = $1 AND v.view_id = $2`,
    [hydro, view.id],
  )
  return rows[0]
}

export async function replaceView(c: Sql, hydro: string, view: ViewFields, now: number): Promise<ViewRow> {
  const { rows } = await c.query<ViewRow>(
    `UPDATE chart_view v SET version = version + 1, name = $3, content = $4, shared = $5, updated_at = $6
      WHERE v.hydro_code = $1 AND v.view_id = $2 RETURNING ${COLUMNS}`,
    [hydro, view.id, view.name, JSON.stringify(view.content), view.shared, now],
  )
  return rows[0]
}

export async function deleteViewRow(c: Sql, hydro: string, id: string): Promise<void> {
  await c.query('DELETE FROM chart_view WHERE hydro_code = $1 AND view_id = $2', [hydro, id])
}
