import { REJECTED, SUSPECT, usable, worst } from '../quality/index.ts'
import type { Series } from '../series/types.ts'

/** Which check fired, as bits; the first three are of one sensor, the others of the level of several. */
export const LEVEL_CHECKS = { range: 1, rate: 2, spike: 4, stale: 8, disagreement: 16 } as const

/** Names of the checks in a byte of fired bits. */
export function levelChecks(fired: number): (keyof typeof LEVEL_CHECKS)[] {
  return (Object.keys(LEVEL_CHECKS) as (keyof typeof LEVEL_CHECKS)[]).filter((k) => fired & LEVEL_CHECKS[k])
}

/** Step of a level sensor where nothing is said, m. */
export const LEVEL_STEP = 0.01

export interface LevelLimits {
  /** m; levels outside are impossible. */
  min: number
  max: number
  /** Fastest true change, m per 5 min. Rule of thumb: that caused by an inflow of 1.2 times the largest ever. */
  rate?: number
  /** ms between readings. */
  every: number
  /** Smallest step of the sensor, m: changes of up to three steps are never a spike nor too fast. */
  resolution?: number
  /**
   * ms. Whether a change is too fast depends on the last good reading, and that on all before it. With a block, every
   * block of time (from epoch 0 on) is judged from the first reading of the block before it, so that a span gets the
   * same results however far back its readings begin. Absent: from the first reading.
   */
  block?: number
  /** false: spikes are not checked. */
  spikes?: boolean
  /** Spans, epoch ms, both ends included, in which the readings were confirmed: no check fires there. */
  confirmed?: readonly { from: number; to: number }[]
}

export interface Checked {
  /** Quality of each entry: as sent, made worse by checks that fired. */
  q: Uint8Array
  /** Bits of LEVEL_CHECKS of each entry. */
  fired: Uint8Array
  /** Where the level jumped and stayed, in order. */
  steps: LevelStep[]
}

/**
 * A change faster than the rate limit after which the level stays: a sensor that was moved, or a lasting fault. Its
 * first readings are suspect; once the allowance has grown it is accepted, but no water came or went by it.
 */
export interface LevelStep {
  /** Instant of the last good reading before it, and of the first accepted one after it, epoch ms. */
  before: number
  t: number
  /** Difference of the two, m. */
  change: number
}

const SIDE = 3
/** MAD of a normal distribution to its standard deviation. */
const SCALE = 1.4826
const WINDOWS = 300_000

/**
 * Range, rate and spike check of one sensor's levels (m above datum, after calibration), sorted by time.
 *
 * range: outside [min, max]: REJECTED, a level that cannot be.
 * spike: Hampel filter, SUSPECT: farther than three scaled MAD from the median of the seven readings around it, and
 *   beyond both the median of those before and of those after. The MAD counts as no less than the resolution and the
 *   median step between those readings, so neither single steps of the sensor nor the turn of a moving level are
 *   spikes. The second condition keeps the onset of a flood, which a plain Hampel filter takes for a spike: a spike
 *   comes back. The newest reading (or the first after a silence) has
 *   only one side; there, until the next reading decides, a jump is suspect beyond a quarter of the rate limit.
 * rate: faster from the last good reading than the limit: SUSPECT. The allowance grows with the time since, so a true
 *   jump (a sensor that was moved) is accepted after a while, and listed in `steps`.
 * Readings that are unusable already are ignored.
 */
export function checkLevel(z: Series, limits: LevelLimits): Checked {
  const n = z.t.length
  const out: Checked = { q: Uint8Array.from(z.q), fired: new Uint8Array(n), steps: [] }
  const { rate = 1, resolution = LEVEL_STEP, every, spikes = true, confirmed = [] } = limits
  const sure = (i: number) => confirmed.some((c) => c.from <= z.t[i] && z.t[i] <= c.to)
  const floor = 3 * resolution
  const allowance = (ms: number) => (rate * ms) / WINDOWS

  const fine: number[] = []
  for (let i = 0; i < n; i++) {
    const v = z.v[i]
    if (Number.isNaN(v) || !usable(z.q[i])) continue
    if ((v < limits.min || v > limits.max) && !sure(i)) fire(out, i, LEVEL_CHECKS.range, REJECTED)
    else fine.push(i)
  }

  const near = (SIDE + 1.5) * every
  const before = new Sorted(SIDE)
  const after = new Sorted(SIDE)
  const window = new Sorted(2 * SIDE + 1)
  const off = new Sorted(2 * SIDE + 1)
  const steps = new Sorted(2 * SIDE)
  for (let k = 0; spikes && k < fine.length; k++) {
    const i = fine[k]
    const v = z.v[i]
    let from = k
    while (from > 0 && from > k - SIDE && z.t[i] - z.t[fine[from - 1]] <= near) from--
    let to = k
    while (to < fine.length - 1 && to < k + SIDE && z.t[fine[to + 1]] - z.t[i] <= near) to++
    // A single neighbour cannot decide which of the two is wrong.
    if (to - from < 2) continue
    let low = v
    let high = v
    for (let j = from; j <= to; j++) {
      const other = z.v[fine[j]]
      if (other < low) low = other
      else if (other > high) high = other
    }
    // No distance in here can exceed the least limit.
    if (high - low <= floor) continue
    before.clear()
    after.clear()
    window.clear()
    steps.clear()
    for (let j = from; j <= to; j++) {
      const other = z.v[fine[j]]
      window.add(other)
      if (j < k) before.add(other)
      else if (j > k) after.add(other)
      if (j > from) steps.add(Math.abs(other - z.v[fine[j - 1]]))
    }
    const b = before.median()
    const a = after.median()
    const beyond = before.n === 0 || after.n === 0 || (v > b && v > a) || (v < b && v < a)
    if (!beyond) continue
    const median = window.median()
    off.clear()
    for (let j = 0; j < window.n; j++) off.add(Math.abs(window.values[j] - median))
    let limit = 3 * Math.max(SCALE * off.median(), resolution, steps.median())
    let distance = Math.abs(v - median)
    if (before.n === 0 || after.n === 0) {
      // The median of one side lags behind a moving level; the reading next to it does not.
      const next = fine[before.n === 0 ? k + 1 : k - 1]
      distance = Math.min(distance, Math.abs(v - z.v[next]))
      limit = Math.max(limit, allowance(Math.abs(z.t[next] - z.t[i])) / 4)
    }
    if (distance > limit * (1 + 1e-9) && !sure(i)) fire(out, i, LEVEL_CHECKS.spike, SUSPECT)
  }

  checkRate(z, fine, out, limits.block ?? Infinity, floor, rate, sure)
  return out
}

function checkRate(
  z: Series,
  fine: readonly number[],
  out: Checked,
  length: number,
  floor: number,
  rate: number,
  sure: (i: number) => boolean,
): void {
  // Last good reading for the present block, and for the next one, which begins with this one; and the limit that the
  // first reading after it exceeded (NaN: none did).
  let good = -1
  let fresh = -1
  let passed = NaN
  let freshPassed = NaN
  let block = NaN
  for (const i of fine) {
    const own = length === Infinity ? 0 : Math.floor(z.t[i] / length)
    if (own !== block) {
      good = own === block + 1 ? fresh : -1
      passed = own === block + 1 ? freshPassed : NaN
      fresh = -1
      freshPassed = NaN
      block = own
    }
    const sound = out.fired[i] === 0
    const slow = isSlow(z, good, i, floor, rate) || sure(i)
    if (!slow) {
      fire(out, i, LEVEL_CHECKS.rate, SUSPECT)
      if (passed !== passed) passed = mostSince(z, good, i, floor, rate)
    }
    if (sound && slow) {
      if (Math.abs(z.v[i] - z.v[good]) > passed && !sure(i))
        out.steps.push({ before: z.t[good], t: z.t[i], change: z.v[i] - z.v[good] })
      good = i
      passed = NaN
    }
    const slowFresh = isSlow(z, fresh, i, floor, rate) || sure(i)
    if (!slowFresh && freshPassed !== freshPassed) freshPassed = mostSince(z, fresh, i, floor, rate)
    if (sound && slowFresh) {
      fresh = i
      freshPassed = NaN
    }
  }
}

/** The largest possible change of the level from reading a to reading i, m. */
function mostSince(z: Series, a: number, i: number, floor: number, rate: number): number {
  return Math.max(floor, (rate * (z.t[i] - z.t[a])) / WINDOWS) * (1 + 1e-9)
}

/** Whether reading i is within the possible change of the level since reading a (-1: none). */
function isSlow(z: Series, a: number, i: number, floor: number, rate: number): boolean {
  return a < 0 || !(Math.abs(z.v[i] - z.v[a]) > mostSince(z, a, i, floor, rate))
}

function fire(out: Checked, i: number, bit: number, grade: number): void {
  out.fired[i] |= bit
  out.q[i] = worst(out.q[i], grade)
}

/** A small sorted list of numbers, without allocation. */
class Sorted {
  readonly values: Float64Array
  n = 0

  constructor(most: number) {
    this.values = new Float64Array(most)
  }

  clear(): void {
    this.n = 0
  }

  add(v: number): void {
    let i = this.n++
    while (i > 0 && this.values[i - 1] > v) {
      this.values[i] = this.values[i - 1]
      i--
    }
    this.values[i] = v
  }

  median(): number {
    const half = this.n >> 1
    if (this.n === 0) return NaN
    return this.n % 2 === 1 ? this.values[half] : (this.values[half - 1] + this.values[half]) / 2
  }
}
