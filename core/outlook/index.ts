/** The time until the lake reaches a level at its present rate or by a forecast. */

/**
 * Why there is no time. unknown: level or rate is unknown. steady: the rate is about zero. rising, falling: it goes the
 * other way. passed: it is reached already.
 */
type NoTime = 'unknown' | 'steady' | 'rising' | 'falling' | 'passed'

export type Time = { hours: number; reason: null } | { hours: null; reason: NoTime }

/** Rate below which no time is predicted, m/h: a millimetre in an hour is within the resolution of gauges. */
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

/** Hours until a level (m) below is reached at a rate (m/h). */
export function hoursDown(z: number | null, perHour: number | null, target: number): Time {
  const time = hoursUp(known(z) ? -z : null, known(perHour) ? -perHour : null, -target)
  return time.reason === 'falling' ? none('rising') : time
}

/** Time step with which a forecast is followed, ms. */
const STEP = 10 * 60_000

/** A forecast inflow, and the lake that it fills. Volumes in m3, flows in m3/s, times in epoch ms. */
interface Filling {
  t: ArrayLike<number>
  v: ArrayLike<number>
  /** When the lake holds `stored`, epoch ms. */
  from: number
  stored: number
  /** Constant outflow. */
  out: number
  target: number
  /** Whether the target is above the stored volume. */
  up: boolean
}

/** Hours until the lake holds the target, by the water balance of a forecast; null where it does not within it. */
export function hoursAlong({ t, v, from, stored, out, target, up }: Filling): number | null {
  const n = t.length
  if (n === 0 || (up ? stored >= target : stored <= target)) return null
  let k = 0
  const flowAt = (at: number) => {
    while (k + 1 < n && t[k + 1] <= at) k++
    if (k + 1 >= n || at <= t[k]) return v[k]
    return v[k] + ((v[k + 1] - v[k]) * (at - t[k])) / (t[k + 1] - t[k])
  }
  let volume = stored
  let flow = flowAt(from)
  for (let at = from; at < t[n - 1];) {
    const next = Math.min(at + STEP, t[n - 1])
    const then = flowAt(next)
    const added = ((flow + then) / 2 - out) * ((next - at) / 1000)
    if (up ? volume + added >= target : volume + added <= target)
      return (at - from + ((next - at) * (target - volume)) / added) / 3_600_000
    volume += added
    flow = then
    at = next
  }
  return null
}

/** A span of hours; to may be Infinity. */
export interface Span {
  from: number
  to: number
}

/** Ends of spans, h: each about half as long again as the one before, as no rate or forecast is more precise. */
const ENDS = [0, 0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 9, 12, 18, 24, 36, 48, 72, 96, 144, 240, Infinity]
/** Factor by which the time must exceed the end of a span before a later one is shown. */
const HOLD = 1.15

/**
 * The span that contains a time (h). An earlier one is shown at once; a later one only once the time is well past the
 * end of the span shown before, so that a time near an end does not jump to and fro.
 */
export function spanOf(hours: number, before: Span | null): Span {
  if (before && hours >= before.from && hours <= before.to * HOLD) return before
  const i = ENDS.findIndex((end, k) => k > 0 && hours < end)
  return { from: ENDS[i - 1], to: ENDS[i] }
}

/**
 * Hours until the storage above the dead level is used up, at inflow minus outflow. stored, dead: volumes at the level
 * and at the dead level, m3; net: m3/s; thin: volume of the lake's top layer of STEADY thickness, m3: a net flow that
 * moves less in an hour counts as none.
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
