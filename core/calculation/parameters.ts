import { SIGMA_LIMIT } from '#core/balance/index.ts'
import { allInForce, inForce, type Description, type Parameters } from '#core/description/index.ts'
import { HOUR } from '../time/units.ts'

/** Parameters of a plant that has none of its own. */
export const DEFAULTS: Parameters = {
  interval: 300,
  window: 3600,
  inflowMethod: 3,
  sigmaLimit: SIGMA_LIMIT,
  movingPoints: 5,
  smoothing: 300,
  operation: 'automatic',
  inflowSeries: null,
  allowSuspect: false,
  evaporation: [],
  seepage: 0,
  seepageReturns: true,
  envFlow: null,
  envSeries: null,
  levelRate: 1,
}

/** The parameters in force at t (epoch ms), with defaults for absent ones, and for all where there are none. */
export function parametersAt(d: Description, t: number): Parameters {
  const p = inForce(d.parameters, t)?.body
  return p ? { ...DEFAULTS, ...p } : DEFAULTS
}

/** The reporting interval where a description gives none, ms: the calculation's own, at least an hour. */
export function unknownEvery(interval: number): number {
  return Math.max(interval, HOUR)
}

/** Reporting interval (ms) of a series that the parameters name: its station's, where one has it. */
export function everyOf(d: Description, series: string, t: number, interval: number): number {
  for (const { body } of allInForce(d.stations, t))
    if (body.series === series && body.every > 0) return body.every * 1000
  return unknownEvery(interval)
}
