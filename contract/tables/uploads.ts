import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { objectId as id, reason } from '../validation.ts'
import {
  bound,
  tableContent,
  headKind,
  tableGroup,
  tableIssue,
  tableItem,
  tableName,
  tableUnits,
} from './table.ts'

/**
 * A file is uploaded once (`previewUpload`), checked with the group, columns and units that the user chooses
 * (`checkUpload`), and saved from the upload (`saveTable`).
 */
const update = { base: 'main', access: 'interpolate.update' } as const

export const TABLE_LIMIT = 50 * 1024 * 1024
/** Content types of an uploaded file; its format is recognized by its content. */
export const TABLE_TYPES = [
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/octet-stream',
] as const

/** A row of a sheet as written, with its number. */
const writtenRow = z.object({
  row: z.number(),
  cells: z.array(z.union([z.string(), z.number()]).nullable()),
})

/** A table found in a file. Rows and letters as the sheet shows them. */
export const candidate = z.object({
  /** Its id in `checkUpload` and `saveTable`. */
  candidate: z.number().int(),
  sheet: z.string().nullable(),
  /** A1:C57, header included. */
  range: z.string(),
  /** 0: no header, only numbers. */
  header_row: z.number(),
  columns: z.array(
    z.object({
      letter: z.string(),
      name: z.string(),
      /** The group's column that the header names; null: none. */
      field: z.string().nullable(),
    }),
  ),
  /** The group that the header fits; null: none ("Wrong interpolate name structure"), to be chosen with its columns. */
  group: tableGroup.nullable(),
  /** Every group that the header fits, the most likely first: z, q is FFZQ, ZQ or QZ; n, h, p, q is HPQ or nHPQ. */
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
  /** A suggested name: that of the sheet or the file. */
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
    /** Of the file, with or without a path; its last part is kept. */
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

/** Choices for an uploaded table. */
export const tableChoice = {
  upload_id: id,
  candidate: z.number().int().min(0),
  group: tableGroup,
  /** Letters of the sheet's columns in the order of the group's; absent: by the header. */
  columns: z
    .array(z.string().regex(/^[A-Z]{1,3}$/, { error: 'wrong_format' }))
    .min(2)
    .max(4)
    .nullish(),
  units: tableUnits.default({}),
  head_kind: headKind.nullish(),
}

/** A table whose period overlaps that of another active one of the same group and object. */
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
    /** With object and period, the answer has the tables that it overlaps. */
    object: id.nullish(),
    from: bound.optional(),
    to: bound.optional(),
    loop_by_year: z.boolean().default(false),
  }),
  data: z.object({
    ...tableContent,
    /** Row of the sheet for each row. */
    sheet_rows: z.array(z.number()),
    head_kind: headKind.nullable(),
    units: tableUnits,
    errors: z.number(),
    warnings: z.number(),
    /** At most 1,000, errors first. With errors, rows, derived and trends are empty. */
    issues: z.array(tableIssue),
    /** With errors: the first rows, and those with issues, cells as written; at most 300. Else empty. */
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
