import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { seedSchema } from './seed.ts'
import { LIMITS, newPassword } from './validation.ts'

/** Setting up a reservoir from nothing: a draft that is stored while it is described, and the call that creates it. */
const base = 'main' as const
const anyReservoir = true

/** Most rows of a storage table in the set-up; longer ones are uploaded as tables afterwards. */
export const SETUP_ROWS = 20_000
export const SETUP_COLUMNS = 30
export const SETUP_TABLE_LIMIT = 10 * 1024 * 1024
const DRAFT_LIMIT = 4 * 1024 * 1024

/** The fields as typed so far: only the page knows their shape, and nothing is computed from them. */
const draftBody = z.record(z.string(), z.unknown())

export const setupDraft = z.object({
  version: z.number(),
  body: draftBody,
  updated_at: z.string(),
  updated_by: z.string(),
  updated_by_name: z.string().nullable(),
})
export type SetupDraft = z.infer<typeof setupDraft>

export const setupState = z.object({
  draft: setupDraft.nullable(),
  /** Whether the caller may set up a reservoir now; otherwise why not. */
  may_create: z.boolean(),
  refused: z.enum(['permission', 'one_reservoir', 'demo']).nullable(),
  /** The simulated reservoir that would be removed; null where this is no demo. */
  demo: z
    .object({
      hydro_code: z.string(),
      name: z.string(),
      /** Whether the caller may end the demo. */
      may_leave: z.boolean(),
      /** Whether the caller's own password is the printed one, and has to be replaced. */
      password_needed: z.boolean(),
      /** Accounts that would be removed. */
      accounts: z.array(z.string()),
    })
    .nullable(),
  /** Default zone of a new reservoir. */
  zone: z.string(),
  provinces: z.array(z.string()),
})
export type SetupState = z.infer<typeof setupState>

export const getSetup = endpoint({
  base,
  method: 'GET',
  path: '/v1/setup',
  access: 'information.view',
  reads: ['setup'],
  anyReservoir,
  summary: 'The reservoir that is being set up, and what the caller may do with it.',
  data: setupState,
})

export const saveSetup = endpoint({
  base,
  method: 'PUT',
  path: '/v1/setup/draft',
  access: 'information.update',
  changes: [],
  anyReservoir,
  bodyLimit: DRAFT_LIMIT,
  summary:
    'Saves the draft. version: of the draft that it was made from, null for the first; 409 when somebody else has saved meanwhile.',
  body: z.strictObject({ version: z.number().int().nullable(), body: draftBody }),
  data: setupDraft,
})

export const discardSetup = endpoint({
  base,
  method: 'POST',
  path: '/v1/setup/draft/discard',
  access: 'information.update',
  changes: ['setup'],
  anyReservoir,
  summary: 'Starts over: discards the draft.',
  body: z.strictObject({ version: z.number().int() }),
  data: z.null(),
})

const cell = z.union([z.number(), z.string(), z.null()])

export const setupGrid = z.object({
  file_name: z.string(),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** As in the header; empty for a column without a name. */
  columns: z.array(z.string()),
  /** Numbers where cells contain one, by the decimal sign of the file; else as written. */
  rows: z.array(z.array(cell)),
  /** The line or row of each in the file. */
  lines: z.array(z.number()),
})
export type SetupGrid = z.infer<typeof setupGrid>

export const readSetupTable = endpoint({
  base,
  method: 'POST',
  path: '/v1/setup/table',
  access: 'information.update',
  changes: [],
  anyReservoir,
  summary: 'Reads a small table (CSV, XLSX, XLS, ODS) into cells; nothing is stored.',
  query: z.object({ name: z.string().min(1).max(300), sheet: z.string().max(100).optional() }),
  bodyLimit: SETUP_TABLE_LIMIT,
  contentTypes: ['application/octet-stream'],
  data: setupGrid,
})

export const createReservoir = endpoint({
  base,
  method: 'POST',
  path: '/v1/setup/create',
  access: 'information.update',
  changes: [],
  anyReservoir,
  status: 201,
  bodyLimit: DRAFT_LIMIT,
  summary:
    'Creates the reservoir with all its series, or nothing. version: of the draft it was made from (null: none); 409 when somebody changed that meanwhile.',
  body: z.strictObject({ version: z.number().int().nullable(), seed: seedSchema }),
  data: z.object({ hydro_code: z.string(), series: z.array(z.string()) }),
})

export const leaveDemo = endpoint({
  base,
  method: 'POST',
  path: '/v1/setup/leave-demo',
  access: 'information.update',
  changes: [],
  anyReservoir,
  summary:
    'Ends the demo for good: its reservoir, readings, tokens and accounts are removed, the simulated plant stops. name: of the simulated reservoir, typed by hand.',
  body: z.strictObject({
    name: z.string().max(LIMITS.fullName.max),
    /** New password, where the caller's own is the printed one. */
    password: newPassword.nullable().default(null),
  }),
  data: z.null(),
})
