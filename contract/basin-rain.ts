import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { knownAt, quality } from './fields.ts'

/** Rain over the catchment, by three methods of averaging gauges. */
export const RAIN_METHODS = ['thiessen', 'grid', 'net'] as const
export type RainMethod = (typeof RAIN_METHODS)[number]
/** Hours up to now over which rain is summed. */
export const RAIN_HOURS = [1, 6, 24] as const

const depth = z.object({
  /** mm, 2 decimals; null: more than half of it is missing. */
  value: z.number().nullable(),
  quality,
  /** Share of the expected readings that is missing, over time and gauges by their weights. */
  missing: z.number(),
})
export type RainDepth = z.infer<typeof depth>

export const basinRain = z.object({
  /** End of the sums, epoch ms. */
  at: z.number(),
  time_zone: z.string(),
  /** Ends of the hours of the chart; the last one is not over. */
  hours: z.array(z.number()),
  methods: z.array(
    z.object({
      method: z.enum(RAIN_METHODS),
      /** Why it cannot be computed; null: it can. */
      lacking: z.enum(['no_gauges', 'no_outline', 'no_radar']).nullable(),
      /** As RAIN_HOURS. */
      depths: z.array(depth),
      /** mm per hour, beside `hours`. */
      hourly: z.array(z.number().nullable()),
    }),
  ),
  grid: z.object({ cells: z.number(), size_m: z.number() }).nullable(),
  /**
   * Radar against gauges over the last 24 h: the factor for its depths, the number of pairs it is computed from, and
   * the corrected depths (as RAIN_HOURS; null while there are too few pairs).
   */
  bias: z.object({
    factor: z.number(),
    pairs: z.number(),
    enough: z.boolean(),
    limited: z.boolean(),
    adjusted: z.array(z.number().nullable()),
  }),
  gauges: z.array(
    z.object({
      station_id: z.string(),
      code: z.string(),
      name: z.string(),
      /** Shares of the basin, 0-1; null where the method cannot be computed. */
      thiessen: z.number(),
      grid: z.number().nullable(),
      /** Whether it reports: false when nothing arrived for three of its steps. */
      present: z.boolean(),
      /** Last valid reading, epoch ms. */
      last_t: z.number().nullable(),
      depths: z.array(depth),
    }),
  ),
})
export type BasinRain = z.infer<typeof basinRain>

export const getBasinRain = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/dashboard/basin-rain',
  access: 'dashboard.view',
  reads: STATE,
  query: z.object({ known_at: knownAt.optional() }),
  large: true,
  summary:
    'Mean rain over the catchment of the last 1, 6 and 24 h (mm) by Thiessen polygons, by an analytic grid (inverse distance), and by the rain net (radar), with the gauges, their weights and what is missing.',
  data: basinRain,
})
