import { noting, noteLine, term } from '../notes.ts'
import { GOOD, MISSING, PARTIAL, STALE, usable, worst } from '../quality/index.ts'
import type { Series } from '../series/types.ts'
import { LEVEL_CHECKS, checkLevel } from './check.ts'
import type { LevelLimits } from './check.ts'

/** Level from what a sensor reports: z = gain * raw + offset, m above the project datum. */
export function calibrate(raw: number, gain: number, offset: number): number {
  return gain * raw + offset
}

/** Readings of a sensor as levels; in new arrays only where values change. */
export function calibratedSeries(s: Series, gain: number, offset: number): Series {
  return { t: s.t, v: s.v.map((raw) => calibrate(raw, gain, offset)), q: s.q }
}

/** One position at an instant. */
export interface PositionReading {
  /** The sensor's reading, in its own unit; null or NaN: none. */
  raw: number | null
  gain: number
  offset: number
  /** Whether it is part of the mean. */
  average: boolean
  /** ms since the reading, and ms between readings: older than twice that is stale. Absent: fresh. */
  age?: number
  every?: number
  q?: number
}

interface MeanLevel {
  /** m; NaN when there is none. */
  level: number
  q: number
  /** Bits of LEVEL_CHECKS: stale, disagreement. */
  fired: number
  /** Largest minus smallest of the positions used, m. */
  spread: number
  /** How many positions were used. */
  used: number
}

/** Spread above which sensors disagree, m. */
export const DISAGREEMENT = 0.1

/**
 * Level at one instant: the mean of the positions flagged for it that are fresh and usable; with three or more that are
 * over 10 cm apart, the median. PARTIAL when one that should take part does not. More than 10 cm apart fires
 * `disagreement` for two as well. None left: NaN, STALE when there are old ones, else MISSING.
 */
export function levelOf(positions: readonly PositionReading[], allowSuspect = false): MeanLevel {
  const values: number[] = []
  let q = GOOD
  let fired = 0
  let lacking = false
  for (const p of positions) {
    if (!p.average) continue
    const own = p.q ?? GOOD
    const here = p.raw !== null && !Number.isNaN(p.raw) && usable(own, allowSuspect)
    const stale = here && p.age !== undefined && p.every !== undefined && p.age > 2 * p.every
    if (stale) fired |= LEVEL_CHECKS.stale
    if (!here || stale) {
      lacking = true
      continue
    }
    values.push(calibrate(p.raw!, p.gain, p.offset))
    q = worst(q, own)
  }
  if (lacking) q = worst(q, PARTIAL)
  values.sort((a, b) => a - b)
  const out: MeanLevel = { level: NaN, q: MISSING, fired, spread: NaN, used: 0 }
  settle(values, values.length, q, fired, out)
  return out
}

/** Writes the level of `used` values, in ascending order, to out. */
function settle(values: ArrayLike<number>, used: number, q: number, fired: number, out: MeanLevel): void {
  out.used = used
  out.fired = fired
  if (used === 0) {
    out.level = NaN
    out.q = fired & LEVEL_CHECKS.stale ? STALE : MISSING
    out.spread = NaN
    return
  }
  out.spread = values[used - 1] - values[0]
  const apart = out.spread > DISAGREEMENT + 1e-9
  if (apart) out.fired |= LEVEL_CHECKS.disagreement
  const half = used >> 1
  if (apart && used >= 3) {
    out.level = used % 2 === 1 ? values[half] : (values[half - 1] + values[half]) / 2
    if (noting) noteLevels('median', values, used, out.level)
  } else {
    let sum = 0
    for (let i = 0; i < used; i++) sum += values[i]
    out.level = sum / used
    if (noting) noteLevels('mean', values, used, out.level)
  }
  out.q = q
}

function noteLevels(id: 'mean' | 'median', values: ArrayLike<number>, n: number, level: number): void {
  const names = Array.from({ length: n }, (_, i) => `z_${i + 1}`)
  const middle = n % 2 === 1 ? names[n >> 1] : `(${names[(n >> 1) - 1]} + ${names[n >> 1]}) / 2`
  const expression = id === 'median' ? middle : n === 1 ? names[0] : `(${names.join(' + ')}) / ${n}`
  const terms = Object.fromEntries(names.map((name, i) => [name, term(values[i], 'm')]))
  noteLine(`level_${id}`, 'Z', level, 'm', expression, terms)
}

/** The level of several fresh and usable ones, in ascending order: their mean, or the median where they disagree. */
export function joinLevels(ascending: readonly number[]): number {
  const out: MeanLevel = { level: NaN, q: MISSING, fired: 0, spread: NaN, used: 0 }
  settle(ascending, ascending.length, GOOD, 0, out)
  return out.level
}

/** A sensor over a span: its readings as reported, sorted by time. */
interface LevelSensor {
  readings: Series
  gain: number
  offset: number
  average: boolean
  /** ms between readings. */
  every: number
}

interface MeanLevels extends Series {
  fired: Uint8Array
  spread: Float64Array
  /** Results of the checks for the readings of each sensor, in order. */
  sensors: { q: Uint8Array; fired: Uint8Array }[]
}

/**
 * Levels at many instants (ascending): every sensor is calibrated and checked over the whole span once, then each
 * instant takes the latest good reading of each sensor at or before it, at most two reporting intervals old.
 * Pass readings from three before the first instant (and, once they exist, three after the last): spikes are found by
 * their neighbours.
 */
export function levelsOf(
  sensors: readonly LevelSensor[],
  instants: ArrayLike<number>,
  limits: Omit<LevelLimits, 'every'>,
  allowSuspect = false,
): MeanLevels {
  const n = instants.length
  const out: MeanLevels = {
    t: Float64Array.from(instants),
    v: new Float64Array(n),
    q: new Uint8Array(n),
    fired: new Uint8Array(n),
    spread: new Float64Array(n),
    sensors: [],
  }
  const ready: CheckedSensor[] = []
  for (const s of sensors) {
    const z = calibratedSeries(s.readings, s.gain, s.offset)
    const checked = checkLevel(z, { ...limits, every: s.every })
    out.sensors.push(checked)
    if (s.average) ready.push({ t: z.t, v: z.v, q: checked.q, every: s.every })
  }
  meanLevels(ready, out, allowSuspect)
  return out
}

/** Levels of one sensor, calibrated and checked, m; every: ms between its readings. */
export interface CheckedSensor extends Series {
  every: number
}

/**
 * The level at every instant of `out.t` (ascending), as `levelOf` gives it from the latest usable reading of each sensor
 * at or before it; one older than two reporting intervals is stale. Fills v, q and, where present, fired and spread.
 */
export function meanLevels(
  sensors: readonly CheckedSensor[],
  out: Series & Partial<Pick<MeanLevels, 'fired' | 'spread'>>,
  allowSuspect = false,
  notify?: (instant: number, sensor: number, reading: number) => void,
): void {
  const count = sensors.length
  const last = new Int32Array(count).fill(-1)
  const good = new Int32Array(count).fill(-1)
  const values = new Float64Array(count)
  for (let k = 0; k < out.t.length; k++) {
    const at = out.t[k]
    let q = GOOD
    let fired = 0
    let used = 0
    for (let s = 0; s < count; s++) {
      const { t, v, q: own, every } = sensors[s]
      let i = last[s]
      while (i + 1 < t.length && t[i + 1] <= at) {
        i++
        if (v[i] === v[i] && usable(own[i], allowSuspect)) good[s] = i
      }
      last[s] = i
      const from = good[s]
      if (from >= 0 && at - t[from] <= 2 * every) {
        insert(values, used++, v[from])
        notify?.(k, s, from)
        q = worst(q, own[from])
        continue
      }
      if (from >= 0) fired |= LEVEL_CHECKS.stale
      q = worst(q, PARTIAL)
    }
    settle(values, used, q, fired, joined)
    out.v[k] = joined.level
    out.q[k] = joined.q
    if (out.fired) out.fired[k] = joined.fired
    if (out.spread) out.spread[k] = joined.spread
  }
}

const joined: MeanLevel = { level: NaN, q: MISSING, fired: 0, spread: NaN, used: 0 }

/** Inserts v into the first n values, which are sorted. */
function insert(values: Float64Array, n: number, v: number): void {
  let i = n
  while (i > 0 && values[i - 1] > v) {
    values[i] = values[i - 1]
    i--
  }
  values[i] = v
}
