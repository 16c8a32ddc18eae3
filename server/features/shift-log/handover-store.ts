import type pg from 'pg'
import type { SheetState } from '#contract/handover.ts'
import { accountName, type Database } from '#server/lib/database.ts'

/** A row of `handover`, with the present names of its two accounts. */
export interface HandoverRow {
  sheet_id: string
  version: number
  from_t: number
  to_t: number
  state: SheetState
  outgoing_id: string
  incoming_id: string
  words: string | null
  created_by: string
  created_at: number
  content: string | null
  digest: string | null
  outgoing_name: string | null
  outgoing_at: number | null
  incoming_name: string | null
  incoming_at: number | null
  remark: string | null
  seal: string | null
  outgoing_now: string | null
  incoming_now: string | null
}
type NewSheet = Pick<
  HandoverRow,
  'sheet_id' | 'from_t' | 'to_t' | 'outgoing_id' | 'incoming_id' | 'words' | 'created_by' | 'created_at'
>

const COLUMNS = `sheet_id, version, from_t, to_t, state, outgoing_id, incoming_id, words, created_by, created_at, content,
  digest, outgoing_name, outgoing_at, incoming_name, incoming_at, remark, seal,
  ${accountName('outgoing_id')} AS outgoing_now, ${accountName('incoming_id')} AS incoming_now`

/** Sheets that were not discarded, the newest first. */
export function listSheets(db: Database, hydro: string, limit: number, offset: number) {
  return db.query<HandoverRow & { n: number }>(
    `SELECT ${COLUMNS.replace('content,', 'null AS content,')}, count(*) OVER ()::int AS n FROM handover
      WHERE hydro_code = $1 AND state <> 'withdrawn' ORDER BY to_t DESC, sheet_id DESC LIMIT $2 OFFSET $3`,
    [hydro, limit, offset],
  )
}

/** Sheets with at least one signature that overlap a span, the newest first. */
export function readOverlaps(
  db: Database,
  hydro: string,
  r: Pick<HandoverRow, 'sheet_id' | 'from_t' | 'to_t'>,
) {
  return db.query<HandoverRow>(
    `SELECT ${COLUMNS.replace('content,', 'null AS content,')} FROM handover
      WHERE hydro_code = $1 AND state IN ('offered', 'signed') AND sheet_id <> $2 AND from_t < $4 AND to_t > $3
      ORDER BY to_t DESC, sheet_id DESC LIMIT 10`,
    [hydro, r.sheet_id, r.from_t, r.to_t],
  )
}

export async function findSheet(db: Database, hydro: string, id: string): Promise<HandoverRow | null> {
  const [row] = await db.query<HandoverRow>(
    `SELECT ${COLUMNS} FROM handover WHERE hydro_code = $1 AND sheet_id = $2`,
    [hydro, id],
  )
  return row ?? null
}

/** A sheet, locked until the transaction ends. */
export async function lockSheet(c: pg.PoolClient, hydro: string, id: string): Promise<HandoverRow | null> {
  const { rows } = await c.query<HandoverRow>(
    `SELECT ${COLUMNS} FROM handover WHERE hydro_code = $1 AND sheet_id = $2 FOR UPDATE`,
    [hydro, id],
  )
  return rows[0] ?? null
}

/** The open sheet of an account: its own draft, or one that waits for its signature. */
export async function sheetFor(db: Database, hydro: string, account: string) {
  const [row] = await db.query<{ sheet_id: string; role: 'outgoing' | 'incoming' }>(
    `SELECT sheet_id, CASE WHEN outgoing_id = $2 THEN 'outgoing' ELSE 'incoming' END AS role FROM handover
      WHERE hydro_code = $1 AND ((outgoing_id = $2 AND state IN ('draft', 'offered'))
                              OR (incoming_id = $2 AND state = 'offered'))
      ORDER BY incoming_id = $2 DESC, to_t DESC LIMIT 1`,
    [hydro, account],
  )
  return row ?? null
}

export async function insertSheet(c: pg.PoolClient, hydro: string, r: NewSheet): Promise<void> {
  await c.query(
    `INSERT INTO handover (hydro_code, sheet_id, version, from_t, to_t, state, outgoing_id, incoming_id, words, created_by, created_at)
     VALUES ($1, $2, 1, $3, $4, 'draft', $5, $6, $7, $8, $9)`,
    [hydro, r.sheet_id, r.from_t, r.to_t, r.outgoing_id, r.incoming_id, r.words, r.created_by, r.created_at],
  )
}

/** Changes an open sheet, and increments its version. */
export async function changeSheet(
  c: pg.PoolClient,
  hydro: string,
  id: string,
  set: Partial<Omit<HandoverRow, 'sheet_id' | 'version' | 'outgoing_now' | 'incoming_now'>>,
): Promise<void> {
  const names = Object.keys(set) as (keyof typeof set)[]
  const { rowCount } = await c.query(
    `UPDATE handover SET version = version + 1, ${names.map((n, i) => `${n} = $${i + 3}`).join(', ')}
      WHERE hydro_code = $1 AND sheet_id = $2 AND state IN ('draft', 'offered')`,
    [hydro, id, ...names.map((n) => set[n])],
  )
  if (rowCount !== 1) throw new Error(`sheet ${id} is closed`)
}

/** The name of an account as sheets show it. */
export async function readName(db: Database, accountId: string | null): Promise<string> {
  const [row] = await db.query<{ name: string }>(
    `SELECT coalesce(nullif(full_name, ''), username) AS name FROM account WHERE account_id = $1`,
    [accountId],
  )
  return row.name
}
