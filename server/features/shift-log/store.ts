import type pg from 'pg'
import type { EntryKind, ShiftEntry, ShiftVersion } from '#contract/shift-log.ts'
import { DAY, toLocal } from '#core/time/index.ts'
import { holding } from '#server/features/timeline/index.ts'
import { accountName, type Database, type Sql } from '#server/lib/database.ts'

/** The fields of an entry; null where its kind has none. */
export type Body = Pick<
  ShiftEntry,
  'text' | 'number' | 'party' | 'phone' | 'acknowledged_at' | 'done_at' | 'operator_id' | 'shift' | 'crew'
>

/** One version of an entry; epoch ms. */
export interface ShiftRow {
  entry_id: string
  version: number
  kind: EntryKind
  t: number
  body: Body
  act: ShiftEntry['act']
  recorded_by: string
  recorded_at: number
  superseded_by: string | null
  superseded_at: number | null
  superseded_reason: string | null
}
export type NamedShiftRow = ShiftRow & { recorded_by_name: string | null; superseded_by_name: string | null }
export type NewShiftRow = Omit<ShiftRow, 'superseded_by' | 'superseded_at' | 'superseded_reason'>

const COLUMNS = `entry_id, version, kind, t, body, act, recorded_by, recorded_at, superseded_by, superseded_at,
  superseded_reason, ${accountName('recorded_by')} AS recorded_by_name, ${accountName('superseded_by')} AS superseded_by_name`

const NOTHING: Body = {
  text: null,
  number: null,
  party: null,
  phone: null,
  acknowledged_at: null,
  done_at: null,
  operator_id: null,
  shift: null,
  crew: null,
}
export const entryBodyOf = (part: Partial<Body>): Body => ({ ...NOTHING, ...part })

export function shownEntry(r: NamedShiftRow, zone: string): ShiftEntry {
  const {
    body,
    superseded_at: _a,
    superseded_by: _b,
    superseded_by_name: _c,
    superseded_reason: _d,
    ...row
  } = r
  return { ...row, ...body, date_string: toLocal(r.t, zone) }
}

export const shownVersion = (r: NamedShiftRow, zone: string): ShiftVersion => ({
  ...shownEntry(r, zone),
  superseded_at: r.superseded_at,
  superseded_by: r.superseded_by,
  superseded_by_name: r.superseded_by_name,
  superseded_reason: r.superseded_reason,
})

/** Criteria of a search: kinds, a span [from, to), part of the text. */
interface Wanted {
  kinds: readonly EntryKind[]
  from: number
  to: number
  search: string | null
}
const WHERE = `hydro_code = $1 AND superseded_at IS NULL AND kind = ANY($2) AND t >= $3 AND t < $4
  AND ${holding('$5', "body->>'text'", "body->>'number'", "body->>'party'", "body->>'phone'", "body->>'shift'", "body->>'crew'", accountName('recorded_by'))}`

/** Keys of the newest entries, and how many there are in all. */
export function readKeys(db: Database, hydro: string, w: Wanted, limit: number) {
  return db.query<{ t: number; id: string; n: number }>(
    `SELECT t, entry_id AS id, count(*) OVER ()::int AS n FROM shift_entry WHERE ${WHERE}
      ORDER BY t DESC, entry_id DESC LIMIT $6`,
    [hydro, w.kinds, w.from, w.to, w.search, limit],
  )
}

/** The versions of these entries in force. */
export function readHolding(db: Database, hydro: string, ids: readonly string[]): Promise<NamedShiftRow[]> {
  return db.query<NamedShiftRow>(
    `SELECT ${COLUMNS} FROM shift_entry WHERE hydro_code = $1 AND superseded_at IS NULL AND entry_id = ANY($2)`,
    [hydro, ids],
  )
}

/** Entries of a span, the newest first; known: those in force at that instant. */
export function readSpan(
  db: Database,
  hydro: string,
  kinds: readonly EntryKind[],
  span: { from: number; to: number },
  known: number | null,
  limit: number,
): Promise<(NamedShiftRow & { n: number })[]> {
  return db.query<NamedShiftRow & { n: number }>(
    `SELECT ${COLUMNS}, count(*) OVER ()::int AS n FROM shift_entry
      WHERE hydro_code = $1 AND kind = ANY($2) AND t >= $3 AND t < $4
        AND CASE WHEN $5::bigint IS NULL THEN superseded_at IS NULL
                 ELSE recorded_at <= $5 AND (superseded_at IS NULL OR superseded_at > $5) END
      ORDER BY t DESC, entry_id DESC LIMIT $6`,
    [hydro, kinds, span.from, span.to, known, limit],
  )
}

/** Orders received and not carried out, the oldest first. at: those received before it. */
export function readOpenOrders(db: Database, hydro: string, at: number): Promise<NamedShiftRow[]> {
  return db.query<NamedShiftRow>(
    `SELECT ${COLUMNS} FROM shift_entry
      WHERE hydro_code = $1 AND superseded_at IS NULL AND kind = 'order' AND t < $2
        AND body->>'done_at' IS NULL ORDER BY t, entry_id LIMIT 50`,
    [hydro, at],
  )
}

/** Changes of operator at or before an instant, the last first. */
export async function readDuty(on: Sql, hydro: string, at: number, limit: number): Promise<NamedShiftRow[]> {
  const { rows } = await on.query<NamedShiftRow>(
    `SELECT ${COLUMNS} FROM shift_entry
      WHERE hydro_code = $1 AND superseded_at IS NULL AND kind = 'duty' AND t <= $2 ORDER BY t DESC LIMIT $3`,
    [hydro, at, limit],
  )
  return rows
}

/** Days before an instant within which a change of operator is searched for. */
const DUTY_DAYS = 400
const MOST_DUTY = 5000

/**
 * Who leads the shift and who records at each of some instants, which rise: the operator on duty, and the first named of
 * the crew, else the operator. null: nobody is on record. known: by the entries in force at that instant.
 */
export async function dutyOver(
  db: Database,
  hydro: string,
  instants: readonly number[],
  known: number | null,
): Promise<({ leader: string; recorder: string } | null)[]> {
  if (instants.length === 0) return []
  const span = { from: instants[0] - DUTY_DAYS * DAY, to: instants[instants.length - 1] + 1 }
  const changes = await readSpan(db, hydro, ['duty'], span, known, MOST_DUTY)
  return instants.map((t) => {
    const body = changes.find((change) => change.t <= t)?.body
    if (!body?.party) return null
    const [first = ''] = (body.crew ?? '').split(/[,;]/)
    return { leader: body.party, recorder: first.trim() || body.party }
  })
}

/** The first change of operator after an instant. */
export async function readNextDuty(on: Sql, hydro: string, after: number, but: string) {
  const { rows } = await on.query<NamedShiftRow>(
    `SELECT ${COLUMNS} FROM shift_entry
      WHERE hydro_code = $1 AND superseded_at IS NULL AND kind = 'duty' AND t > $2 AND entry_id <> $3
      ORDER BY t LIMIT 1`,
    [hydro, after, but],
  )
  return rows[0] ?? null
}

/** Names of shifts, the last used first. */
export async function readShiftNames(db: Database, hydro: string): Promise<string[]> {
  const rows = await db.query<{ shift: string }>(
    `SELECT shift FROM (
       SELECT body->>'shift' AS shift, t FROM shift_entry
        WHERE hydro_code = $1 AND superseded_at IS NULL AND kind = 'duty' ORDER BY t DESC LIMIT 60) x
      WHERE shift IS NOT NULL GROUP BY shift ORDER BY max(t) DESC LIMIT 8`,
    [hydro],
  )
  return rows.map((r) => r.shift)
}

/** Every version of an entry, the newest first. */
export async function readEntryVersions(on: Sql, hydro: string, entryId: string): Promise<NamedShiftRow[]> {
  const { rows } = await on.query<NamedShiftRow>(
    `SELECT ${COLUMNS} FROM shift_entry WHERE hydro_code = $1 AND entry_id = $2 ORDER BY version DESC`,
    [hydro, entryId],
  )
  return rows
}

/** The version of an entry in force, or its last one, locked. */
export async function lockShiftEntry(
  c: pg.PoolClient,
  hydro: string,
  entryId: string,
): Promise<NamedShiftRow | null> {
  const { rows } = await c.query<NamedShiftRow>(
    `SELECT ${COLUMNS} FROM shift_entry WHERE hydro_code = $1 AND entry_id = $2
      ORDER BY version DESC LIMIT 1 FOR UPDATE`,
    [hydro, entryId],
  )
  return rows[0] ?? null
}

export async function insertShiftEntry(c: pg.PoolClient, hydro: string, r: NewShiftRow): Promise<void> {
  await c.query(
    `INSERT INTO shift_entry (hydro_code, entry_id, version, kind, t, body, act, recorded_by, recorded_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [hydro, r.entry_id, r.version, r.kind, r.t, JSON.stringify(r.body), r.act, r.recorded_by, r.recorded_at],
  )
}

/** Ends the version in force. */
export async function supersedeEntry(
  c: pg.PoolClient,
  hydro: string,
  row: Pick<ShiftRow, 'entry_id' | 'version'>,
  by: { actor: string; at: number; why: string | null },
): Promise<void> {
  await c.query(
    `UPDATE shift_entry SET superseded_by = $4, superseded_at = $5, superseded_reason = $6
      WHERE hydro_code = $1 AND entry_id = $2 AND version = $3`,
    [hydro, row.entry_id, row.version, by.actor, by.at, by.why],
  )
}

/** Locks the shift log of a reservoir until the end of the transaction. */
export async function holdLog(c: pg.PoolClient, hydro: string): Promise<void> {
  await c.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`shift log ${hydro}`])
}
