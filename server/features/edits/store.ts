import type pg from 'pg'
import type { EditKind, EditLayer } from '#core/edits/index.ts'
import type { EditRow } from '#contract/edits.ts'
import type { Client } from '#server/features/history/index.ts'
import { accountName, type Database, type Sql } from '#server/lib/database.ts'

/** A row of `edit`, with the names of who made and undid it. */
export interface EditRecord {
  edit_id: string
  series: string
  kind: EditKind
  from_t: number
  to_t: number
  body: Record<string, unknown>
  reason: string
  seq: number
  made_at: number
  made_by: string
  made_by_name: string | null
  undone_seq: number | null
  undone_at: number | null
  undone_by: string | null
  undone_by_name: string | null
  undo_reason: string | null
}

const COLUMNS = `edit_id, series, kind, from_t, to_t, body, reason, seq, made_at, made_by, undone_seq, undone_at,
  undone_by, undo_reason, ${accountName('made_by')} AS made_by_name, ${accountName('undone_by')} AS undone_by_name`

export function shownEdit(r: EditRecord): EditRow {
  const body = r.body as {
    value?: number
    points?: unknown[]
    b?: number
    b0?: number
    b1?: number
    grade?: number
    line?: EditRow['line']
  }
  return {
    act_id: r.edit_id,
    series: r.series,
    kind: r.kind,
    from: r.from_t,
    to: r.to_t,
    value: body.value ?? null,
    points: body.points?.length ?? null,
    b: body.b ?? null,
    b0: body.b0 ?? null,
    b1: body.b1 ?? null,
    grade: body.grade ?? null,
    line: body.line ?? null,
    reason: r.reason,
    made_at: r.made_at,
    made_by: r.made_by,
    made_by_name: r.made_by_name,
    undone_at: r.undone_at,
    undone_by: r.undone_by,
    undone_by_name: r.undone_by_name,
    undo_reason: r.undo_reason,
  }
}

/**
 * The next number of a series (or of the reviews, '*'). Its row is locked until the end of the transaction, so edits of
 * one series follow each other.
 */
export async function nextNumber(c: Client, hydroCode: string, series: string): Promise<number> {
  const { rows } = await c.query<{ n: number }>(
    `INSERT INTO edit_count AS a (hydro_code, series, n) VALUES ($1, $2, 1)
     ON CONFLICT (hydro_code, series) DO UPDATE SET n = a.n + 1 RETURNING n`,
    [hydroCode, series],
  )
  return rows[0].n
}

/** Locks reviews until the end of the transaction: an edit or a calculation must not see one change. */
export async function holdReviews(c: Client, hydroCode: string): Promise<void> {
  await c.query(
    `INSERT INTO edit_count (hydro_code, series, n) VALUES ($1, '*', 0) ON CONFLICT (hydro_code, series) DO NOTHING`,
    [hydroCode],
  )
  await c.query(`SELECT 1 FROM edit_count WHERE hydro_code = $1 AND series = '*' FOR SHARE`, [hydroCode])
}

/** How many edits were made and undone in a series. */
export async function numberOf(on: Sql, hydroCode: string, series: string): Promise<number> {
  const { rows } = await on.query<{ n: number }>(
    'SELECT n FROM edit_count WHERE hydro_code = $1 AND series = $2',
    [hydroCode, series],
  )
  return rows[0]?.n ?? 0
}

/** The same edit by the same account, where it is the last one over its span and in force. */
export async function sameEdit(
  c: Client,
  hydroCode: string,
  series: string,
  layer: EditLayer,
  by: string,
): Promise<EditRecord | null> {
  const { id: _, source: __, kind, from, to, ...body } = layer
  const { rows } = await c.query<EditRecord>(
    `SELECT ${COLUMNS} FROM edit WHERE hydro_code = $1 AND series = $2 AND kind = $3 AND from_t = $4 AND to_t = $5
        AND body = $6::jsonb AND made_by = $7 AND undone_at IS NULL ORDER BY seq DESC LIMIT 1`,
    [hydroCode, series, kind, from, to, JSON.stringify(body), by],
  )
  const found = rows.at(0)
  return found && !(await isNewer(c, hydroCode, series, { from, to }, found.seq)) ? found : null
}

/** Whether an edit over the span was made or undone after a number. */
export async function isNewer(
  c: Client,
  hydroCode: string,
  series: string,
  span: { from: number; to: number },
  version: number,
): Promise<boolean> {
  const { rows } = await c.query(
    `SELECT 1 FROM edit WHERE hydro_code = $1 AND series = $2 AND to_t >= $3 AND from_t <= $4
        AND greatest(seq, coalesce(undone_seq, 0)) > $5 LIMIT 1`,
    [hydroCode, series, span.from, span.to, version],
  )
  return rows.length > 0
}

export async function insertEdit(
  c: pg.PoolClient,
  hydroCode: string,
  series: string,
  layer: EditLayer,
  made: { seq: number; at: number; by: string; reason: string },
): Promise<EditRecord> {
  const { id, source: _, kind, from, to, ...body } = layer
  await c.query(
    `INSERT INTO edit (hydro_code, edit_id, series, kind, from_t, to_t, body, reason, seq, made_at, made_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [hydroCode, id, series, kind, from, to, JSON.stringify(body), made.reason, made.seq, made.at, made.by],
  )
  return (await findEdit(c, hydroCode, id))!
}

export async function findEdit(on: Sql, hydroCode: string, id: string): Promise<EditRecord | null> {
  const text = `SELECT ${COLUMNS} FROM edit WHERE hydro_code = $1 AND edit_id = $2`
  const { rows } = await on.query<EditRecord>(text, [hydroCode, id])
  return rows[0] ?? null
}

export async function undoEdit(
  c: pg.PoolClient,
  hydroCode: string,
  id: string,
  by: { seq: number; at: number; by: string; reason: string | null },
): Promise<EditRecord> {
  await c.query(
    `UPDATE edit SET undone_seq = $3, undone_at = $4, undone_by = $5, undo_reason = $6
      WHERE hydro_code = $1 AND edit_id = $2`,
    [hydroCode, id, by.seq, by.at, by.by, by.reason],
  )
  return (await findEdit(c, hydroCode, id))!
}

/** Edits that touch a span, the newest first, undone ones included. */
export async function editsOver(
  db: Database,
  hydroCode: string,
  series: string | null,
  from: number,
  to: number,
  page?: { size: number; number: number },
): Promise<EditRecord[]> {
  return db.query<EditRecord>(
    `SELECT ${COLUMNS} FROM edit
      WHERE hydro_code = $1 AND ($2::text IS NULL OR series = $2) AND to_t >= $3 AND from_t <= $4
      ORDER BY made_at DESC, series, seq DESC ${page ? 'LIMIT $5 OFFSET $6' : ''}`,
    [hydroCode, series, from, to, ...(page ? [page.size, (page.number - 1) * page.size] : [])],
  )
}

export async function countOver(
  db: Database,
  hydroCode: string,
  series: string | null,
  from: number,
  to: number,
): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM edit
      WHERE hydro_code = $1 AND ($2::text IS NULL OR series = $2) AND to_t >= $3 AND from_t <= $4`,
    [hydroCode, series, from, to],
  )
  return row.n
}
