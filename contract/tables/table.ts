import { z } from 'zod'
import { ALL_GROUPS } from '#core/description/index.ts'
import { ISSUE_CODES } from '#core/tables/index.ts'
import { localString, localTime } from '../fields.ts'
import { requiredLine } from '../validation.ts'

/** A table as calls return it: its version, its rows with derived columns, its issues. */

/** The ten groups of a reservoir, and ZQ: the rating of a measuring station. */
export const tableGroup = z.enum(ALL_GROUPS)
/** Local time of the plant; null: always (from), open (to). */
export const bound = localTime.nullable()
export const tableName = requiredLine(200)

export const tableUnits = z.strictObject({
  /** Unit of the volume of ZV; 10^6 m3 when not declared. */
  v: z.enum(['10^6 m3', 'm3']).optional(),
  /** Unit of the power of HPQ, nHPQ, ZPQ; when not declared MW, or kW where a power reaches 1000. */
  p: z.enum(['MW', 'kW']).optional(),
})
/** The head h of HPQ, nHPQ; gross by default, unless a header `h net` says net. */
export const headKind = z.enum(['gross', 'net'])

export const OBJECT_KINDS = ['plant', 'gate', 'leaf', 'unit', 'waterway', 'station'] as const
export const tableObject = z.object({
  kind: z.enum(OBJECT_KINDS),
  /** null: the plant. */
  id: z.string().nullable(),
  /** Its name; its id where it no longer exists. */
  name: z.string(),
})
export type TableObject = z.infer<typeof tableObject>

/** One version of a table, without its rows. */
export const tableItem = z.object({
  id: z.string(),
  version: z.string(),
  group: tableGroup,
  /** 1 capacity, 2 discharge, 3 valve gate. */
  type: z.literal([1, 2, 3]),
  /** Number of inputs: a ZAoAc with 1 is sensor travel to opening (outlet XA, x -> a). */
  inputs: z.literal([1, 2, 3]),
  name: z.string(),
  object: tableObject,
  from: z.number().nullable(),
  to: z.number().nullable(),
  loop_by_year: z.boolean(),
  active: z.boolean(),
  /** Whether it is the table in force for its object at the requested time (now by default). */
  in_force: z.boolean(),
  rows: z.number(),
  units: tableUnits,
  head_kind: headKind.nullable(),
  file_name: z.string(),
  /** Whether the uploaded file is stored. */
  has_file: z.boolean(),
  uploaded_at: z.number(),
  recorded_at: z.number(),
  recorded_by: z.string(),
  /** Name of the account; null for tokens and commands. */
  recorded_by_name: z.string().nullable(),
  reason: z.string().nullable(),
  /** When another record replaced it; null while it is in force. */
  superseded_at: z.number().nullable(),
})
export type TableItem = z.infer<typeof tableItem>

/** A group by the specification's name; `name` in the caller's language. */
export const interpolateGroup = {
  /** Position in the list of groups, from 1. */
  interpolate_group_id: z.number().int(),
  interpolate_group_code: tableGroup,
  interpolate_group_name: z.string(),
}

/** A version as the calls for station ratings and outlet travel return it: with its group, and with local times. */
export const namedTable = tableItem.extend({
  ...interpolateGroup,
  effective_start: localString.nullable(),
  effective_end: localString.nullable(),
  upload_time: localString,
})
export type NamedTable = z.infer<typeof namedTable>

/** An issue of a file, in the caller's language, with the sheet's own row and column. */
export const tableIssue = z.object({
  code: z.enum(ISSUE_CODES),
  /** An error refuses the table; a warning has to be accepted. */
  severity: z.enum(['error', 'warning']),
  /** null: a csv, or stored rows. */
  sheet: z.string().nullable(),
  /** Row as the sheet (or an editor, for a csv) counts it; null: the whole table. */
  row: z.number().nullable(),
  /** Letter of the column (A, B ...); null: no single column. */
  column: z.string().nullable(),
  /** Both, as the sheet shows them: B7. null: no single cell. */
  cell: z.string().nullable(),
  /** The column of the group: z, v ...; null: several. */
  field: z.string().nullable(),
  message: z.string(),
})
export type TableIssue = z.infer<typeof tableIssue>

/** Columns of a group with the units of the rows' numbers. */
export const tableColumn = z.object({ name: z.string(), unit: z.string() })

/** A column computed from the rows: a value for each row, in their order; null where there is none. */
const derivedColumn = z.object({
  /** eta: implied efficiency p / (9.81 q h); area: dV/dZ above the row. */
  name: z.enum(['eta', 'area']),
  unit: z.enum(['', 'm2', 'km2']),
  values: z.array(z.number().nullable()),
})

/** How one column changes along the ascending last input of each curve. */
const trend = z.object({
  field: z.string(),
  /** rising: each value above the one before; level: never below it; falling: never above; mixed: none of these. */
  trend: z.enum(['rising', 'level', 'falling', 'mixed']),
})

/** Rows, and what is computed from them. */
export const tableContent = {
  columns: z.array(tableColumn),
  /** In the order of the file. */
  rows: z.array(z.array(z.number())),
  derived: z.array(derivedColumn),
  trends: z.array(trend),
}

/** Any version of a table with its rows, and what is computed from them. */
export const tableDetail = tableItem.extend({
  table: z.object({ ...tableContent, issues: z.array(tableIssue) }),
})
export type TableDetail = z.infer<typeof tableDetail>
