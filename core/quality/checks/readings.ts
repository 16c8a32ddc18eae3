import { LEVEL_CHECKS, checkLevel, type Checked } from '../../balance/index.ts'
import type { Series } from '../../series/index.ts'
import { noHits, spansOf, type FiredSpan } from './span.ts'
import type { TimeSpan } from '../../time/spans.ts'

/** Time over which a rate is stated, ms. */
const RATE_MS = 300_000
const SIDE = 3
const NEAR = 4.5
/** MAD of a normal distribution to its standard deviation. */
const SCALE = 1.4826

interface ReadingLimits {
  /** In the unit of the series; absent: not checked. */
  min?: number
  max?: number
  /** Fastest true change in 5 minutes; absent: not checked. */
  rate?: number
  /** Smallest step of the device. */
  resolution?: number
  /** Whether spikes are checked. */
  spikes: boolean
  /** ms between readings, and of a block of the rate check (see `checkLevel`). */
  every: number
  block: number
}

export type ReadingKind = 'range' | 'rate' | 'spike'

/**
 * Range, rate and spike of a series of samples: the check of levels (domain rule 3.2) with other limits. Each reading
 * counts for the first of the three that fired: an impossible value is not also a spike.
 */
export function checkReadings(
  s: Series,
  limits: ReadingLimits,
  trusted?: readonly TimeSpan[],
): Record<ReadingKind, FiredSpan[]> {
  const { min = -Infinity, max = Infinity, rate = Infinity, resolution = 0, every, block, spikes } = limits
  const checked = checkLevel(s, { min, max, rate, resolution, every, block, spikes, confirmed: trusted })
  return firedOf(s, checked, { min, max, rate, every, resolution }, trusted)
}

/**
 * Results of a check of levels, as spans of each kind. value of rate: change in 5 minutes; of spike: distance from the
 * median.
 */
export function firedOf(
  s: Series,
  { fired }: Pick<Checked, 'fired'>,
  limits: { min: number; max: number; rate: number; every: number; resolution: number },
  trusted?: readonly TimeSpan[],
): Record<ReadingKind, FiredSpan[]> {
  const { min, max, rate, every, resolution } = limits
  const n = s.t.length
  const hits = { range: noHits(n), rate: noHits(n), spike: noHits(n) }
  let sound = -1
  for (let i = 0; i < n; i++) {
    const bits = fired[i]
    if (bits & LEVEL_CHECKS.range) hit(hits.range, i, s.v[i], s.v[i] < min ? min : max)
    else if (bits & LEVEL_CHECKS.spike) hit(hits.spike, i, ...offMedian(s, i, every, resolution))
    else if (bits & LEVEL_CHECKS.rate && sound >= 0)
      hit(hits.rate, i, (Math.abs(s.v[i] - s.v[sound]) / (s.t[i] - s.t[sound])) * RATE_MS, rate)
    else if (bits & LEVEL_CHECKS.rate) hit(hits.rate, i, NaN, rate)
    if (bits === 0 && s.v[i] === s.v[i]) sound = i
  }
  return {
    range: spansOf(s, hits.range, trusted),
    rate: spansOf(s, hits.rate, trusted),
    spike: spansOf(s, hits.spike, trusted),
  }
}

function hit(h: ReturnType<typeof noHits>, i: number, value: number, limit: number): void {
  h.hit[i] = 1
  h.value[i] = value
  h.limit[i] = limit
}

/**
 * Distance of a reading from the median of the seven around it, and the limit of it: three of their scaled median
 * deviations, of the steps of the device or of the usual changes from one to the next, whichever is the largest.
 */
function offMedian(s: Series, i: number, every: number, resolution: number): [number, number] {
  const window: number[] = []
  for (let k = Math.max(0, i - SIDE); k <= Math.min(s.t.length - 1, i + SIDE); k++)
    if (Math.abs(s.t[k] - s.t[i]) <= NEAR * every && s.v[k] === s.v[k]) window.push(s.v[k])
  const middle = median(window)
  const off = median(window.map((v) => Math.abs(v - middle)))
  const steps = window.slice(1).map((v, k) => Math.abs(v - window[k]))
  return [
    Math.abs(s.v[i] - middle),
    3 * Math.max(SCALE * off, resolution, steps.length > 0 ? median(steps) : 0),
  ]
}

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}
