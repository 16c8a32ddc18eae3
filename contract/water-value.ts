import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { quality } from './fields.ts'
import { STATE } from './subjects.ts'

const value = z.number().nullable()

/** Energy and money by class. */
const byClass = z.array(
  z.object({ class: z.string().nullable(), name: z.string(), kwh: z.number(), vnd: z.number() }),
)

const revenue = z.object({
  /** [from, to), epoch ms. */
  from: z.number(),
  to: z.number(),
  /** Sold, kWh; VND before deductions, null where too little is known or nothing has a price. */
  kwh: z.number(),
  vnd: value,
  quality,
  /** Share of the time until now for which energy is not known. */
  missing: z.number(),
  unpriced_kwh: z.number(),
  estimate: z.boolean(),
  classes: byClass,
})
export type RevenueSoFar = z.infer<typeof revenue>

/** Water that passed without generating. */
const passed = z.object({
  /** m3; null: too little is known. */
  volume: value,
  kwh: value,
  vnd: value,
})

export const getWaterValue = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/dashboard/water-value',
  access: 'statistical.view',
  reads: STATE,
  worded: true,
  summary:
    'What water is worth in money: the usable water at the prices ahead, what the spill and the minimum flow of today would have earned, and the revenue of today and of this month by class; each with what is assumed for it, in words.',
  data: z.object({
    at: z.number(),
    zone: z.string(),
    /** m3/kWh, and of what it is: of today, or of the last 30 days where nothing was generated today; null: unknown. */
    use: value,
    use_of: z.enum(['today', 'month']).nullable(),
    usable: z.object({
      /** Lake level, m, null where it is stale; when it was last known, epoch ms; and the water above the dead level, m3. */
      level: value,
      level_at: value,
      volume: value,
      kwh: value,
      /** VND/kWh: the prices ahead, weighted by what was sold in each class within 30 days. */
      price: value,
      vnd: value,
      classes: z.array(
        z.object({ class: z.string().nullable(), name: z.string(), share: z.number(), price: value }),
      ),
      assumed: z.string(),
    }),
    lost: z.object({
      spill: passed,
      minimum_flow: passed,
      assumed: z.string(),
    }),
    revenue: z.object({ today: revenue, month: revenue, assumed: z.string() }),
  }),
})
export type WaterValue = z.infer<(typeof getWaterValue)['data']>
