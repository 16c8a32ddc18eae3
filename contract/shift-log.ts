import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { localTime } from './fields.ts'
import { id, LIMITS, optionalLine, reason } from './validation.ts'

/** The shift log: duty, notes, orders received, calls. Handover sheets: contract/handover.ts. */
const base = 'main' as const

export const ENTRY_KINDS = ['note', 'order', 'call', 'duty'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]
/** Days after an event within which an entry may be written. */
export const BACK_DAYS = 7
/** Longest text, longer than a reason: the wording of an order. */
export const CONTENT_MAX = 2000

export const content = z
  .string()
  .trim()
  .normalize('NFC')
  .max(CONTENT_MAX, { error: 'too_long' })
  .regex(/^(?:[^\p{Cc}\u202A-\u202E\u2066-\u2069]|\n|\t)*$/u, { error: 'bad_characters' })
const why = reason.refine((v) => v !== null, { error: 'required' })

/** One version of an entry. Which fields a kind has: `FIELDS`. */
export const shiftEntry = z.object({
  entry_id: z.string(),
  version: z.number().int(),
  kind: z.enum(ENTRY_KINDS),
  /** When it happened, was received, or begins: epoch ms, and as a local time of the plant. */
  t: z.number(),
  date_string: z.string(),
  text: z.string().nullable(),
  /** Of an order. */
  number: z.string().nullable(),
  /** Who gave the order, who was called, who goes on duty. */
  party: z.string().nullable(),
  phone: z.string().nullable(),
  /** Of an order: when it was acknowledged and carried out, epoch ms. */
  acknowledged_at: z.number().nullable(),
  done_at: z.number().nullable(),
  /** Of a change of operator: the account, the name of the shift, who else is in it. */
  operator_id: z.string().nullable(),
  shift: z.string().nullable(),
  crew: z.string().nullable(),
  act: z.enum(['write', 'correct', 'acknowledge', 'carry_out']),
  recorded_by: z.string(),
  recorded_by_name: z.string().nullable(),
  recorded_at: z.number(),
})
export type ShiftEntry = z.infer<typeof shiftEntry>

const entryVersion = shiftEntry.extend({
  superseded_at: z.number().nullable(),
  superseded_by: z.string().nullable(),
  superseded_by_name: z.string().nullable(),
  superseded_reason: z.string().nullable(),
})
export type ShiftVersion = z.infer<typeof entryVersion>

/** Fields that people fill in for each kind, and required ones. */
export const FIELDS = {
  note: { has: ['text'], needs: ['text'] },
  order: { has: ['text', 'number', 'party'], needs: ['text', 'party'] },
  call: { has: ['text', 'party', 'phone'], needs: ['party'] },
} as const satisfies Record<string, { has: readonly string[]; needs: readonly string[] }>
export type WrittenKind = keyof typeof FIELDS

const words = {
  text: content.default(''),
  number: optionalLine(60).default(null),
  party: optionalLine(100).default(null),
  phone: optionalLine(LIMITS.phone.max).default(null),
}
const shiftWords = {
  shift: optionalLine(60).default(null),
  /** Other members of the shift, as entered. */
  crew: optionalLine(200).default(null),
}

export const getDuty = endpoint({
  base,
  method: 'GET',
  path: '/v1/log/duty',
  access: 'log.view',
  reads: ['shift-log'],
  kept: true,
  summary:
    'Who is on duty and since when, who was before, and the orders that were received and not yet carried out.',
  data: z.object({
    now: z.number(),
    /** null: no operator recorded yet. */
    current: shiftEntry.nullable(),
    previous: shiftEntry.nullable(),
    open_orders: z.array(shiftEntry),
    /** A handover sheet that waits for the caller's signature, or is the caller's draft. */
    sheet: z.object({ sheet_id: z.string(), role: z.enum(['outgoing', 'incoming']) }).nullable(),
  }),
})
export type Duty = z.infer<(typeof getDuty)['data']>

export const listDutyPeople = endpoint({
  base,
  method: 'GET',
  path: '/v1/log/duty/people',
  access: 'log.update',
  reads: ['shift-log', 'accounts'],
  summary: 'Accounts that may go on duty at the reservoir, and recently used names of shifts.',
  data: z.object({
    people: z.array(z.object({ account_id: z.string(), name: z.string(), position: z.string().nullable() })),
    shifts: z.array(z.string()),
  }),
})
export type DutyPeople = z.infer<(typeof listDutyPeople)['data']>

export const changeOperator = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/duty/change',
  access: 'log.update',
  changes: ['shift-log'],
  summary:
    'Changes the operator on duty from a time on. 409 duty_changed where the present one is not the one that was shown.',
  status: 201,
  body: z.strictObject({
    operator_id: id,
    /** Local time of the plant; absent: now. */
    at: localTime.optional(),
    ...shiftWords,
    text: content.default(''),
    /** Entry of the former operator on duty as it was seen; null: nobody. */
    seen: id.nullable().optional(),
  }),
  data: shiftEntry,
})

export const addShiftEntry = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/entries/add',
  access: 'log.update',
  changes: ['shift-log'],
  summary: `Records a note, an order received or a call, up to ${BACK_DAYS} days after it happened.`,
  status: 201,
  body: z.strictObject({
    kind: z.enum(['note', 'order', 'call']),
    at: localTime.optional(),
    ...words,
    /** Of an order: whether it was acknowledged when it was received. */
    acknowledged: z.boolean().default(false),
  }),
  data: shiftEntry,
})

export const correctShiftEntry = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/entries/correct',
  access: 'log.update',
  changes: ['shift-log'],
  summary: 'Corrects an entry; the previous version stays in its history.',
  body: z.strictObject({
    entry_id: id,
    version: z.number().int(),
    at: localTime,
    ...words,
    operator_id: id.optional(),
    ...shiftWords,
    why,
  }),
  data: shiftEntry,
})

export const stepShiftOrder = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/entries/step',
  access: 'log.update',
  changes: ['shift-log'],
  summary: 'Records that an order was acknowledged or carried out.',
  body: z.strictObject({
    entry_id: id,
    version: z.number().int(),
    step: z.enum(['acknowledge', 'carry_out']),
    at: localTime.optional(),
  }),
  data: shiftEntry,
})

export const withdrawShiftEntry = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/entries/withdraw',
  access: 'log.update',
  changes: ['shift-log'],
  summary: 'Withdraws an entry; it stays in its history.',
  body: z.strictObject({ entry_id: id, version: z.number().int(), why }),
  data: z.null(),
})

export const getShiftEntry = endpoint({
  base,
  method: 'GET',
  path: '/v1/log/entries/{id}',
  access: 'log.view',
  reads: ['shift-log'],
  kept: true,
  summary: 'All versions of an entry, newest first, with who wrote, corrected or withdrew it and why.',
  params: z.object({ id }),
  data: z.array(entryVersion),
})

export { shiftWords, why }
