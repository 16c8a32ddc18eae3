import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { knownAt, localTime, quality } from './fields.ts'
import { STATE } from './subjects.ts'

/** Most days and months of one call; a free span has at most as many days. */
export const MOST_VOLUME_DAYS = 400
export const MOST_VOLUME_MONTHS = 121

const WATER_STEPS = z.enum(['day', 'month', 'span'])
const volume = z.number().nullable()
/** The water balance of a period, 10^6 m3; null where unknown. */
const waterVolume = z.object({
  /** Local time of its beginning, and both ends as epoch ms; those of a span are instants of the calculation. */
  date_string: z.string(),
  from: z.number(),
  to: z.number(),
  /** Change of storage between the two ends. */
  storage: volume,
  outflow: volume,
  /** Evaporation, and seepage that does not return. */
  losses: volume,
  /** By the balance over exactly this period; measured where the plant measures inflow. */
  inflow: volume,
  /** inflow - storage - outflow - losses, and its share of the larger of inflow and outflow. */
  residual: volume,
  residual_share: z.number().nullable(),
  /** Whether the residual is within the limit; null where it is unknown. */
  closes: z.boolean().nullable(),
  /** The sum of the published inflow, each of whose values is the mean of the window before it. */
  summed: volume,
  /** false: the period is not over, and the volumes are those up to now. */
  complete: z.boolean(),
  quality,
})
export type WaterVolume = z.infer<typeof waterVolume>

export const getVolumes = endpoint({
  base: 'main',
  method: 'POST',
  path: '/v1/dashboard/volumes',
  access: 'dashboard.view',
  reads: STATE,
  kept: true,
  large: true,
  summary:
    'Water of each day or month that local times from..to touch, 10^6 m3: what came in by the balance over exactly that period (change of storage, outflow, losses), what the stored series lack of closing, and beside it the published inflow added up. step "span": of exactly (from, to], between the last instants of the calculation at or before either end; nothing where that is no interval. 400 days or 121 months at the most.',
  body: z.strictObject({
    from: localTime,
    to: localTime,
    step: WATER_STEPS.default('day'),
    known_at: knownAt
      .optional()
      .describe('As it was known then (answered as meta.known_at): 400 days at the most'),
  }),
  data: z.object({
    step: WATER_STEPS,
    /** Seconds of the window over which the published inflow is averaged. */
    window_s: z.number(),
    /** Largest share of what flowed for which a period counts as closed. */
    closes_within: z.number(),
    periods: z.array(waterVolume),
  }),
})
