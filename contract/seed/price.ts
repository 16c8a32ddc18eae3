import { z } from 'zod'
import { checkCalendar, PRICE_DAYS, TARIFF_KINDS, type PriceFault } from '#core/price/index.ts'
import { fromLocal } from '#core/time/index.ts'
import type { WordParams } from '../field-errors.ts'
import { code, line, requiredLine } from '../validation.ts'
import { seriesCode } from '../readings.ts'
import { monthDay, name, number, positive, seedId, share, twice } from './rules.ts'

/** VND/kWh: a hundred times above any price; beyond it lies a wrong unit. */
export const MOST_PRICE = 1_000_000
/** kWh: more than any plant generates in a year. */
export const MOST_ENERGY = 1e12
/** kW: more than any plant has. */
export const MOST_POWER = 1e8

const price = number.min(0).max(MOST_PRICE)
const power = positive.max(MOST_POWER)
const label = requiredLine(60)
/** A code, season or region that a price or a band names; null or absent: all of them. */
const ofAny = label.nullish()
const timeOfDay = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, code('band_time'))
const date = z
  .string()
  .refine((d) => /^\d{4}-\d{2}-\d{2}$/.test(d) && fromLocal(d, 'UTC') !== null, code('price_date'))

/** The parameters of a fault's message. */
export function faultParams({ params, days, seasons, regions }: PriceFault): WordParams {
  if (days === undefined && seasons === undefined) return params
  const named = [
    ...(days === undefined ? [] : days.map((d) => ({ code: `day_${d}` as const }))),
    ...(seasons ?? []),
    ...(regions ?? []),
  ]
  const all = { code: days === undefined ? ('season_all' as const) : ('day_all' as const) }
  return { ...params, where: named.length > 0 ? named : [all] }
}

export const calendarSchema = z
  .strictObject({
    name,
    energyStep: z.union([5, 10, 15, 30, 60].map((m) => z.literal(m))).default(30),
    classes: z
      .array(z.strictObject({ code: seedId, name: label }))
      .min(1)
      .max(20),
    seasons: z
      .array(z.strictObject({ code: seedId, name: label, from: monthDay, to: monthDay }))
      .max(24)
      .default([]),
    regions: z.array(label).max(10).default([]),
    holidays: z.array(date).max(1000).default([]),
    bands: z
      .array(
        z.strictObject({
          class: label,
          days: z.array(z.enum(PRICE_DAYS)).min(1).max(PRICE_DAYS.length),
          season: ofAny,
          region: ofAny,
          from: timeOfDay,
          to: timeOfDay,
        }),
      )
      .min(1)
      .max(200),
  })
  .superRefine((calendar, c) => {
    calendar.bands.forEach((b, i) => twice(c, b.days, (k) => ['bands', i, 'days', k]))
    for (const fault of checkCalendar(calendar))
      c.addIssue({
        code: 'custom',
        path: fault.path,
        message: fault.code,
        params: faultParams(fault),
        input: undefined,
      })
  })

const place = { season: ofAny, region: ofAny, price }
const classPrices = z.array(z.strictObject({ class: label, ...place })).max(500)

/** Fields of each kind of tariff. */
const OF_KIND = {
  table: ['prices', 'capacity', 'surplus'],
  flat: ['price'],
  series: ['series', 'contract'],
} as const
const REQUIRED = { table: 'prices', flat: 'price', series: 'series' } as const

const tariffFields = {
  name,
  kind: z.enum(TARIFF_KINDS).default('table'),
  calendar: seedId,
  currency: z.literal('VND').default('VND'),
  region: ofAny,
  prices: classPrices.optional(),
  capacity: classPrices.optional(),
  surplus: z
    .strictObject({
      rule: z.enum(['entered', 'above_power']).default('entered'),
      power: power.nullish(),
      prices: z
        .array(z.strictObject({ class: ofAny, ...place }))
        .min(1)
        .max(100),
    })
    .nullish(),
  price: price.nullish(),
  series: seriesCode.nullish(),
  contract: z.strictObject({ price, power: power.nullish(), series: seriesCode.nullish() }).nullish(),
}

interface TariffBody {
  kind: (typeof TARIFF_KINDS)[number]
  surplus?: { rule: string; power?: number | null } | null
  contract?: { power?: number | null; series?: string | null } | null
}

/** What a tariff of a kind must have and must not have. */
function checkKind(
  tariff: TariffBody,
  c: z.core.$RefinementCtx<unknown>,
  required: (typeof REQUIRED)[keyof typeof REQUIRED] | null,
): void {
  const add = (path: string[], message: string) =>
    c.addIssue({ code: 'custom', path, message, input: undefined })
  const body = tariff as TariffBody & Record<string, unknown>
  const absent = (key: string) => body[key] === undefined || body[key] === null
  for (const [kind, keys] of Object.entries(OF_KIND))
    for (const key of keys) if (kind !== tariff.kind && !absent(key)) add([key], 'price_not_of_kind')
  if (required && absent(required)) add([required], 'required')
  const { surplus, contract } = tariff
  const hasPower = (one: { power?: number | null }) => one.power !== undefined && one.power !== null
  if (surplus && hasPower(surplus) !== (surplus.rule === 'above_power'))
    add(['surplus', 'power'], hasPower(surplus) ? 'price_not_of_kind' : 'required')
  if (contract && hasPower(contract) === Boolean(contract.series))
    add(['contract', 'power'], 'contract_quantity')
}

export const tariffSchema = z
  .strictObject(tariffFields)
  .superRefine((tariff, c) => checkKind(tariff, c, REQUIRED[tariff.kind]))

/** A tariff that is evaluated beside a calendar; its market prices come with it, so that it needs no series. */
export const freeTariffSchema = z
  .strictObject({ ...tariffFields, name: name.optional(), calendar: line(60).optional() })
  .superRefine((tariff, c) => checkKind(tariff, c, tariff.kind === 'series' ? null : REQUIRED[tariff.kind]))

export const deductionSchema = z
  .strictObject({
    name,
    kind: z.enum(['per_kwh', 'rate']),
    amount: price.nullish(),
    rate: share.nullish(),
    basePrice: price.nullish(),
    deducted: z.boolean().default(true),
  })
  .superRefine((deduction, c) => {
    const [own, other] =
      deduction.kind === 'rate' ? (['rate', 'amount'] as const) : (['amount', 'rate'] as const)
    const isThere = (key: 'rate' | 'amount' | 'basePrice') =>
      deduction[key] !== undefined && deduction[key] !== null
    const add = (path: string, message: string) =>
      c.addIssue({ code: 'custom', path: [path], message, input: undefined })
    if (!isThere(own)) add(own, 'required')
    if (isThere(other)) add(other, 'price_not_of_kind')
    if (deduction.kind === 'per_kwh' && isThere('basePrice')) add('basePrice', 'price_not_of_kind')
  })
