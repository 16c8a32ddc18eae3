import { z } from 'zod'
import { ALL_GROUPS } from '#core/description/index.ts'
import { ISSUE_CODES } from '#core/tables/index.ts'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { localString, localTime } from './fields.ts'
import { reason, requiredLine } from './validation.ts'

/**
 * Interpolation tables: a file is uploaded once (`previewUpload`), checked under the group, columns and units that
 * the user chooses (`checkUpload`), and saved from what was uploaded (`saveTable`). One table (`id`) has versions, each
 * in force over a period. Periods are epoch ms in answers (null: always, open) and local times of the plant in calls.
 */
const base = 'main' as const
const view = { base, access: 'interpolate.view' } as const
const update = { base, access: 'interpolate.update' } as const

export const TABLE_LIMIT = 50 * 1024 * 1024
/** Content types that a file may be sent as; its kind is found by its content. */
export const TABLE_TYPES = [
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/octet-stream',
] as const

/** The ten groups of a reservoir, and ZQ: the rating of a measuring station. */
export const tableGroup = z.enum(ALL_GROUPS)
/** Local time of the plant; null: always (from), open (to). */
const bound = localTime.nullable()
const tableName = requiredLine(200)
const id = z.string().min(1).max(130)

export const tableUnits = z.strictObject({
  /** Of the volume of ZV; 10^6 m3 when not declared. */
  v: z.enum(['10^6 m3', 'm3']).optional(),
  /** Of the power of HPQ, nHPQ, ZPQ; when not declared MW, or kW where a power reaches 1000. */
  p: z.enum(['MW', 'kW']).optional(),
})
/** Which head h of HPQ, nHPQ is; gross by default, unless a header `h net` says net. */
export const headKind = z.enum(['gross', 'net'])

export const OBJECT_KINDS = ['plant', 'gate', 'leaf', 'unit', 'waterway', 'station'] as const
export const tableObject = z.object({
  kind: z.enum(OBJECT_KINDS),
  /** null: the plant. */
  id: z.string().nullable(),
  /** As people call it; its id where it is no longer there. */
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
  /** Inputs that matter: a ZAoAc of 1 is sensor travel to opening (outlet XA, x -> a). */
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
  /** Whether the file is kept as it was uploaded. */
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

/** A group as the specification names it; the name in the caller's language. */
export const interpolateGroup = {
  /** Place in the list of groups, from 1. */
  interpolate_group_id: z.number().int(),
  interpolate_group_code: tableGroup,
  interpolate_group_name: z.string(),
}

/** A version as the calls of station ratings and outlet travel answer it: with its group, and with local times. */
export const namedTable = tableItem.extend({
  ...interpolateGroup,
  effective_start: localString.nullable(),
  effective_end: localString.nullable(),
  upload_time: localString,
})
export type NamedTable = z.infer<typeof namedTable>

/** An issue of a file, in the caller's language, at the sheet's own row and column. */
export const tableIssue = z.object({
  code: z.enum(ISSUE_CODES),
  /** An error refuses the table; a warning has to be accepted. */
  severity: z.enum(['error', 'warning']),
  /** null: a csv, or rows that are stored. */
  sheet: z.string().nullable(),
  /** Row as the sheet (or an editor, for a csv) counts it; null: the whole table. */
  row: z.number().nullable(),
  /** Letter of the column (A, B ...); null: no one column. */
  column: z.string().nullable(),
  /** Both, as the sheet shows them: B7. null: no one cell. */
  cell: z.string().nullable(),
  /** The column of the group that it is about: z, v ...; null: several. */
  field: z.string().nullable(),
  message: z.string(),
})
export type TableIssue = z.infer<typeof tableIssue>

/** Columns of a group with the unit of its numbers as they are in the rows. */
export const tableColumn = z.object({ name: z.string(), unit: z.string() })

/** A column worked out of the rows: value of each row, in their order; null where there is none. */
export const derivedColumn = z.object({
  /** eta: implied efficiency p / (9.81 q h); area: dV/dZ above the row. */
  name: z.enum(['eta', 'area']),
  unit: z.enum(['', 'm2', 'km2']),
  values: z.array(z.number().nullable()),
})

/** How one column goes along the rising last input of each curve. */
export const trend = z.object({
  field: z.string(),
  /** rising: each value above the one before; level: never below it; falling: never above; mixed: neither. */
  trend: z.enum(['rising', 'level', 'falling', 'mixed']),
})

const content = {
  columns: z.array(tableColumn),
  /** In the order of the file. */
  rows: z.array(z.array(z.number())),
  derived: z.array(derivedColumn),
  trends: z.array(trend),
}

/** Any version of a table with its rows and what follows from them. */
export const tableDetail = tableItem.extend({ table: z.object({ ...content, issues: z.array(tableIssue) }) })
export type TableDetail = z.infer<typeof tableDetail>

export const listTables = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/getall',
  reads: ['tables', 'description'],
  summary:
    'All tables, including past and future ones and those that are switched off; in_force: at a local time (at, now when absent). known: as they were known at another. retired: instead those without a version in force, each by its last one.',
  query: z.object({
    at: localTime.optional(),
    known: localTime.optional(),
    retired: z.stringbool().default(false),
    group: tableGroup.optional(),
    object: id.optional(),
  }),
  data: z.array(tableItem),
})

export const getTableGroups = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/groups',
  reads: ['tables', 'description'],
  worded: true,
  summary:
    'Groups with columns, units, and the objects of this plant that a table of each group may belong to.',
  data: z.array(
    z.object({
      group: tableGroup,
      ...interpolateGroup,
      type: z.literal([1, 2, 3]),
      /** The last one is the output. */
      columns: z.array(tableColumn),
      /** Kinds of object it may have; the plant is among the objects where it may be the plant's. */
      objects: z.array(tableObject),
      /** Files with an empty example: `getTemplate`. */
      units: z.array(z.enum(['v', 'p'])),
      head: z.boolean(),
    }),
  ),
})

export const readTable = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/item/{id}',
  reads: ['tables', 'description'],
  worded: true,
  large: true,
  summary:
    'A version of a table (when none is named the one in force, else the newest): rows, derived columns, warnings.',
  params: z.object({ id }),
  query: z.object({ version: id.optional() }),
  data: tableDetail,
})

export const getTableVersions = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/item/{id}/versions',
  reads: ['tables', 'description'],
  summary: 'All versions of one table, including replaced ones, newest record first.',
  params: z.object({ id }),
  data: z.array(tableItem),
})

export const compareTables = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/item/{id}/compare',
  reads: ['tables', 'description'],
  large: true,
  summary: 'Rows that were added, removed or changed in one version (b) compared with another (a).',
  params: z.object({ id }),
  query: z.object({ a: id, b: id }),
  data: z.object({
    a: tableItem,
    b: tableItem,
    columns: z.array(tableColumn),
    /** Rows with a key that a lacks. All volumes and powers in the units of b. */
    added: z.array(z.array(z.number())),
    removed: z.array(z.array(z.number())),
    changed: z.array(z.object({ key: z.array(z.number()), before: z.number(), after: z.number() })),
    same: z.number(),
    /** What else differs: name, period, active ..., in the words of TableItem's fields. */
    fields: z.array(z.string()),
  }),
})

export const lookupTable = endpoint({
  ...view,
  method: 'POST',
  path: '/v1/table/lookup',
  changes: [],
  summary:
    'The value of a table at its inputs, with the rows it comes from, so that it can be checked by hand. Refused outside the table: 422 with the code (OUT_OF_TABLE, UNKNOWN_N ...) and the input at fault.',
  body: z.object({
    id,
    version: id.optional(),
    /** In column order, in the units of the rows. */
    inputs: z.array(z.number()).min(1).max(3),
    /** loop: as the automatic calculation reads it, which extends some groups a little and reports it. */
    mode: z.enum(['calculator', 'loop']).default('calculator'),
  }),
  data: z.object({
    version: z.string(),
    /** In the unit of the table's last column. */
    value: z.number(),
    unit: z.string(),
    /** Quality byte; 3 when extended beyond the table. */
    quality: z.number(),
    /** Why the value is flagged; null inside the table. */
    code: z.string().nullable(),
    field: z.string().nullable(),
    /** The rows between which it lies (two on a curve, up to four between curves); row: 1-based, in file order. */
    used: z.array(z.object({ row: z.number(), values: z.array(z.number()) })),
  }),
})

/** A row of a sheet as it is written, under its own number. */
const writtenRow = z.object({
  row: z.number(),
  cells: z.array(z.union([z.string(), z.number()]).nullable()),
})

/** A table found in a file. Rows and letters as the sheet shows them. */
export const candidate = z.object({
  /** Names it in `checkUpload` and `saveTable`. */
  candidate: z.number().int(),
  sheet: z.string().nullable(),
  /** A1:C57, header included. */
  range: z.string(),
  /** 0: there is no header, only numbers. */
  header_row: z.number(),
  columns: z.array(
    z.object({
      letter: z.string(),
      name: z.string(),
      /** The group's column that the header names; null: none. */
      field: z.string().nullable(),
    }),
  ),
  /** The group that the header fits; null: none ("Wrong interpolate name structure"), choose one with its columns. */
  group: tableGroup.nullable(),
  /** Every group that the header fits, the likely first: z, q is FFZQ, ZQ or QZ; n, h, p, q is HPQ or nHPQ. */
  groups: z.array(tableGroup),
  decimal: z.enum(['.', ',']),
  head_kind: headKind.nullable(),
  rows: z.number(),
  /** At most 10, cells as written. */
  first_rows: z.array(writtenRow),
  errors: z.number(),
  warnings: z.number(),
  /** Under `group`; at most 200, errors first. */
  issues: z.array(tableIssue),
  /** A name that fits: of the sheet or the file. */
  name: z.string(),
})
export type Candidate = z.infer<typeof candidate>

export const previewUpload = endpoint({
  ...update,
  method: 'POST',
  path: '/v1/table/upload',
  fills: true,
  changes: [],
  summary:
    'Uploads a file (csv, xlsx, xls, ods as the raw body, 50 MiB at most) and answers the tables found in it. None is in force before saveTable; the upload is kept for a day.',
  query: z.object({
    /** Of the file, with or without a path; kept is its last part. */
    name: z.string().min(1).max(1000),
  }),
  bodyLimit: TABLE_LIMIT,
  contentTypes: TABLE_TYPES,
  status: 201,
  data: z.object({
    upload_id: z.string(),
    file_name: z.string(),
    size: z.number(),
    expires_at: z.number(),
    candidates: z.array(candidate),
  }),
})

/** What is chosen for a table that was uploaded. */
export const tableChoice = {
  upload_id: id,
  candidate: z.number().int().min(0),
  group: tableGroup,
  /** Letters of the sheet's columns in the order of the group's; absent: the header names them. */
  columns: z
    .array(z.string().regex(/^[A-Z]{1,3}$/, { error: 'wrong_format' }))
    .min(2)
    .max(4)
    .nullish(),
  units: tableUnits.default({}),
  head_kind: headKind.nullish(),
}

/** A table whose period meets that of another, active one of the same group and object. */
export const overlap = z.object({
  id: z.string(),
  version: z.string(),
  name: z.string(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  loop_by_year: z.boolean(),
  uploaded_at: z.number(),
})

export const checkUpload = endpoint({
  ...update,
  method: 'POST',
  path: '/v1/table/check',
  reads: [],
  worded: true,
  summary:
    'Checks an uploaded table with a group, columns and units: rows, derived columns, issues. Stores nothing.',
  body: z.object({
    ...tableChoice,
    /** With object and period also the tables it overlaps. */
    object: id.nullish(),
    from: bound.optional(),
    to: bound.optional(),
    loop_by_year: z.boolean().default(false),
  }),
  data: z.object({
    ...content,
    /** Row of the sheet of each of rows. */
    sheet_rows: z.array(z.number()),
    head_kind: headKind.nullable(),
    units: tableUnits,
    errors: z.number(),
    warnings: z.number(),
    /** At most 1,000, errors first. With errors, rows, derived and trends are empty. */
    issues: z.array(tableIssue),
    /** With errors: the first rows, and those that the issues are about, cells as written; at most 300. Else empty. */
    as_written: z.array(writtenRow),
    overlaps: z.array(overlap),
  }),
})

export const saveTable = endpoint({
  ...update,
  method: 'POST',
  path: '/v1/table/save',
  status: 201,
  changes: ['tables'],
  summary:
    'Puts an uploaded table in force. 400 invalid_table with errors[] while it has errors; 409 table_warnings until accept_warnings; 409 table_overlap (errors[] name the others) until replaces names the versions that `checkUpload` answers as overlaps; 409 conflict when those are no longer the ones.',
  body: z.object({
    ...tableChoice,
    name: tableName,
    /** Outlet, gate, unit, waterway or station; null: the plant. */
    object: id.nullable(),
    from: bound,
    to: bound.default(null),
    loop_by_year: z.boolean().default(false),
    active: z.boolean().default(true),
    accept_warnings: z.boolean().default(false),
    /** Versions of the tables that it replaces, all that it overlaps. The first one's table gets a new version. */
    replaces: z.array(id).max(100).default([]),
    reason: reason.optional(),
  }),
  data: tableItem,
})

export const changeTable = endpoint({
  ...update,
  method: 'PATCH',
  path: '/v1/table/item/{id}',
  changes: ['tables'],
  summary:
    'Changes name, period, loop or active of one version, but not its rows; absent fields stay as they are. 409 conflict when the version is no longer in force; 409 table_overlap as for saveTable.',
  params: z.object({ id }),
  body: z.object({
    version: id,
    name: tableName.optional(),
    from: bound.optional(),
    to: bound.optional(),
    loop_by_year: z.boolean().optional(),
    active: z.boolean().optional(),
    replaces: z.array(id).max(100).default([]),
    reason: reason.optional(),
  }),
  data: tableItem,
})

export const useTableAgain = endpoint({
  ...update,
  method: 'POST',
  path: '/v1/table/item/{id}/use-again',
  changes: ['tables'],
  summary:
    'Brings a former version of a table back in force over a period, rows as they were; versions of the same table that hold meanwhile give way. 409 conflict when versions hold that `seen` does not name, or name no more; 409 table_overlap for other tables, as with saveTable.',
  params: z.object({ id }),
  body: z.object({
    /** The version that comes back. */
    version: id,
    /** Versions of this table in force when the caller read it. */
    seen: z.array(id).max(1000),
    from: bound,
    to: bound.default(null),
    loop_by_year: z.boolean().default(false),
    /** Other tables that give way, as in saveTable. */
    replaces: z.array(id).max(100).default([]),
    reason: reason.optional(),
  }),
  data: tableItem,
})

export const retireTable = endpoint({
  ...update,
  method: 'POST',
  path: '/v1/table/item/{id}/retire',
  changes: ['tables'],
  summary:
    'Retires a version of a table from a local time on (null: over its whole period); it stays readable among the versions.',
  params: z.object({ id }),
  body: z.object({ version: id, from: bound.default(null), reason: reason.optional() }),
  data: z.null(),
})

export const downloadTable = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/item/{id}/download',
  large: true,
  summary:
    'A version of a table as a file. original: byte for byte as it was uploaded (a csv where there was no file); csv, xlsx: its rows.',
  params: z.object({ id }),
  query: z.object({ version: id.optional(), as: z.enum(['original', 'csv', 'xlsx']).default('original') }),
  answer: 'binary',
  data: z.null(),
})

export const getTemplate = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/template/{group}',
  summary:
    'An empty file of a group with its header; the xlsx has an example and the units in a second sheet.',
  params: z.object({ group: z.enum([...ALL_GROUPS, 'XA']) }),
  query: z.object({ as: z.enum(['csv', 'xlsx']).default('xlsx') }),
  answer: 'binary',
  data: z.null(),
})

/** The headers of tables of measuring stations (ZQ: z -> q) and of outlets (XA: x -> a), percent-encoded where not plain. */
const stationHeader = (required: boolean) => [{ name: 'station', required, description: 'Id of the station' }]
const outletHeader = (required: boolean) => [
  { name: 'outlet', required, description: 'Id of the gate or of one of its leaves' },
]
const directUpload = {
  ...update,
  method: 'POST',
  bodyLimit: TABLE_LIMIT,
  contentTypes: TABLE_TYPES,
  status: 201,
  query: z.object({
    name: z.string().min(1).max(1000),
    from: localTime.optional(),
    to: localTime.optional(),
    loop_by_year: z.stringbool().default(false),
    accept_warnings: z.stringbool().default(false),
    /** Versions that it replaces, with commas between. */
    replaces: z.string().max(4000).default(''),
  }),
  data: namedTable,
} as const

export const uploadStationZq = endpoint({
  ...directUpload,
  path: '/v1/table/upload-stationzq',
  headers: stationHeader(true),
  summary:
    'Uploads and saves the rating of a station (header `station`): the first table z, q of a file, from the raw body.',
})

export const getStationZq = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/get-stationzq',
  worded: true,
  headers: stationHeader(false),
  summary: 'Ratings of a station (header `station`; all stations without it), the newest first.',
  data: z.array(namedTable),
})

export const uploadOutletXa = endpoint({
  ...directUpload,
  path: '/v1/table/upload-outletxa',
  headers: outletHeader(true),
  summary:
    'Uploads and saves the sensor travel of a gate or leaf (header `outlet`): the first table x, a of a file, from the raw body.',
})

export const getOutletXa = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/get-outletxa',
  worded: true,
  headers: outletHeader(false),
  summary: 'Tables x -> a of a gate or leaf (header `outlet`; all without it), the newest first.',
  data: z.array(namedTable),
})

export const deleteOutletXa = endpoint({
  ...update,
  method: 'DELETE',
  path: '/v1/table/outlet-xa/{id}',
  summary: 'Retires a table x -> a over all its periods; its versions stay readable.',
  params: z.object({ id }),
  data: z.null(),
})

export const getMasterZq = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/mst-interpolate-zq/{id}',
  worded: true,
  summary: 'A station rating without its rows: period, station, file.',
  params: z.object({ id }),
  data: namedTable,
})

const zq = z.object({ z: z.number(), q: z.number() })

export const saveStationZq = endpoint({
  ...update,
  method: 'POST',
  path: '/v1/table/station-zq',
  status: 201,
  summary: 'Saves a station rating from rows of numbers instead of a file, by the same rules as saveTable.',
  body: z.object({
    station: id,
    name: tableName,
    from: bound,
    to: bound.default(null),
    loop_by_year: z.boolean().default(false),
    active: z.boolean().default(true),
    rows: z.array(zq).min(1).max(20_000),
    accept_warnings: z.boolean().default(false),
    replaces: z.array(id).max(100).default([]),
    reason: reason.optional(),
  }),
  data: namedTable,
})

export const getStationZqRows = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/station-zq/{id}',
  worded: true,
  large: true,
  summary: 'The rows of a station rating.',
  params: z.object({ id }),
  data: z.object({ item: namedTable, rows: z.array(zq) }),
})

export const getCalculationProgress = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/calculation/progress',
  reads: ['tables', 'runs', ...STATE],
  summary:
    'What is still to be recomputed after a change of tables or anything else; it runs in the background.',
  data: z.object({
    /** Days with something to compute; 0: all is done. */
    days: z.number(),
    /** Day (yyyy-MM-dd, UTC days of storage) of the oldest and newest of them; null: none. */
    oldest: z.string().nullable(),
    newest: z.string().nullable(),
    /** When the oldest of the marks was made, epoch ms; null: none. */
    since: z.number().nullable(),
  }),
})
