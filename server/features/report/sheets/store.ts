import type { ComposedSheet, SheetPeriod, SheetWords } from '#core/report/index.ts'
import { accountName, type Database, type Sql } from '#server/lib/database.ts'

/** A template as it is kept: its names in the file, each with its sheet and cells. */
export interface TemplateBody {
  kind: 'template'
  name: SheetWords
  period: SheetPeriod
  /** cells: as the file writes them; places: their references in order. */
  names: { name: string; sheet: string; cells: string; places: string[] }[]
}
export type SheetBody = ComposedSheet | TemplateBody

/** A version of a sheet. */
export interface SheetVersion {
  sheet_id: string
  version: number
  body: SheetBody
  file_id: string | null
  file_name: string | null
  file_size: number | null
  removed: boolean
  reason: string | null
  made_by_name: string | null
  made_at: number
}

/** SQL: columns of `report_sheet s`, with the file of each. */
const COLUMNS = `s.sheet_id, s.version, s.body, s.file_id, f.name AS file_name, f.size AS file_size, s.removed, s.reason,
  ${accountName('s.made_by')} AS made_by_name, s.made_at`
const FROM = 'report_sheet s LEFT JOIN file f ON f.hydro_code = s.hydro_code AND f.file_id = s.file_id'

/** The newest version of each sheet. */
export function readNewest(db: Database, hydro: string): Promise<SheetVersion[]> {
  return db.query<SheetVersion>(
    `SELECT DISTINCT ON (s.sheet_id) ${COLUMNS} FROM ${FROM} WHERE s.hydro_code = $1
      ORDER BY s.sheet_id, s.version DESC`,
    [hydro],
  )
}

/** Versions of a sheet, the newest first. */
export async function readSheetVersions(on: Sql, hydro: string, sheetId: string): Promise<SheetVersion[]> {
  const { rows } = await on.query<SheetVersion>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE s.hydro_code = $1 AND s.sheet_id = $2
      ORDER BY s.version DESC LIMIT 200`,
    [hydro, sheetId],
  )
  return rows
}

export interface NewVersion {
  sheetId: string
  version: number
  body: SheetBody
  fileId: string | null
  removed: boolean
  reason: string | null
}

/** Adds a version; false where somebody else has made it. */
export async function addSheetVersion(
  c: Sql,
  hydro: string,
  actor: string,
  now: number,
  v: NewVersion,
): Promise<boolean> {
  const { rowCount } = await c.query(
    `INSERT INTO report_sheet (hydro_code, sheet_id, version, body, file_id, removed, reason, made_by, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (hydro_code, sheet_id, version) DO NOTHING`,
    [hydro, v.sheetId, v.version, JSON.stringify(v.body), v.fileId, v.removed, v.reason, actor, now],
  )
  return rowCount === 1
}
