import { z } from 'zod'
import { fromLocal } from '#core/time/index.ts'
import { endpoint } from './endpoint.ts'
import { quality } from './fields.ts'
import { MOST_ENERGY } from './seed/price.ts'
import { code, reason } from './validation.ts'

/**
 * Daily energy and revenue as people enter them, by the calendar day of the plant, beside what is computed. Entered
 * values never become computed ones.
 */
const base = 'main' as const

/** A calendar day, yyyy-MM-dd, that exists. */
export const calendarDay = z
  .string()
  .regex(/^(19|20|21)\d{2}-\d{2}-\d{2}$/, { ...code('date_rule'), abort: true })
  .refine((day) => fromLocal(day, 'UTC') !== null, code('no_such_day'))

/** Most days of one call. */
export const MOST_ENTERED_DAYS = 400
/** VND of a day: a thousand times what the largest plant earns. */
const MOST_REVENUE = 1e15

const energy = z.number().min(0).max(MOST_ENERGY).nullable()
const revenue = z.number().min(-MOST_REVENUE).max(MOST_REVENUE).nullable()

const version = z.object({
  /** 0: nothing was ever entered. */
  version: z.number().int(),
  /** kWh and VND as entered; null: not entered. */
  e: z.number().nullable(),
  r: z.number().nullable(),
  reason: z.string().nullable(),
  entered_by: z.string().nullable(),
  entered_by_name: z.string().nullable(),
  /** Epoch ms. */
  entered_at: z.number().nullable(),
  /** Entered before the day was over: of a part of the day. */
  running: z.boolean(),
})
export type EnteredVersion = z.infer<typeof version>

const day = version.extend({
  day_string: z.string(),
  /** Whether the day is over. */
  over: z.boolean(),
  /** Whether it lies in a span that is approved: only who may approve changes it. */
  approved: z.boolean(),
  /** As computed, and what was entered more than that; null where either is missing, or the day is not over. */
  computed: z.object({
    e: z.number().nullable(),
    /** Of the energy, and which share of the day is not known. */
    quality,
    missing: z.number(),
    r: z.number().nullable(),
    /** Of the revenue, which is of the energy sold: that may be missing where the energy generated is known. */
    r_quality: quality,
    r_missing: z.number(),
  }),
  difference: z.object({ e: z.number().nullable(), r: z.number().nullable() }),
})
export type EnteredDay = z.infer<typeof day>

export const listErlogs = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/erlogs/getfromto',
  access: 'statistical.view',
  reads: ['output', 'results', 'readings', 'description'],
  large: true,
  summary: `Daily energy (kWh) and revenue (VND) as entered, one for each day from..to (both included, ${MOST_ENTERED_DAYS} at the most), beside what is computed for it and the difference, which is null until the day is over.`,
  body: z.strictObject({ from: calendarDay, to: calendarDay }),
  data: z.array(day),
})

export const upsertErlog = endpoint({
  base,
  method: 'POST',
  path: '/v1/log/erlogs/upsert',
  access: 'statistical.update',
  changes: ['output', 'audit'],
  summary:
    'Enters energy e (kWh) and revenue r (VND) of a day, as a new version; null: not known; absent: as it was. In an approved span it needs readings.approve. version: the one that is replaced, 409 where it is another by now.',
  body: z.strictObject({
    day_string: calendarDay,
    e: energy.optional(),
    r: revenue.optional(),
    reason: reason.optional(),
    version: z.number().int().min(0).optional(),
  }),
  data: version.extend({ day_string: z.string() }),
})

export const listErlogVersions = endpoint({
  base,
  method: 'GET',
  path: '/v1/log/erlogs/{day}/history',
  access: 'statistical.view',
  reads: ['output'],
  summary: 'Every version of what was entered for a day, the newest first.',
  params: z.object({ day: calendarDay }),
  data: z.array(version),
})
