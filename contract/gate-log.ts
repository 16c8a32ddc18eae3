import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { localTime, quality } from './fields.ts'
import { objectId, line, optionalLine, page, reason } from './validation.ts'

/**
 * The log of gates and units. Openings are in m, power in MW; a stopped unit has power 0. Where no sensor
 * reports, calculation uses each entry until the next one.
 */
const base = 'main' as const
const entryId = z.string().min(1).max(60)
const kind = z.enum(['leaf', 'unit'])
const why = reason.refine((v) => v !== null, { error: 'required' })

/** A movable: a gate of an outlet, or a unit. */
export const logObject = z.object({
  kind,
  id: z.string(),
  name: z.string(),
  /** Name of the outlet that a gate belongs to; null for a unit. */
  gate: z.string().nullable(),
  unit: z.enum(['m', 'MW']),
  /** Largest opening or power that may be entered; null when unknown. */
  most: z.number().nullable(),
  /** Whether a sensor is described for it. */
  sensor: z.boolean(),
  /** Whether the calculation uses its opening or power; a measured discharge does not need them. */
  used: z.boolean(),
})
export type LogObject = z.infer<typeof logObject>

const entry = z.object({
  /** null: a movement reported by a sensor and not completed yet. */
  entry_id: entryId.nullable(),
  version: z.number().int(),
  kind,
  object_id: z.string(),
  object_name: z.string(),
  /** Epoch ms, and as a local time of the plant. */
  t: z.number(),
  date_string: z.string(),
  unit: z.enum(['m', 'MW']),
  /** null: unknown. */
  from: z.number().nullable(),
  to: z.number(),
  order_no: z.string().nullable(),
  /** Who carried it out, as entered. */
  performed_by: z.string().nullable(),
  reason: z.string().nullable(),
  /** hand: entered by a person; sensor: seen by one. */
  source: z.enum(['hand', 'sensor']),
  /** When a sensor saw the logged movement, epoch ms; null: it did not, or there is none. */
  seen_at: z.number().nullable(),
  /** Who entered it and when; null for a movement that only a sensor saw. */
  recorded_by: z.string().nullable(),
  recorded_by_name: z.string().nullable(),
  recorded_at: z.number().nullable(),
  /** How much later than the movement it was entered, ms; null for a movement that only a sensor saw. */
  late: z.number().nullable(),
})
export type LogEntry = z.infer<typeof entry>

/** One version of an entry. */
const versionOf = entry.omit({ seen_at: true, late: true }).extend({
  entry_id: entryId,
  recorded_by: z.string(),
  recorded_at: z.number(),
  superseded_at: z.number().nullable(),
  superseded_by: z.string().nullable(),
  superseded_by_name: z.string().nullable(),
  superseded_reason: z.string().nullable(),
})
export type LogVersion = z.infer<typeof versionOf>

const filter = {
  /** Local times of the plant, from included, to excluded; the last 7 days when both are absent. */
  from: localTime.optional(),
  to: localTime.optional(),
  kind: kind.optional(),
  object_id: line(130).optional(),
  source: z.enum(['hand', 'sensor']).optional(),
  /** Text in order numbers, names and reasons. */
  search: line(100).optional(),
}
export const logFilter = z.object(filter)

export const listGateLog = endpoint({
  base,
  method: 'GET',
  path: '/v1/log/gates',
  access: 'log.view',
  reads: ['gate-log', 'description', 'readings'],
  large: true,
  summary:
    'Movements of gates and units within at most 366 days, newest first, 25 a page: those entered by hand and those detected in the series of their sensors.',
  query: z.object({ ...filter, page: page.default(1) }),
  data: z.object({
    entries: z.array(entry),
    total: z.number(),
    page: z.number(),
    page_size: z.number(),
    /** The span that was searched, epoch ms. */
    from: z.number(),
    to: z.number(),
  }),
})

export const exportGateLog = endpoint({
  base,
  method: 'GET',
  path: '/v1/log/gates/export',
  access: 'log.view',
  large: true,
  summary: 'The filtered log as CSV (UTF-8), times in the plant’s zone.',
  query: logFilter,
  answer: 'binary',
  data: z.null(),
})

export const getGatePositions = endpoint({
  base,
  method: 'GET',
  path: '/v1/log/gates/positions',
  access: 'log.view',
  reads: ['gate-log', 'description', 'readings'],
  summary: 'The present position of each gate and unit, since when, and from which source.',
  query: z.object({ at: localTime.optional() }),
  data: z.object({
    at: z.number(),
    /** The last order number entered. */
    last_order: z.string().nullable(),
    positions: z.array(
      logObject.extend({
        /** null: unknown. */
        value: z.number().nullable(),
        quality,
        source: z.enum(['sensor', 'hand']).nullable(),
        /** Of the last movement; null: before the 30 days that are searched, or unknown. */
        since: z.number().nullable(),
      }),
    ),
  }),
})

const amount = z.number().min(0).max(1e6)
const move = z.strictObject({
  kind,
  object_id: objectId,
  /** Its position as the author saw it: 409 where it differs. Absent: any. */
  from: amount.nullable().optional(),
  to: amount,
})
const words = {
  order_no: optionalLine(60).default(null),
  performed_by: optionalLine(100).default(null),
  reason: reason.default(null),
}

export const addGateLog = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/gates/add',
  access: 'log.update',
  changes: ['gate-log'],
  summary:
    'Records the movements of one order at one time: all of them, or none. 409 log_from_differs where the position before was not the one that was shown.',
  status: 201,
  body: z.strictObject({
    /** Local time of the plant, not in the future. */
    at: localTime,
    moves: z.array(move).min(1).max(200),
    ...words,
    /** Whether to keep `from` as entered where the record differs. */
    as_written: z.boolean().default(false),
  }),
  data: z.object({ entries: z.array(entry) }),
})

export const correctGateLog = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/gates/correct',
  access: 'log.update',
  changes: ['gate-log'],
  summary: 'Corrects an entry; the previous version stays in its history.',
  body: z.strictObject({
    entry_id: entryId,
    version: z.number().int(),
    at: localTime,
    from: amount.nullable().optional(),
    to: amount,
    ...words,
    as_written: z.boolean().default(false),
    /** The reason for the correction. */
    why,
  }),
  data: entry,
})

export const completeGateLog = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/gates/complete',
  access: 'log.update',
  changes: ['gate-log'],
  summary: 'Adds the order number, the operator and the reason to a movement that a sensor detected.',
  status: 201,
  body: z.strictObject({
    kind,
    object_id: objectId,
    /** Instant of the movement as listed, epoch ms. */
    t: z.number().int(),
    ...words,
  }),
  data: entry,
})

export const withdrawGateLog = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/gates/withdraw',
  access: 'log.update',
  changes: ['gate-log'],
  summary: 'Withdraws an entry; it stays in its history.',
  body: z.strictObject({ entry_id: entryId, version: z.number().int(), why }),
  data: z.null(),
})

export const getGateLogHistory = endpoint({
  base,
  method: 'GET',
  path: '/v1/log/gates/{id}/history',
  access: 'log.view',
  reads: ['gate-log', 'description', 'readings'],
  summary: 'All versions of an entry, newest first, with who wrote, corrected or withdrew it and why.',
  params: z.object({ id: entryId }),
  data: z.array(versionOf),
})
