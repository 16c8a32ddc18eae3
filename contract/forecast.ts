import { z } from 'zod'
import { HORIZONS, MODELS } from '#core/forecast/index.ts'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { knownAt, quality } from './fields.ts'

export const forecastModel = z.enum(MODELS)
export type ForecastModel = z.infer<typeof forecastModel>
/** Hours ahead. */
export const forecastHours = z.union(HORIZONS.map((h) => z.literal(h)))
export type ForecastHours = z.infer<typeof forecastHours>

/** A remark on a forecast: code and text. */
const forecastRemark = z.object({ code: z.string(), text: z.string() })
export type ForecastRemark = z.infer<typeof forecastRemark>

export const getInflowForecast = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/forecast/inflow',
  access: 'dashboard.view',
  reads: STATE,
  worded: true,
  kept: true,
  query: z.object({
    model: forecastModel.default('trend'),
    hours: z
      .enum(HORIZONS.map(String) as [string, ...string[]])
      .default('24')
      .transform((h) => Number(h) as ForecastHours),
    known_at: knownAt.optional(),
  }),
  summary:
    'Forecast inflow (m3/s) by a baseline model from the smoothed inflow, with its band. Where no forecast is possible the arrays are empty and about.refused says why.',
  data: z.object({
    model: forecastModel,
    hours: z.number(),
    /** When it was made, epoch ms. */
    issued: z.number(),
    unit: z.literal('m3/s'),
    /** Epoch ms. The first is the inflow from which it starts (lead 0). */
    t: z.array(z.number()),
    v: z.array(z.number()),
    lower: z.array(z.number()),
    upper: z.array(z.number()),
    quality,
    /** Over the horizon: mean and max in m3/s, volumes in 10^6 m3, with those along the edges of the band. */
    summary: z
      .object({
        mean: z.number(),
        max: z.number(),
        max_at: z.number(),
        volume: z.number(),
        volume_lower: z.number(),
        volume_upper: z.number(),
      })
      .nullable(),
    about: z.object({
      /** Instant and value of the inflow from which it starts. */
      from: z.number().nullable(),
      value: z.number().nullable(),
      /** m3/s per hour, and the span that the line is fitted to; null for persistence. */
      slope: z.number().nullable(),
      window: z
        .object({ from: z.number(), to: z.number(), points: z.number(), expected: z.number() })
        .nullable(),
      /** How it is made, and its assumptions. */
      method: z.string(),
      assumes: z.array(forecastRemark),
      /** What weakens this forecast. */
      warnings: z.array(forecastRemark),
      /** Why there is none. */
      refused: forecastRemark.nullable(),
    }),
  }),
})
export type InflowForecast = z.infer<(typeof getInflowForecast)['data']>
