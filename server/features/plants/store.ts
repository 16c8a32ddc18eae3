import type pg from 'pg'
import type { Description, Version } from '#core/description/index.ts'
import { accountName, type Database, type Sql } from '#server/lib/database.ts'

const NOUNS = [
  'plant',
  'position',
  'gate',
  'unit',
  'station',
  'sensor',
  'table',
  'parameters',
  'settings',
  'check',
  'calendar',
  'tariff',
  'deduction',
] as const
export type Noun = (typeof NOUNS)[number]

export interface VersionRow {
  noun: Noun
  item_id: string
  version_id: string
  effective_from: number | null
  effective_to: number | null
  recorded_at: number
  recorded_by: string
  reason: string | null
  superseded_at: number | null
  body: unknown
}

const COLUMNS =
  'noun, item_id, version_id, effective_from, effective_to, recorded_at, recorded_by, reason, superseded_at, body'

/**
 * Items in the order in which they were added: a change of one must not move it behind the others, since sums of
 * floating point numbers, and pages, are in this order.
 */
const ORDER = `noun, (SELECT min(version_id) FROM description f
    WHERE f.hydro_code = d.hydro_code AND f.noun = d.noun AND f.item_id = d.item_id), recorded_at, version_id`

/** Versions as known at knownAt (null: now). */
export async function readVersions(
  db: Sql,
  hydroCode: string,
  knownAt: number | null,
): Promise<VersionRow[]> {
  const { rows } =
    knownAt === null
      ? await db.query<VersionRow>(
          `SELECT ${COLUMNS} FROM description d WHERE hydro_code = $1 AND superseded_at IS NULL
         ORDER BY ${ORDER}`,
          [hydroCode],
        )
      : await db.query<VersionRow>(
          `SELECT ${COLUMNS} FROM description d
         WHERE hydro_code = $1 AND recorded_at <= $2 AND (superseded_at IS NULL OR superseded_at > $2)
         ORDER BY ${ORDER}`,
          [hydroCode, knownAt],
        )
  return rows
}

/** A version with the names of who recorded and who replaced it; null for tokens and commands. */
export type NamedVersionRow = VersionRow & {
  recorded_by_name: string | null
  superseded_by_name: string | null
  superseded_reason: string | null
}

/** The audit record of the replacement of a version, which has the same instant. */
const act = (what: string) =>
  `(SELECT ${what} FROM audit u WHERE u.item = d.item_id AND u.at = d.superseded_at
      AND u.noun = d.noun AND u.hydro_code = d.hydro_code LIMIT 1)`

const NAMED = `${COLUMNS.replaceAll(/(\w+)/g, 'd.$1')}, ${accountName('d.recorded_by')} AS recorded_by_name,
  ${act(accountName('u.actor'))} AS superseded_by_name, ${act('u.reason')} AS superseded_reason`

/** Versions of every item of a noun as known at knownAt (null: now). */
export function readItems(db: Database, hydroCode: string, noun: Noun, knownAt: number | null) {
  return db.query<NamedVersionRow>(
    `SELECT ${NAMED} FROM description d
      WHERE d.hydro_code = $1 AND d.noun = $2
        AND CASE WHEN $3::bigint IS NULL THEN d.superseded_at IS NULL
                 ELSE d.recorded_at <= $3 AND (d.superseded_at IS NULL OR d.superseded_at > $3) END
      ORDER BY d.item_id, d.effective_from NULLS FIRST`,
    [hydroCode, noun, knownAt],
  )
}

/** Every version that an item ever had, the newest record first. */
export function readItem(db: Database, hydroCode: string, noun: Noun, itemId: string) {
  return db.query<NamedVersionRow>(
    `SELECT ${NAMED} FROM description d
      WHERE d.hydro_code = $1 AND d.noun = $2 AND d.item_id = $3
      ORDER BY d.recorded_at DESC, d.effective_from DESC NULLS LAST, d.version_id DESC`,
    [hydroCode, noun, itemId],
  )
}

/** Whether an item has a version in force at any time. */
export async function isHeld(
  c: pg.PoolClient,
  hydroCode: string,
  noun: Noun,
  itemId: string,
): Promise<boolean> {
  const { rowCount } = await c.query(
    `SELECT 1 FROM description
      WHERE hydro_code = $1 AND noun = $2 AND item_id = $3 AND superseded_at IS NULL LIMIT 1`,
    [hydroCode, noun, itemId],
  )
  return rowCount! > 0
}

/** Locks the description of a plant until the transaction ends. */
export async function lockPlant(c: pg.PoolClient, hydroCode: string): Promise<void> {
  await c.query('SELECT hydro_code FROM plant WHERE hydro_code = $1 FOR UPDATE', [hydroCode])
}

/** Locks the current versions of one item and returns them, so that two changes of it follow each other. */
export async function lockItem(c: pg.PoolClient, hydroCode: string, noun: Noun, itemId: string) {
  await lockPlant(c, hydroCode)
  const { rows } = await c.query<VersionRow>(
    `SELECT ${COLUMNS} FROM description
     WHERE hydro_code = $1 AND noun = $2 AND item_id = $3 AND superseded_at IS NULL
     ORDER BY effective_from NULLS FIRST FOR UPDATE`,
    [hydroCode, noun, itemId],
  )
  return rows
}

export async function supersedeVersion(c: pg.PoolClient, hydroCode: string, row: VersionRow, now: number) {
  await c.query(
    `UPDATE description SET superseded_at = $5
     WHERE hydro_code = $1 AND noun = $2 AND item_id = $3 AND version_id = $4`,
    [hydroCode, row.noun, row.item_id, row.version_id, now],
  )
}

export async function insertVersion(c: pg.PoolClient, hydroCode: string, row: VersionRow) {
  await c.query(
    `INSERT INTO description (hydro_code, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      hydroCode,
      row.noun,
      row.item_id,
      row.version_id,
      row.effective_from,
      row.effective_to,
      row.recorded_at,
      row.recorded_by,
      row.reason,
      row.superseded_at,
      JSON.stringify(row.body),
    ],
  )
}

export type HeldRow = Pick<
  VersionRow,
  'noun' | 'item_id' | 'version_id' | 'effective_from' | 'effective_to' | 'body'
>

/** Turns rows into the description that core reads. */
export function toDescription(hydroCode: string, rows: readonly HeldRow[]): Description {
  const of = <T>(noun: Noun): Version<T>[] =>
    rows
      .filter((r) => r.noun === noun)
      .map((r) => ({
        id: r.item_id,
        version: r.version_id,
        from: r.effective_from ?? -Infinity,
        to: r.effective_to,
        body: r.body as T,
      }))
  return {
    hydroCode,
    plant: of('plant'),
    positions: of('position'),
    gates: of('gate'),
    units: of('unit'),
    stations: of('station'),
    sensors: of('sensor'),
    tables: of('table'),
    parameters: of('parameters'),
    settings: of('settings'),
    checks: of('check'),
    calendars: of('calendar'),
    tariffs: of('tariff'),
    deductions: of('deduction'),
  }
}

/** Inserts a plant. Returns false when there is one of that code. */
export async function insertPlant(c: Sql, hydroCode: string, now: number): Promise<boolean> {
  const made = await c.query(
    'INSERT INTO plant (hydro_code, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [hydroCode, now],
  )
  return made.rowCount !== 0
}
