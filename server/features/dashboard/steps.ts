import { fromLocalParts } from '#core/time/local.ts'
import { offsetAt } from '#core/time/index.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** Round spacings in seconds: every one divides a day, or is a number of whole days. */
const ROUND = [
  ...[1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30].map((m) => m * MINUTE),
  ...[1, 2, 3, 4, 6, 12].map((h) => h * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map((d) => d * DAY),
]

/**
 * Seconds between records over [from, to] such that at most maxRows result: the least round multiple of the calculation
 * interval (s). Steps cut at both ends count too.
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
    // Where clocks are set back an hour occurs twice: counts both local and elapsed time.
    const longest = Math.max(b, a + to - from)
    const instants = Math.floor(longest / ms) - Math.ceil(a / ms) + 1
    const sums = Math.ceil(longest / ms) - Math.floor(a / ms)
    return instants <= maxRows && sums <= Math.max(2, maxRows)
  }
  const steps = [interval, ...ROUND.filter((r) => r > interval && r % interval === 0)]
  return steps.find(fits) ?? interval * Math.ceil((2 * (to - from)) / 1000 / interval / maxRows + 1)
}

/** Instants of [from, to] at which the local time since midnight is a multiple of the step (ms), ascending. */
export function localInstants(from: number, to: number, step: number, zone: string): Float64Array {
  if (step <= HOUR * 1000) {
    // UTC offsets change by whole steps of this size, except on Lord Howe Island, so one rhythm fits the whole span.
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
