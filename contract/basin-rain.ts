import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { knownAt, quality } from './fields.ts'

/** Rain over the catchment, by three ways of making one number of many gauges. */
export const RAIN_METHODS = ['thiessen', 'grid', 'net'] as const
export type RainMethod = (typeof RAIN_METHODS)[number]
/** Hours that are summed up to now. */
export const RAIN_HOURS = [1, 6, 24] as const

const depth = z.object({
  /** mm, 2 decimals; null: more than half of it is missing. */
  value: z.number().nullable(),
  quality,
  /** Share of what should have come that did not: of the gauges by their weights, and of the time. */
  missing: z.number(),
})
export type RainDepth = z.infer<typeof depth>

export const basinRain = z.object({
  /** Up to when, epoch ms. */
  at: z.number(),
  time_zone: z.string(),
  /** Ends of the hours of the chart; the last one still runs. */
  hours: z.array(z.number()),
  methods: z.array(
    z.object({
      method: z.enum(RAIN_METHODS),
      /** Why it cannot be computed at all; null: it can. */
      lacking: z.enum(['no_gauges', 'no_outline', 'no_radar']).nullable(),
      /** As RAIN_HOURS. */
      depths: z.array(depth),
      /** mm per hour, beside `hours`. */
      hourly: z.array(z.number().nullable()),
    }),
  ),
  grid: z.object({ cells: z.number(), size_m: z.number() }).nullable(),
  /**
   * Radar against gauges over the last 24 h: by what its depths are to be multiplied, from how many pairs, and what
   * they come to then (as RAIN_HOURS; null while there are too few pairs).
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
      /** Whether it reports: false while nothing came for three of its steps. */
      present: z.boolean(),
      /** Last reading that may be used, epoch ms. */
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
