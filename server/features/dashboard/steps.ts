import { fromLocalParts } from '#core/time/local.ts'
import { offsetAt } from '#core/time/index.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** Spacings that fall on times people name, in seconds: every one divides a day, or is whole days. */
const ROUND = [
  ...[1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30].map((m) => m * MINUTE),
  ...[1, 2, 3, 4, 6, 12].map((h) => h * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map((d) => d * DAY),
]

/**
 * Seconds between records over [from, to] so that at most maxRows come: the least round multiple of the calculation's
 * interval (s). Sums of a step are counted too: those at both ends may be cut.
 */
export function recordStep(
  from: number,
  to: number,
  interval: number,
  maxRows: number,
  zone: string,
): number {
  const fits = (step: number) => {
    const ms = step * 1000
    const a = from + offsetAt(from, zone)
    const b = to + offsetAt(to, zone)
    // Where clocks are set back an hour is lived twice: by the clock and by the time that passes.
    const longest = Math.max(b, a + to - from)
    const instants = Math.floor(longest / ms) - Math.ceil(a / ms) + 1
    const sums = Math.ceil(longest / ms) - Math.floor(a / ms)
    return instants <= maxRows && sums <= Math.max(2, maxRows)
  }
  const steps = [interval, ...ROUND.filter((r) => r > interval && r % interval === 0)]
  return steps.find(fits) ?? interval * Math.ceil((2 * (to - from)) / 1000 / interval / maxRows + 1)
}

/** Instants of [from, to] at which the local clock shows a multiple of the step (ms) since midnight, ascending. */
export function localInstants(from: number, to: number, step: number, zone: string): Float64Array {
  if (step <= HOUR * 1000) {
    // Offsets from UTC change by whole steps of this size, but on Lord Howe Island: the same rhythm goes through.
    const shift = mod(offsetAt(from, zone), step)
    const first = Math.ceil((from + shift) / step) * step - shift
    return Float64Array.from(
      { length: Math.max(0, Math.floor((to - first) / step) + 1) },
      (_, i) => first + i * step,
    )
  }
  const out: number[] = []
  for (let k = Math.floor((from + offsetAt(from, zone)) / step); ; k++) {
    const t = fromLocalParts(k * step, zone)
    if (t > to) return Float64Array.from(out)
    if (t >= from && t > (out.at(-1) ?? -Infinity)) out.push(t)
  }
}

const mod = (a: number, b: number) => ((a % b) + b) % b
