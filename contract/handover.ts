import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { localTime, quality } from './fields.ts'
import { BACK_DAYS, content, shiftWords, why } from './shift-log.ts'
import { timelineItem } from './timeline.ts'
import { enteredPassword, id, page } from './validation.ts'

/**
 * Handover sheets: drafted from a shift, signed by the outgoing and the incoming operator, each in their own session
 * and with their own password. From the first signature on, the content is kept unchanged with its digest.
 */
const base = 'main' as const
export const SHEET_STATES = ['draft', 'offered', 'signed', 'withdrawn'] as const
export type SheetState = (typeof SHEET_STATES)[number]
export const LONGEST_HOURS = 72
/** Length of a sheet where nobody was on duty, hours. */
export const USUAL_HOURS = 8
/** Most events listed. */
export const MAX_EVENTS = 300

/** A value at an instant. v null: unknown. */
const value = z.object({ t: z.number().nullable(), v: z.number().nullable(), q: quality })
export type SheetValue = z.infer<typeof value>
/** Why a figure of the shift is unknown: too short a shift, no readings, or too few. */
const lack = z.enum(['short', 'none', 'gaps'])
export type Lack = z.infer<typeof lack>
const both = z.object({ vi: z.string(), en: z.string() })
const person = z.object({ account_id: z.string(), name: z.string() })

export const SHEET_FIGURES = [
  'lake_level',
  'total_capacity',
  'total_discharge_lake',
  'total_discharge_out',
  'total_discharge_turbine',
  'total_discharge_dam',
  'power',
] as const

const sheetEvent = timelineItem
  .pick({ id: true, kind: true, t: true, text: true, by: true, order_no: true })
  .extend({ label: both })
export type SheetEvent = z.infer<typeof sheetEvent>

/** Content of a sheet. Level in m, storage and volumes in million m3, flows in m3/s, power in MW, energy in MWh, rain in mm. */
export const sheetContent = z.object({
  plant: z.object({ hydro_code: z.string(), name: z.string(), zone: z.string() }),
  from: z.number(),
  to: z.number(),
  shift: z.string().nullable(),
  crew: z.string().nullable(),
  outgoing: person,
  incoming: person,
  figures: z.array(z.object({ key: z.enum(SHEET_FIGURES), unit: z.string(), start: value, end: value })),
  /** lack: absent where the figure is known, and on older sheets. */
  level_min: value.extend({ lack: lack.optional() }),
  level_max: value.extend({ lack: lack.optional() }),
  totals: z.array(
    z.object({
      key: z.enum(['rain', 'radar', 'volume_in', 'volume_out', 'energy']),
      unit: z.string(),
      v: z.number().nullable(),
      q: quality,
      lack: lack.optional(),
    }),
  ),
  positions: z.array(
    z.object({
      kind: z.enum(['leaf', 'unit']),
      id: z.string(),
      name: z.string(),
      unit: z.enum(['m', 'MW']),
      start: z.object({ v: z.number().nullable(), q: quality }),
      end: z.object({ v: z.number().nullable(), q: quality }),
    }),
  ),
  events: z.array(sheetEvent),
  events_total: z.number(),
  /** Open matters at the end of the shift. */
  open: z.object({
    /** Pending results of approved spans. */
    pending: z.array(z.object({ from: z.number(), to: z.number() })),
    silent: z.array(z.object({ series: z.string(), name: z.string(), since: z.number() })),
    orders: z.array(
      z.object({ entry_id: z.string(), label: both, text: z.string().nullable(), t: z.number() }),
    ),
    manual_since: z.number().nullable(),
    manual: z.boolean(),
    overdue: z.boolean(),
  }),
  words: z.string().nullable(),
})
export type SheetContent = z.infer<typeof sheetContent>

const signature = z.object({ account_id: z.string(), name: z.string(), at: z.number() })

export const sheetHead = z.object({
  sheet_id: z.string(),
  version: z.number().int(),
  state: z.enum(SHEET_STATES),
  from: z.number(),
  to: z.number(),
  outgoing: person,
  incoming: person,
  created_at: z.number(),
  outgoing_at: z.number().nullable(),
  incoming_at: z.number().nullable(),
})
export type SheetHead = z.infer<typeof sheetHead>

/** Differences between the content of a signed sheet and the same content now. */
const since = z.object({
  figures: z.array(
    z.object({
      key: z.string(),
      unit: z.string(),
      at: z.enum(['start', 'end', 'span']),
      signed: z.number().nullable(),
      now: z.number().nullable(),
    }),
  ),
  added: z.array(sheetEvent),
  changed: z.array(z.object({ signed: sheetEvent, now: sheetEvent })),
  gone: z.array(sheetEvent),
})
export type SheetSince = z.infer<typeof since>

export const sheet = sheetHead.extend({
  content: sheetContent,
  /** Other signed sheets that overlap this one in time, the newest first; at most ten. */
  overlaps: z.array(sheetHead),
  /** SHA-256 of the content as it was signed, hexadecimal; null before. */
  digest: z.string().nullable(),
  /** Whether content and signatures are unchanged since they were signed. */
  intact: z.boolean(),
  signed_outgoing: signature.nullable(),
  signed_incoming: signature.nullable(),
  /** Remark of the incoming operator. */
  remark: z.string().nullable(),
  /** SHA-256 of the digest with both signatures and the remark. */
  seal: z.string().nullable(),
  /** Corrections after signing; null before. */
  since: since.nullable(),
})
export type Sheet = z.infer<typeof sheet>

export const listHandovers = endpoint({
  base,
  method: 'GET',
  path: '/v1/log/handovers',
  access: 'log.view',
  reads: ['shift-log'],
  kept: true,
  summary: 'Handover sheets, the newest first, 25 a page.',
  query: z.object({ page: page.default(1) }),
  data: z.object({
    sheets: z.array(sheetHead),
    total: z.number(),
    page: z.number(),
    page_size: z.number(),
  }),
})

export const getHandover = endpoint({
  base,
  method: 'GET',
  path: '/v1/log/handovers/{id}',
  access: 'log.view',
  reads: ['shift-log', 'gate-log', 'runs', ...STATE],
  kept: true,
  large: true,
  summary: 'One sheet: a draft with its present content, a signed one word for word as it was signed.',
  params: z.object({ id }),
  data: sheet,
})

const span = { from: localTime, to: localTime }

export const draftHandover = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/handovers/draft',
  access: 'log.update',
  changes: ['shift-log'],
  summary: `Draft a sheet of one’s own shift, which began in the last ${BACK_DAYS} days. Without a span: from when one went on duty, until now. One draft at a time.`,
  status: 201,
  body: z.strictObject({
    from: localTime.optional(),
    to: localTime.optional(),
    incoming_id: id,
    words: content.default(''),
  }),
  data: sheet,
})

export const saveHandover = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/handovers/save',
  access: 'log.update',
  changes: ['shift-log'],
  summary: 'Changes a draft: its period, the incoming operator, its texts.',
  body: z.strictObject({
    sheet_id: id,
    version: z.number().int(),
    ...span,
    incoming_id: id,
    words: content,
  }),
  data: sheet,
})

export const signHandover = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/handovers/sign',
  access: 'log.update',
  changes: ['shift-log'],
  summary: 'Signs a draft as the outgoing operator: its content is kept as it is now, with its digest.',
  body: z.strictObject({ sheet_id: id, version: z.number().int(), password: enteredPassword }),
  data: sheet,
})

export const acceptHandover = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/handovers/accept',
  access: 'log.update',
  changes: ['shift-log'],
  summary:
    'Signs as the incoming operator, in a session of their own: the sheet is closed, and they are on duty from then on.',
  body: z.strictObject({
    sheet_id: id,
    /** Of the content that the signer read. */
    digest: z.string().regex(/^[0-9a-f]{64}$/, { error: 'wrong_format' }),
    password: enteredPassword,
    remark: content.default(''),
    ...shiftWords,
  }),
  data: sheet,
})

export const reopenHandover = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/handovers/reopen',
  access: 'log.update',
  changes: ['shift-log'],
  summary: 'Before both have signed: withdraws the first signature, or refuses to sign; it is a draft again.',
  body: z.strictObject({ sheet_id: id, version: z.number().int(), why }),
  data: sheet,
})

export const discardHandover = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/handovers/discard',
  access: 'log.update',
  changes: ['shift-log'],
  summary: 'Discards a draft.',
  body: z.strictObject({ sheet_id: id, version: z.number().int() }),
  data: z.null(),
})
