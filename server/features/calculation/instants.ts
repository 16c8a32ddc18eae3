import { inForce, type Description } from '#core/description/index.ts'
import { floorOnClock } from '#core/time/index.ts'

/** ms between calculations. */
export function calculationIntervalOf(d: Description, now: number): number {
  return (inForce(d.parameters, now)?.body.interval ?? 300) * 1000
}

/** The longest time between calculations that was in force in a span, ms. */
export function longestInterval(d: Description, from: number, to: number): number {
  const changed = d.parameters.filter((v) => v.from > from && v.from < to).map((v) => v.body.interval * 1000)
  return Math.max(calculationIntervalOf(d, from), ...changed)
}

/** Times between calculations, ms, for many instants in order: what is in force is looked up once for each of its stretches. */
export function calculationIntervals(d: Description): (t: number) => number {
  const cuts = d.parameters.flatMap((v) => [v.from, v.to ?? Infinity])
  let [from, to, interval] = [NaN, NaN, NaN]
  return (t) => {
    if (!(t >= from && t < to)) {
      from = Math.max(-Infinity, ...cuts.filter((cut) => cut <= t))
      to = Math.min(Infinity, ...cuts.filter((cut) => cut > t))
      interval = calculationIntervalOf(d, t)
    }
    return interval
  }
}

export function zoneOf(d: Description, now: number): string {
  return (inForce(d.plant, now) ?? d.plant.at(-1))!.body.zone
}

/** The last instant whose interval is complete. */
export function lastInstant(d: Description, now: number): number {
  return floorOnClock(now, calculationIntervalOf(d, now), zoneOf(d, now))
}

/** About how many instants lie within a span; those at its ends may count or not. */
export function instantsIn(d: Description, { from, to }: { from: number; to: number }): number {
  const cuts = d.parameters.map((v) => v.from).filter((t) => t > from && t <= to)
  const starts = [from, ...new Set(cuts.sort((a, b) => a - b)), to + 1]
  let n = 0
  for (let i = 0; i + 1 < starts.length; i++)
    n += (starts[i + 1] - starts[i]) / calculationIntervalOf(d, starts[i])
  return Math.ceil(n)
}
