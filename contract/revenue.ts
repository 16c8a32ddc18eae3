import { z } from 'zod'
import { PRICE_DAYS, TARIFF_KINDS } from '#core/price/index.ts'
import { endpoint } from './endpoint.ts'
import { knownAt, localString, localTime, quality } from './fields.ts'
import { moment } from './price.ts'
import { STATE } from './subjects.ts'
import { calendarSchema, deductionSchema, tariffSchema } from './seed/price.ts'
import { objectId } from './validation.ts'

/**
 * Revenue of a plant: its stored energy at the prices of its description, derived whenever it is read. Energy is in kWh,
 * prices in VND/kWh; money is rounded to VND once, here, each figure from its own exact sum.
 */
const base = 'main' as const
const method = 'POST' as const
const access = 'price' as const

/** Most periods of a call, and the longest span of all together, days. */
export const MOST_REVENUE_ROWS = 3700
export const MOST_REVENUE_DAYS = 18_300
/** Most instants of a call. */
const MOST_INSTANTS = 1000

const parts = {
  /** energy: at the price of its class. capacity: paid besides. surplus: instead. contract: for difference. */
  kind: z.enum(['energy', 'capacity', 'surplus', 'contract', 'unpriced']),
  season: z.string().nullable(),
  /** Version of the tariff; null: none was in force. */
  tariff: z.string().nullable(),
  kwh: z.number(),
  /** VND/kWh; the mean where it changes. */
  price: z.number().nullable(),
  vnd: z.number(),
}

const classRevenue = z.object({
  /** null: no tariff or calendar was in force. */
  class: z.string().nullable(),
  name: z.string(),
  /** Hours of the class for which energy is known. */
  hours: z.number(),
  kwh: z.number(),
  /** VND/kWh of its energy, without capacity, surplus and contracts. */
  price: z.number().nullable(),
  vnd: z.number(),
  parts: z.array(z.object(parts)),
})
export type ClassRevenue = z.infer<typeof classRevenue>

export const revenueRow = z.object({
  /** [from, to), epoch ms: midnights of the plant's zone. */
  from: z.number(),
  to: z.number(),
  classes: z.array(classRevenue),
  kwh: z.number(),
  vnd: z.number(),
  /** VND/kWh, not rounded; null without energy. */
  mean_price: z.number().nullable(),
  /** Versions of tariffs that priced it. */
  tariffs: z.array(z.string()),
  deductions: z.array(z.object({ id: z.string(), name: z.string(), vnd: z.number(), deducted: z.boolean() })),
  /** After the deductions that reduce it. */
  net_vnd: z.number(),
  /** Energy of `kwh` that has no price, so that it earns nothing. */
  unpriced_kwh: z.number(),
  /** Hours for which a contract for difference lacks its market price or quantity. */
  unsettled_hours: z.number(),
  /** Whether some of it is an estimate of the settlement: priced by the market. */
  estimate: z.boolean(),
  /** Steps of energy that are over, those of them that are not known, and the share of the time that is missing, 0-1. */
  steps: z.number(),
  missing_steps: z.number(),
  missing: z.number(),
  /** Quality byte: PARTIAL above a tenth missing, MISSING above one half. */
  quality,
})
export type RevenueRow = z.infer<typeof revenueRow>

export const tariffRevenue = endpoint({
  base,
  method,
  path: '/v1/price/revenue',
  access,
  reads: STATE,
  changes: [],
  large: true,
  worded: true,
  refusals: [404],
  summary:
    'Revenue of a plant (its net energy) or of a unit (what it generates, each kWh at the price of its class or of the market: a contract for difference and surplus energy are of the plant alone) by day, month or year, from midnight in the zone of the plant; whole periods that from..to touches. By class, with the tariff versions, deductions apart, and the share of energy that is missing. Derived on reading, nothing is stored.',
  body: z.strictObject({
    from: localTime.describe('Local time of the plant'),
    to: localTime.describe('Local time of the plant'),
    group: z.enum(['day', 'month', 'year']),
    unit: objectId.nullish().describe('Id of a generating unit; absent: the plant'),
    known_at: knownAt.optional(),
  }),
  data: z.object({
    unit: z.string().nullable(),
    /** The series of energy that is priced; null: a unit whose id leaves it none. */
    series: z.string().nullable(),
    currency: z.literal('VND'),
    zone: z.string(),
    /** Epoch ms; null: as it is known now. */
    known_at: z.number().nullable(),
    /** Versions of tariffs of all rows. */
    tariffs: z.array(
      z.object({
        version: z.string(),
        id: z.string(),
        name: z.string(),
        kind: z.enum(TARIFF_KINDS),
        calendar: z.string(),
        /** In force, epoch ms; null: always, or open. */
        from: z.number().nullable(),
        to: z.number().nullable(),
      }),
    ),
    rows: z.array(revenueRow),
    total: revenueRow,
  }),
})
export type RevenueAnswer = z.infer<(typeof tariffRevenue)['data']>

const priceOfKind = z.number().nullable()

export const priceAtInstants = endpoint({
  base,
  method,
  path: '/v1/price/at',
  access,
  reads: STATE,
  changes: [],
  worded: true,
  summary:
    'What a kWh earns at each instant by the tariff of the plant that is in force then, and why: its version, calendar, class, kind of day, season and band.',
  body: z.strictObject({
    t: z.union([moment, z.array(moment).min(1).max(MOST_INSTANTS)]),
    known_at: knownAt.optional(),
  }),
  data: z.array(
    z.object({
      /** Epoch ms. */
      t: z.number(),
      local: localString,
      /** null: none is in force. */
      tariff: z
        .object({ id: z.string(), version: z.string(), name: z.string(), kind: z.enum(TARIFF_KINDS) })
        .nullable(),
      /** version null: a ready calendar. */
      calendar: z.object({ id: z.string(), version: z.string().nullable(), name: z.string() }).nullable(),
      class: z.string().nullable(),
      name: z.string().nullable(),
      season: z.string().nullable(),
      day: z.enum(PRICE_DAYS).nullable(),
      band: z.object({ row: z.number(), from: z.string(), to: z.string() }).nullable(),
      /** VND/kWh of energy; null: there is none. */
      price: priceOfKind,
      /** VND/kWh paid besides, and instead for surplus energy; null: there is none. */
      capacity: priceOfKind,
      surplus: priceOfKind,
      /** Whether it is an estimate of the settlement: by the market. */
      estimate: z.boolean(),
      /** In words. */
      reason: z.string(),
    }),
  ),
})

const priceDraft = <N extends string, B extends z.ZodType>(noun: N, body: B) =>
  z.strictObject({
    noun: z.literal(noun),
    /** Of an existing item; absent: a new one. */
    id: objectId.optional(),
    /** null: retired. */
    body: body.nullable(),
    /** Local; null: always; absent: the period of the version in force. */
    from: localTime.nullable().optional(),
  })
const pair = z.object({ before: z.number(), after: z.number() })

export const previewPrices = endpoint({
  base,
  method,
  path: '/v1/price/preview',
  access,
  changes: [],
  large: true,
  summary:
    'What changes of tariffs, calendars and deductions do to the revenue of every month that they touch, until now; also where only its classes or deductions differ. Each is checked as by its own call; stores nothing.',
  body: z.strictObject({
    changes: z
      .array(
        z.discriminatedUnion('noun', [
          priceDraft('tariff', tariffSchema),
          priceDraft('calendar', calendarSchema),
          priceDraft('deduction', deductionSchema),
        ]),
      )
      .min(1)
      .max(10),
  }),
  data: z.object({
    /** What was compared: whole months with energy, [from, to), epoch ms; null: the plant has sold nothing yet. */
    from: z.number().nullable(),
    to: z.number().nullable(),
    compared: z.number(),
    /** Months that differ, oldest first. */
    months: z.array(
      z.object({
        from: z.number(),
        to: z.number(),
        kwh: z.number(),
        vnd: pair,
        net_vnd: pair,
        unpriced_kwh: pair,
        missing: z.number(),
      }),
    ),
    /** Of all of them, each rounded from its own exact sum. */
    total: z.object({ vnd: pair, net_vnd: pair }),
  }),
})
