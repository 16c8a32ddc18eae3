import { calibrate, checkLevel, meanLevels, type CheckedSensor, type LevelStep } from '#core/balance/index.ts'
import {
  allInForce,
  inForce,
  type Description,
  type Parameters,
  type Plant,
  type Position,
  type Version,
} from '#core/description/index.ts'
import { GOOD, MISSING, STALE, usable, worst } from '#core/quality/index.ts'
import { allocate, concat, emptySeries, lowerBound, slice, type Series } from '#core/series/index.ts'
import type { Inputs } from './inputs.ts'
import { LEVEL_CHECKED, LEVEL_MEAN, LEVEL_STALE_INTERVALS, RATE_BLOCK, SPIKE_SIDE } from './reach.ts'
import { cutsOf, type Segment } from './segments.ts'

type Type = Position['type']

/** The positions of a type whose mean is the level. */
interface Staffs {
  /** Longest reporting interval among them, ms. */
  every: number
  /** Instant of the first reading of any of them, as far as the inputs reach; Infinity when there is none. */
  first: number
  /** Whether there is any position. */
  known: boolean
  /** Standard error of an entered level in their place, m; 0: they are sensors. */
  entered: number
}

function averaged(d: Description, type: Type, t: number): Version<Position>[] {
  return allInForce(d.positions, t).filter((p) => p.body.type === type && p.body.average)
}

/**
 * The averaged positions of a type at t (epoch ms): their longest interval, first reading, and whether there are any.
 */
export function staffsAt(d: Description, inputs: Inputs, type: Type, t: number): Staffs {
  const staffs: Staffs = { every: 0, first: Infinity, known: false, entered: 0 }
  for (const { body } of averaged(d, type, t)) {
    staffs.known = true
    staffs.every = Math.max(staffs.every, body.every * 1000)
    const input = inputs(body.series)
    staffs.entered = Math.max(staffs.entered, input?.error ?? 0)
    const times = input?.series.t
    if (times && times.length > 0) staffs.first = Math.min(staffs.first, times[0])
  }
  return staffs
}

/** Readings of one position as levels: raw quality, and the checked one. */
interface Staff {
  t: Float64Array
  v: Float64Array
  raw: Uint8Array
  q: Uint8Array
  /** Bits of LEVEL_CHECKS. */
  fired: Uint8Array
  steps: LevelStep[]
}

/** Levels of a water, and jumps of its sensors after which the level stayed (in order of the readings after them). */
export interface Track extends Series {
  steps: readonly LevelStep[]
}

/**
 * The checked mean level of all positions of a type (1 reservoir, 2 upstream, 3 downstream), m, at every instant of
 * [from, to] at which one of them reported. Each reading is calibrated by the version in force at its instant; later
 * versions do not affect it. Readings reach back by LEVEL_CHECKED reporting intervals.
 */
export function levelTrack(
  d: Description,
  inputs: Inputs,
  type: Type,
  from: number,
  to: number,
  notify?: (reading: LevelReading) => void,
): Track {
  const levels: Series[] = []
  const steps: LevelStep[] = []
  judge(d, inputs, type, from, to, (segment, positions, staffs, parameters) => {
    if (segment.to <= from) return
    const sensors = positions.map(({ id, body }) => joined(staffs.get(id)!, body.every * 1000))
    const out = allocate(0)
    out.t = union(sensors, Math.max(from, segment.from), segment.to)
    out.v = new Float64Array(out.t.length)
    out.q = new Uint8Array(out.t.length)
    const onReading = notify
      ? (k: number, s: number, i: number) => {
          const { t, v, q } = sensors[s]
          notify({ at: out.t[k], position: positions[s], t: t[i], v: v[i], q: q[i] })
        }
      : undefined
    meanLevels(sensors, out, parameters?.allowSuspect ?? false, onReading)
    levels.push(out)
    for (const { id } of positions)
      steps.push(
        ...staffs
          .get(id)!
          .at(-1)!
          .steps.filter((x) => x.t >= from),
      )
  })
  steps.sort((a, b) => a.t - b.t)
  return { ...(levels.length === 1 ? levels[0] : concat(levels)), steps }
}

/** A reading of a position behind the level at an instant of the track. */
export interface LevelReading {
  at: number
  position: Version<Position>
  t: number
  /** m, calibrated; its quality after the checks. */
  v: number
  q: number
}

/** Result of the check of levels for the readings of one position, at levels (m above the datum). */
export interface Judged {
  id: string
  series: string
  /** ms between readings. */
  every: number
  levels: Series
  /** Bits of LEVEL_CHECKS of each reading, and the bounds of the check. */
  fired: Uint8Array
  bounds: Bounds
}

/**
 * The check of the level, reading by reading over [from, to]: quality checks of positions of a type report exactly the
 * readings that the calculation leaves out.
 */
export function judgedLevels(d: Description, inputs: Inputs, type: Type, from: number, to: number): Judged[] {
  const out: Judged[] = []
  judge(d, inputs, type, from, to, (segment, positions, staffs, parameters) => {
    if (segment.to <= from) return
    for (const { id, body } of positions) {
      const one = staffs.get(id)!.at(-1)!
      const a = lowerBound(one.t, from)
      if (a === one.t.length) continue
      const levels = { t: one.t.subarray(a), v: one.v.subarray(a), q: one.raw.subarray(a) }
      const bounds = limitsAt(d, segment.from, type, parameters)
      const fired = one.fired.subarray(a)
      out.push({ id, series: body.series, every: body.every * 1000, levels, fired, bounds })
    }
  })
  return out
}

/** Judges the readings of every position of a type, segment after segment. */
function judge(
  d: Description,
  inputs: Inputs,
  type: Type,
  from: number,
  to: number,
  each: (
    segment: Segment,
    positions: readonly Version<Position>[],
    staffs: ReadonlyMap<string, Staff[]>,
    parameters: Parameters | undefined,
  ) => void,
): void {
  let longest = 0
  for (const { body } of d.positions) if (body.type === type) longest = Math.max(longest, body.every * 1000)
  const begin = from - LEVEL_CHECKED * longest
  const staffs = new Map<string, Staff[]>()
  for (const segment of cutsOf([d.plant, d.positions, d.parameters], begin, to + 1)) {
    const positions = averaged(d, type, segment.from)
    const parameters = inForce(d.parameters, segment.from)?.body
    for (const { id, body } of positions) {
      const bounds = limitsAt(d, segment.from, type, parameters)
      let parts = staffs.get(id)
      if (!parts) staffs.set(id, (parts = []))
      parts.push(checked(parts, body, inputs, segment, bounds))
    }
    each(segment, positions, staffs, parameters)
  }
}

type Bounds = { min: number; max: number; rate: number | undefined }

/**
 * Limits of the check. Only the reservoir has impossible levels; a tailwater may rise by metres in minutes when gates
 * open.
 */
function limitsAt(d: Description, t: number, type: Type, parameters: Parameters | undefined): Bounds {
  const levels: Plant['levels'] | undefined = inForce(d.plant, t)?.body.levels
  const bounded = type === 1 && levels !== undefined
  return {
    min: bounded ? levels.minPossible : -Infinity,
    max: bounded ? levels.maxPossible : Infinity,
    rate: type === 3 ? Infinity : parameters?.levelRate,
  }
}

/**
 * The readings of a position within a segment, checked together with those before (as they were then) and just after
 * it.
 */
function checked(
  parts: readonly Staff[],
  body: Position,
  inputs: Inputs,
  segment: Segment,
  bounds: Bounds,
): Staff {
  const every = body.every * 1000
  const all = inputs(body.series)?.series ?? emptySeries()
  const own = slice(all, segment.from, segment.to + SPIKE_SIDE * every)
  const before = parts.map((p) => {
    const a = lowerBound(p.t, segment.from - LEVEL_CHECKED * every)
    return { t: p.t.subarray(a), v: p.v.subarray(a), q: p.raw.subarray(a) }
  })
  const v = new Float64Array(own.t.length)
  for (let i = 0; i < v.length; i++) v[i] = calibrate(own.v[i], body.gain, body.offset)
  const z = { t: own.t, v, q: own.q }
  const whole = before.some((p) => p.t.length > 0) ? concat([...before, z]) : z
  const { q, fired, steps } = checkLevel(whole, {
    ...bounds,
    every,
    block: RATE_BLOCK * every,
    confirmed: inputs(body.series)?.confirmed,
  })
  const a = whole.t.length - own.t.length
  const n = lowerBound(own.t, segment.to)
  return {
    t: own.t.subarray(0, n),
    v: v.subarray(0, n),
    raw: own.q.subarray(0, n),
    q: q.subarray(a, a + n),
    fired: fired.subarray(a, a + n),
    steps: n === 0 ? [] : steps.filter((x) => x.t >= own.t[0] && x.t < segment.to),
  }
}

function joined(parts: readonly Staff[], every: number): CheckedSensor {
  const list = parts.map(({ t, v, q }) => ({ t, v, q }))
  return { ...(list.length === 1 ? list[0] : concat(list)), every }
}

/** All instants of several sensors within [from, to), ascending, without duplicates. */
function union(sensors: readonly Series[], from: number, to: number): Float64Array {
  const at = sensors.map((s) => lowerBound(s.t, from))
  const end = sensors.map((s) => lowerBound(s.t, to))
  const out = new Float64Array(end.reduce((n, e, s) => n + e - at[s], 0))
  let n = 0
  for (;;) {
    let next = Infinity
    for (let s = 0; s < at.length; s++) if (at[s] < end[s]) next = Math.min(next, sensors[s].t[at[s]])
    if (next === Infinity) return out.slice(0, n)
    out[n++] = next
    for (let s = 0; s < at.length; s++) if (at[s] < end[s] && sensors[s].t[at[s]] === next) at[s]++
  }
}

/** The level at an instant, from a track; walks forward. */
export class LevelAt {
  value = NaN
  quality = MISSING
  private readonly levels: Series
  private staffs: Staffs = { every: 0, first: Infinity, known: false, entered: 0 }
  private i = -1
  /** The entries (from, to] of the track that the last result used; a single one where it is held. */
  private visited = { from: -1, to: -1, held: false }

  constructor(levels: Series) {
    this.levels = levels
  }

  /** Sets the positions in force from here on. */
  enter(staffs: Staffs): void {
    this.staffs = staffs
  }

  get known(): boolean {
    return this.staffs.known
  }

  /**
   * Mean of the levels in (t - LEVEL_MEAN, t]; without any, the last one while it is fresh. Else NaN: STALE where there
   * was ever a reading, MISSING where there was none.
   */
  seek(t: number): number {
    const { t: times, v, q } = this.levels
    while (this.i + 1 < times.length && times[this.i + 1] <= t) this.i++
    let sum = 0
    let n = 0
    let quality = GOOD
    let k = this.i
    for (; k >= 0 && times[k] > t - LEVEL_MEAN; k--) {
      if (v[k] !== v[k] || !usable(q[k], true)) continue
      sum += v[k]
      quality = worst(quality, q[k])
      n++
    }
    this.visited.from = k
    this.visited.to = this.i
    this.visited.held = n === 0
    if (n > 0) return this.give(sum / n, quality)
    const fresh = LEVEL_STALE_INTERVALS * this.staffs.every
    for (; k >= 0 && t - times[k] <= fresh; k--) {
      if (v[k] === v[k] && usable(q[k], true)) {
        this.visited.from = k - 1
        this.visited.to = k
        return this.give(v[k], q[k])
      }
    }
    this.visited.to = this.visited.from
    return this.give(NaN, this.staffs.first <= t ? STALE : MISSING)
  }

  /** Instants of the track behind the last result, newest first, and whether it is an old one that is held. */
  explanation(): { at: number[]; v: number[]; held: boolean } {
    const { t, v, q } = this.levels
    const at: number[] = []
    const levels: number[] = []
    for (let k = this.visited.to; k > this.visited.from; k--) {
      if (v[k] !== v[k] || !usable(q[k], true)) continue
      at.push(t[k])
      levels.push(v[k])
    }
    return { at, v: levels, held: this.visited.held }
  }

  private give(value: number, quality: number): number {
    this.value = value
    this.quality = quality
    return value
  }
}
