import type pg from 'pg'
import { accountName, type Database } from '#server/lib/database.ts'

/** A version of an entry. Values in m or kW; epoch ms. */
export interface LogRow {
  entry_id: string
  version: number
  object_kind: 'leaf' | 'unit'
  object_id: string
  t: number
  from_value: number | null
  to_value: number
  order_no: string | null
  performed_by: string | null
  reason: string | null
  source: 'hand' | 'sensor'
  recorded_by: string
  recorded_at: number
  superseded_by: string | null
  superseded_at: number | null
  superseded_reason: string | null
}

export type NamedLogRow = LogRow & { recorded_by_name: string | null; superseded_by_name: string | null }

const FIELDS = [
  'entry_id',
  'version',
  'object_kind',
  'object_id',
  't',
  'from_value',
  'to_value',
  'order_no',
  'performed_by',
  'reason',
  'source',
  'recorded_by',
  'recorded_at',
] as const
const NAMED = `${FIELDS.join(', ')}, superseded_by, superseded_at, superseded_reason,
  ${accountName('recorded_by')} AS recorded_by_name, ${accountName('superseded_by')} AS superseded_by_name`

/** Entries in force over [from, to), in order of time; known: those in force at that instant. */
export function readEntries(
  db: Database,
  hydroCode: string,
  from: number,
  to: number,
  known: number | null = null,
): Promise<NamedLogRow[]> {
  if (known === null)
    return db.query<NamedLogRow>(
      `SELECT ${NAMED} FROM gate_log
        WHERE hydro_code = $1 AND superseded_at IS NULL AND t >= $2 AND t < $3 ORDER BY t, entry_id`,
      [hydroCode, from, to],
    )
  return db.query<NamedLogRow>(
    `SELECT ${NAMED} FROM gate_log
      WHERE hydro_code = $1 AND t >= $2 AND t < $3 AND recorded_at <= $4
        AND (superseded_at IS NULL OR superseded_at > $4)
      ORDER BY t, entry_id`,
    [hydroCode, from, to, known],
  )
}

/** Every version of an entry, the newest first. */
export function readLogVersions(db: Database, hydroCode: string, entryId: string): Promise<NamedLogRow[]> {
  return db.query<NamedLogRow>(
    `SELECT ${NAMED} FROM gate_log WHERE hydro_code = $1 AND entry_id = $2 ORDER BY version DESC`,
    [hydroCode, entryId],
  )
}

/** The last order number written. */
export async function lastOrder(db: Database, hydroCode: string): Promise<string | null> {
  const [row] = await db.query<{ order_no: string }>(
    `SELECT order_no FROM gate_log WHERE hydro_code = $1 AND superseded_at IS NULL AND order_no IS NOT NULL
      ORDER BY recorded_at DESC, t DESC LIMIT 1`,
    [hydroCode],
  )
  return row?.order_no ?? null
}

/** The version of an entry in force, or its last one, locked. */
export async function lockLogEntry(
  c: pg.PoolClient,
  hydroCode: string,
  entryId: string,
): Promise<LogRow | null> {
  const { rows } = await c.query<LogRow>(
    `SELECT ${FIELDS.join(', ')}, superseded_by, superseded_at, superseded_reason FROM gate_log
      WHERE hydro_code = $1 AND entry_id = $2 ORDER BY version DESC LIMIT 1 FOR UPDATE`,
    [hydroCode, entryId],
  )
  return rows[0] ?? null
}

/** Which of these objects have an entry at an instant, as `kind id`. */
export async function takenAt(
  c: pg.PoolClient,
  hydroCode: string,
  t: number,
  but?: string,
): Promise<Set<string>> {
  const { rows } = await c.query<{ object_kind: string; object_id: string }>(
    `SELECT object_kind, object_id FROM gate_log
      WHERE hydro_code = $1 AND t = $2 AND superseded_at IS NULL AND entry_id IS DISTINCT FROM $3`,
    [hydroCode, t, but ?? null],
  )
  return new Set(rows.map((r) => `${r.object_kind} ${r.object_id}`))
}

export type NewLogRow = Omit<LogRow, 'superseded_by' | 'superseded_at' | 'superseded_reason'>

export async function insertLogEntry(c: pg.PoolClient, hydroCode: string, row: NewLogRow): Promise<void> {
  await c.query(
    `INSERT INTO gate_log (hydro_code, ${FIELDS.join(', ')})
     VALUES ($1, ${FIELDS.map((_, i) => `$${i + 2}`).join(', ')})`,
    [hydroCode, ...FIELDS.map((f) => row[f])],
  )
}

/** Ends the version in force. */
export async function supersedeLogEntry(
  c: pg.PoolClient,
  hydroCode: string,
  row: Pick<LogRow, 'entry_id' | 'version'>,
  by: { actor: string; at: number; why: string | null },
): Promise<void> {
  await c.query(
    `UPDATE gate_log SET superseded_by = $4, superseded_at = $5, superseded_reason = $6
      WHERE hydro_code = $1 AND entry_id = $2 AND version = $3`,
    [hydroCode, row.entry_id, row.version, by.actor, by.at, by.why],
  )
}
