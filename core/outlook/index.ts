/** How long until the lake is somewhere else, if it goes on as it does. */

/**
 * Why there is no time. unknown: level or rate is not known. steady: the rate is about nothing. rising, falling: it
 * goes the other way. passed: it is there already.
 */
type NoTime = 'unknown' | 'steady' | 'rising' | 'falling' | 'passed'

export type Time = { hours: number; reason: null } | { hours: null; reason: NoTime }

/** Slower than this nothing is foretold, m/h: a millimetre in an hour is within what gauges see. */
export const STEADY = 0.001

const none = (reason: NoTime): Time => ({ hours: null, reason })
const known = (x: number | null): x is number => x !== null && Number.isFinite(x)

/** Hours until a level (m) above is reached at a rate (m/h). */
export function hoursUp(z: number | null, perHour: number | null, target: number): Time {
  if (!known(z)) return none('unknown')
  if (z >= target) return none('passed')
  if (!known(perHour)) return none('unknown')
  if (Math.abs(perHour) < STEADY) return none('steady')
  return perHour < 0 ? none('falling') : { hours: (target - z) / perHour, reason: null }
}

/**
 * Hours until what is stored above the dead level is gone, at what comes in less what goes out.
 * @param stored, dead volumes at the level and at the dead level, m3
 * @param net m3/s
 * @param thin volume of the lake's top layer of STEADY thickness, m3: a net flow that moves less in an hour is none
 */
export function hoursOfWater(
  stored: number | null,
  dead: number | null,
  net: number | null,
  thin: number | null,
): Time {
  if (!known(stored) || !known(dead)) return none('unknown')
  if (stored <= dead) return none('passed')
  if (!known(net)) return none('unknown')
  if (Math.abs(net) * 3600 < (thin ?? 0) || net === 0) return none('steady')
  return net > 0 ? none('rising') : { hours: (stored - dead) / (-net * 3600), reason: null }
}
