import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The weather of a demo. Apart from the calls of the set-up: every page of a demo asks for it. */
const base = 'main' as const
const anyReservoir = true

/**
 * Weather of the demo: a requested typhoon, since when (epoch ms by the demo's clock), how many times faster
 * than the real clock that one runs, and how far it is ahead, ms.
 */
const demoWeather = z.object({
  flood: z.boolean(),
  since: z.number().nullable(),
  speed: z.number(),
  ahead: z.number(),
})
export type DemoWeather = z.infer<typeof demoWeather>

export const getDemoWeather = endpoint({
  base,
  method: 'GET',
  path: '/v1/setup/demo-weather',
  access: 'dashboard.view',
  also: 'information.view',
  reads: ['setup'],
  anyReservoir,
  summary:
    'Whether the simulated plant of a demo has a typhoon that somebody requested, and how its clock runs. 404 where this is no demo.',
  data: demoWeather,
})

export const setDemoWeather = endpoint({
  base,
  method: 'POST',
  path: '/v1/setup/demo-weather',
  access: 'information.update',
  changes: ['setup'],
  anyReservoir,
  summary:
    'Brings a typhoon to the simulated plant of a demo, whose clock runs 60 times as fast for a day of its time, or calls it off as if it had never rained; the clock then goes on at its usual speed from what it shows.',
  body: z.strictObject({ flood: z.boolean() }),
  data: demoWeather,
})
