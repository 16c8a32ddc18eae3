import { z } from 'zod'
import { PRICE_DAYS, READY_CALENDARS } from '#core/price/index.ts'
import { isZone, parseInstant } from '#core/time/index.ts'
import { endpoint } from './endpoint.ts'
import { localString, localTime } from './fields.ts'
import {
  calendarSchema,
  deductionSchema,
  freeTariffSchema,
  MOST_ENERGY,
  MOST_POWER,
  MOST_PRICE,
} from './seed/price.ts'
import { code } from './validation.ts'

/**
 * Prices of energy: what energy earns by calendar and tariff. Pure: everything is in the body, nothing is stored, and
 * money is rounded to VND once, where it is answered. Energy is in kWh, power in kW, prices in VND/kWh.
 */
const base = 'main' as const
const method = 'POST' as const
const access = 'price' as const

/** Longest interval, and all intervals of a call together, days. */
export const LONGEST_INTERVAL = 366
export const MOST_DAYS = 36_600
const MOST_INTERVALS = 10_000
/** Parts of days by class in all intervals of a list together: a calendar of many bands has fewer days. */
export const MOST_PARTS = 300_000
/** Epoch ms; later instants are refused. */
export const LAST_INSTANT = Date.UTC(2200, 0, 1)
/** Energy, power and prices below it are 0: what remains of a subtraction of floating-point numbers. */
export const DUST = 1e-12

/** A local time of the zone, an ISO 8601 instant with its offset, or epoch ms. */
export const moment = z.union([
  z
    .string()
    .refine((s) => localTime.safeParse(s).success || parseInstant(s) !== null, code('wrong_format'))
    .describe('yyyy-MM-dd[ HH:mm[:ss]] of the zone, or ISO 8601 with offset'),
  z.number().int().min(0).max(LAST_INSTANT).describe('epoch ms'),
])
const interval = { from: moment, to: moment }
const READY = Object.keys(READY_CALENDARS)
const calendar = z
  .union([z.enum(READY), calendarSchema])
  .describe('the name of a ready calendar, or a calendar')
const zone = z.string().max(60).refine(isZone, code('wrong_format')).optional()
/** A market may price surplus below 0. */
const marketPrice = z.number().min(-MOST_PRICE).max(MOST_PRICE)
const kwh = z.number().min(0).max(MOST_ENERGY)
/** A stopped plant draws from the grid more than it sends: its net energy is below 0. */
const soldKwh = z.number().min(-MOST_ENERGY).max(MOST_ENERGY)
const kw = z.number().min(0).max(MOST_POWER)
const list = <T extends z.ZodType>(item: T) => z.array(item).max(MOST_INTERVALS)

const part = z.object({
  kind: z.enum(['energy', 'capacity', 'surplus', 'contract']),
  season: z.string().nullable(),
  kwh: z.number(),
  /** VND/kWh; the mean where it changes. */
  price: z.number().nullable(),
  vnd: z.number(),
})

export const evaluateTariff = endpoint({
  base,
  method,
  path: '/v1/price/evaluate',
  access,
  changes: [],
  large: true,
  worded: true,
  summary:
    'Revenue of energy or power by time-of-use class: split by time at the limits of bands, summed exactly, rounded to VND once. calendar: the name of a ready one (EVN-2014) or a body; tariff: a body. class of an energy interval: as its meter recorded it, else by the calendar. power: kw at from, in a straight line to kw_end at to. market, contracted: prices and contracted quantities of a tariff by series. span: the time of its contract for difference, else from the first interval to the end of the last. zone: of local times, else that of the reservoir.',
  body: z.strictObject({
    calendar,
    tariff: freeTariffSchema,
    energy: list(
      z.strictObject({
        ...interval,
        kwh: soldKwh,
        surplus_kwh: kwh.nullish(),
        class: z.string().min(1).max(60).nullish(),
      }),
    ).optional(),
    power: list(z.strictObject({ ...interval, kw, kw_end: kw.nullish() })).optional(),
    market: list(z.strictObject({ ...interval, price: marketPrice })).optional(),
    contracted: list(z.strictObject({ ...interval, kwh })).optional(),
    span: z.strictObject(interval).optional(),
    deductions: z.array(deductionSchema).max(50).optional(),
    zone,
  }),
  data: z.object({
    /** Every class of the calendar, also those without hours. */
    classes: z.array(
      z.object({
        class: z.string(),
        name: z.string(),
        hours: z.number(),
        kwh: z.number(),
        /** VND/kWh of its energy, without capacity and surplus; the mean where it changes. null: no energy. */
        price: z.number().nullable(),
        vnd: z.number(),
        parts: z.array(part),
      }),
    ),
    kwh: z.number(),
    vnd: z.number(),
    /** VND/kWh, not rounded; null without energy. */
    mean_price: z.number().nullable(),
    /** Whether it is an estimate of the settlement: priced by the market. */
    estimate: z.boolean(),
    deductions: z.array(z.object({ name: z.string(), vnd: z.number(), deducted: z.boolean() })),
    /** What remains after deductions. */
    net_vnd: z.number(),
  }),
})

export const classOfInstants = endpoint({
  base,
  method,
  path: '/v1/price/class',
  access,
  changes: [],
  large: true,
  worded: true,
  summary:
    'The time-of-use class of each instant by a calendar, and why: the kind of its day, its season, and its band. region: where the calendar has regions.',
  body: z.strictObject({
    calendar,
    t: z.union([moment, list(moment).min(1)]),
    region: z.string().max(60).nullish(),
    zone,
  }),
  data: z.array(
    z.object({
      /** Epoch ms. */
      t: z.number(),
      local: localString,
      class: z.string(),
      name: z.string(),
      season: z.string().nullable(),
      day: z.enum(PRICE_DAYS),
      /** row: its place in the calendar, from 1 on. */
      band: z.object({ row: z.number(), from: z.string(), to: z.string() }),
      /** In words. */
      reason: z.string(),
    }),
  ),
})
