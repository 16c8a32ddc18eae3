import { SIGMA_LIMIT } from '#core/balance/index.ts'
import { allInForce, inForce, type Description, type Parameters } from '#core/description/index.ts'
import { HOUR } from '../time/units.ts'

/**
 * Seconds for which the last opening, power or discharge of a silent sensor is held where nothing else is said: an
 * outage of an hour or so does not blank the inflow of a flood.
 */
export const HOLD_SILENT = 7200

/** What a plant without parameters of its own is computed with. */
export const DEFAULTS: Parameters = {
  interval: 300,
  window: 3600,
  inflowMethod: 3,
  sigmaLimit: SIGMA_LIMIT,
  holdSilent: HOLD_SILENT,
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

/** How long after its last reading a silent opening, power or discharge is held, ms. 0: not at all. */
export function holdOf(p: Parameters): number {
  return (p.holdSilent ?? HOLD_SILENT) * 1000
}

/** The reporting interval taken where a description gives none, ms: the calculation's own, at least an hour. */
export function unknownEvery(interval: number): number {
  return Math.max(interval, HOUR)
}

/** Reporting interval (ms) of a series that the parameters name: its station's, where one has it. */
export function everyOf(d: Description, series: string, t: number, interval: number): number {
  for (const { body } of allInForce(d.stations, t))
    if (body.series === series && body.every > 0) return body.every * 1000
  return unknownEvery(interval)
}
