import { z } from 'zod'
import { ALL_GROUPS } from '#core/description/index.ts'
import { endpoint } from './endpoint.ts'
import { localTime } from './fields.ts'
import {
  bound,
  interpolateGroup,
  tableColumn,
  tableDetail,
  tableGroup,
  tableItem,
  tableName,
  tableObject,
} from './tables/table.ts'
import { objectId as id, reason } from './validation.ts'

/**
 * Saved interpolation tables. One table (`id`) has versions, each in force over a period. Periods are epoch ms in
 * answers (null: always, open) and local times of the plant in calls.
 */
const base = 'main' as const
const view = { base, access: 'interpolate.view' } as const
const update = { base, access: 'interpolate.update' } as const

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
      /** Kinds of object to which it may belong; the plant is among the objects where it may belong to the plant. */
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
    /** Rows of b whose key a lacks. All volumes and powers are in the units of b. */
    added: z.array(z.array(z.number())),
    removed: z.array(z.array(z.number())),
    changed: z.array(z.object({ key: z.array(z.number()), before: z.number(), after: z.number() })),
    same: z.number(),
    /** Other fields that differ: name, period, active ..., by their names in TableItem. */
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
    /**
     * The rows between which the value lies (two on a curve, up to four between curves); row: 1-based, in file order.
     */
    used: z.array(z.object({ row: z.number(), values: z.array(z.number()) })),
  }),
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
    /** The version to restore. */
    version: id,
    /** Versions of this table in force when the caller read it. */
    seen: z.array(id).max(1000),
    from: bound,
    to: bound.default(null),
    loop_by_year: z.boolean().default(false),
    /** Other tables that are replaced, as in saveTable. */
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
