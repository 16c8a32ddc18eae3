import { ESTIMATED, MISSING, STALE, worst } from '#core/quality/index.ts'
import { lowerBound } from '#core/series/index.ts'
import type { Cursor } from './cursor.ts'

/** An entry in force from its instant on, and whether it is the log's. */
interface Moves {
  t: number[]
  v: number[]
  logged: boolean[]
  /** Whether a reading was held in between though it was old. */
  held: boolean
}

/**
 * What is known of the opening of a gate or the power of a unit: by its sensor, and where that is silent by what people
 * wrote in the log, provided they wrote of a time after its last reading: what the sensor saw since is newer than the
 * log. A sensor that went silent makes the log entry in its place an estimate; without one the log is what there is. A
 * last reading that is held counts only where nothing was written since.
 * Calls as those of a cursor, with non-decreasing times.
 */
export class Reported {
  /** Whether the last result is the log's: in m or kW, not in the unit of the sensor. */
  logged = false
  /** Whether the last answer is a reading of the sensor that is held though it is old. */
  held = false
  quality = MISSING
  readonly sensor: Cursor | null
  readonly log: Cursor | null
  /** Factor of the sensor's values. */
  private readonly scale: number
  private peak = NaN

  constructor(sensor: Cursor | null, log: Cursor | null, scale = 1) {
    this.sensor = sensor
    this.log = log
    this.scale = scale
  }

  /** Value at t, NaN where neither has one. */
  at(t: number): number {
    const { sensor } = this
    const v = sensor ? sensor.at(t) * this.scale : NaN
    this.logged = false
    this.held = sensor !== null && sensor.held
    this.quality = sensor ? sensor.quality : MISSING
    if ((v === v && !this.held) || !this.log) return v
    const i = this.entryAt(t)
    if (i < 0) return v
    this.logged = true
    this.held = false
    this.quality = this.qualityOf(i, t)
    this.log.lastUsed = i
    return this.log.v[i]
  }

  /** Index of the log entry that replaces the silent sensor at t; -1: none. */
  private entryAt(t: number): number {
    const { log, sensor } = this
    const i = log!.seek(t)
    if (i < 0 || !sensor) return i
    const k = sensor.seek(t)
    return k >= 0 && sensor.t[k] > log!.t[i] ? -1 : i
  }

  private qualityOf(i: number, t: number): number {
    const { log, sensor } = this
    return sensor && sensor.hasSent(t) ? worst(log!.q[i], ESTIMATED) : log!.q[i]
  }

  /** Time integral over (a, b] in value-seconds; NaN where any part of it is unknown. */
  integral(a: number, b: number): number {
    const { sensor, log } = this
    this.peak = NaN
    this.held = false
    if (!sensor && log) {
      const sum = log.integral(a, b)
      this.quality = log.quality
      return sum
    }
    const whole = sensor ? sensor.integral(a, b) * this.scale : NaN
    this.quality = sensor ? sensor.quality : MISSING
    this.held = whole === whole && sensor!.held
    const spoke = whole === whole && !this.held
    return spoke || !log || log.t.length === 0 ? whole : this.byParts(a, b)
  }

  /** The largest value behind the integral over (a, b]. To be called right after the integral. */
  most(b: number): number {
    if (this.peak === this.peak) return this.peak
    return this.sensor ? this.sensor.most(b) * this.scale : this.log ? this.log.most(b) : -Infinity
  }

  private byParts(a: number, b: number): number {
    const sensor = this.sensor!
    const cuts = [...this.changes(a, b, 0), b]
    let sum = 0
    let quality = 0
    let peak = -Infinity
    let held = false
    let x = a
    for (const y of cuts) {
      if (!(y > x)) continue
      const own = sensor.integral(x, y) * this.scale
      const i = own === own && !sensor.held ? -1 : this.entryAt(x)
      if (own === own && i < 0) {
        sum += own
        quality = worst(quality, sensor.quality)
        held ||= sensor.held
        peak = Math.max(peak, sensor.most(y) * this.scale)
      } else {
        const v = i < 0 ? NaN : this.log!.v[i]
        if (v !== v) {
          this.quality = sensor.hasSent(b) ? STALE : MISSING
          this.held = false
          return NaN
        }
        sum += (v * (y - x)) / 1000
        quality = worst(quality, this.qualityOf(i, y))
        peak = Math.max(peak, v)
      }
      x = y
    }
    this.quality = quality
    this.held = held
    this.peak = peak
    return sum
  }

  /** The states within (a, b] with their beginnings, of sensor and log together; null where some are unknown. */
  moves(a: number, b: number): Moves | null {
    const moves: Moves = { t: [], v: [], logged: [], held: false }
    for (const t of this.changes(a, b + 1, 1)) {
      const v = this.at(t)
      if (v !== v) return null
      if (this.held) moves.held = true
      if (v === moves.v.at(-1) && this.logged === moves.logged.at(-1)) continue
      moves.t.push(t)
      moves.v.push(v)
      moves.logged.push(this.logged)
    }
    return moves
  }

  /**
   * Instants within (a, b) at which either of them becomes valid or invalid, ascending. silent: how long after its last
   * entry.
   */
  private changes(a: number, b: number, silent: number): number[] {
    const { log } = this
    const sensor = this.sensor!
    const found = new Set<number>()
    const add = (t: number) => {
      if (t > a && t < b) found.add(t)
    }
    for (let i = lowerBound(log!.t, a); i < log!.t.length && log!.t[i] < b; i++) add(log!.t[i])
    const reach = Math.max(sensor.limit, sensor.cover)
    const first = Number.isFinite(reach) ? lowerBound(sensor.t, a - reach) : 0
    for (let i = Math.max(0, first - 1); i < sensor.t.length && sensor.t[i] - sensor.cover < b; i++) {
      add(sensor.t[i])
      add(sensor.t[i] + sensor.stale + silent)
      if (sensor.limit > sensor.stale) add(sensor.t[i] + sensor.limit + silent)
      if (sensor.byInterval) add(sensor.t[i] - sensor.cover)
    }
    return [...found].sort((x, y) => x - y)
  }
}
