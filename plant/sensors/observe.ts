/** Readings of the sensors, from the truth and the active faults. */
import type { Truth } from '../truth/record.ts'
import { SEED } from '../truth/index.ts'
import { touches, USUAL, type Fault } from './fault.ts'
import { SENSORS } from './list.ts'
import type { Row, Sensor } from './sensor.ts'
import { keyOf, uniform } from '../truth/random.ts'

export interface Reading {
  series: string
  /** Epoch ms by the device's clock. */
  t: number
  v: number | null
  /** Epoch ms at which the logger sends it. */
  at: number
}

interface ObserveOptions {
  /** Only readings whose true instant is in (after, until]. Absent: all of the truth. */
  after?: number
  until?: number
  seed?: number
  /** The row of a nearby instant, for rows before the given truth. */
  find?: (t: number) => Row | undefined
  /** Values that stuck devices keep sending, kept between calls. */
  held?: Map<string, number>
  sensors?: readonly Sensor[]
}

const digits = (resolution: number) => Math.max(0, Math.ceil(-Math.log10(resolution) - 1e-9))

/** A value rounded to a resolution. */
export function atResolution(value: number, resolution: number): number {
  const v = Number((Math.round(value / resolution) * resolution).toFixed(digits(resolution)))
  return v === 0 ? 0 : v
}

/** Row of exactly that instant. */
export function rowIn(truth: Truth): (t: number) => Row | undefined {
  return (t) => {
    const i = truth.rowAfter(t)
    return i < truth.length && truth.t[i] === t ? { truth, i } : undefined
  }
}

/**
 * Readings in the order in which they leave the logger (by `at`, then in the order of the sensors). Devices that
 * report more often than the truth has rows do so every row; gates also report when they move.
 */
export function observe(truth: Truth, faults: readonly Fault[] = [], memory: ObserveOptions = {}): Reading[] {
  if (truth.length === 0) return []
  const { seed = SEED, find = rowIn(truth), sensors = SENSORS, held = new Map<string, number>() } = memory
  const after = memory.after ?? Number.NEGATIVE_INFINITY
  const until = memory.until ?? Number.POSITIVE_INFINITY
  const first = Number.isFinite(after) ? truth.rowAfter(after + 1) : 0
  const moves = truth.moves.filter(({ t }) => t > after && t <= until)
  const readings: Reading[] = []
  for (const sensor of sensors) {
    const period = sensor.every * 1000
    const value = (row: Row, t: number): number | undefined => {
      const v = sensor.sense(row, t, seed, sensor.kind === 'total' ? find(t - period) : undefined)
      return v === undefined ? undefined : atResolution(v, sensor.resolution)
    }
    /** The value that a stuck device repeats: that at the start of the fault, or the first known one. */
    const stuck = (fault: Fault): number | undefined => {
      const name = `${sensor.code} ${fault.from}`
      if (held.has(name)) return held.get(name)
      const start = Math.ceil(fault.from / period) * period
      const row = (Number.isFinite(start) ? find(start) : undefined) ?? { truth, i: 0 }
      const v = value(row, row.truth.t[row.i])
      if (v !== undefined) held.set(name, v)
      return v
    }
    const sensorFaults = faults.filter((fault) => touches(fault, sensor.code))
    const device = { sensor, key: keyOf(sensor.code), faults: sensorFaults, seed, stuck }
    const turns = sensor.gate === undefined ? [] : moves.filter((move) => move.gate === sensor.gate)
    let turn = 0
    const turnsTo = (t: number) => {
      // A movement at the instant of a regular report is in that report.
      for (; turn < turns.length && turns[turn].t <= t; turn++)
        if (turns[turn].t < t || t % period !== 0)
          readings.push(
            ...report(device, turns[turn].t, atResolution(turns[turn].opening, sensor.resolution)),
          )
    }
    for (let i = first; i < truth.length && truth.t[i] <= until; i++) {
      const t = truth.t[i]
      turnsTo(t)
      if (t % period !== 0) continue
      const good = value({ truth, i }, t)
      if (good !== undefined) readings.push(...report(device, t, good))
    }
    turnsTo(Number.POSITIVE_INFINITY)
  }
  return readings.sort((a, b) => a.at - b.at)
}

interface Device {
  sensor: Sensor
  key: number
  faults: readonly Fault[]
  seed: number
  stuck: (fault: Fault) => number | undefined
}

/** Readings of a device at t whose true value is `good`: one, none, or two. */
function report({ sensor, key, faults, seed, stuck }: Device, t: number, good: number): Reading[] {
  const reading: Reading = { series: sensor.code, t, v: good, at: t }
  let again = false
  for (const fault of faults) {
    const { kind, amount = USUAL[kind] } = fault
    // A device comes back after a restart with one wrong count.
    if (kind === 'restarted' && t >= fault.to && t < fault.to + sensor.every * 1000)
      reading.v = atResolution(fault.amount ?? sensor.counter ?? 0, sensor.resolution)
    if (t < fault.from || t >= fault.to) continue
    if (kind === 'silent' || kind === 'restarted') return []
    const chance = uniform(seed, key, t / 1000, 711)
    if (kind === 'stuck') reading.v = stuck(fault) ?? good
    else if (kind === 'lie') reading.v = atResolution(good + amount, sensor.resolution)
    else if (kind === 'negative') reading.v = -amount
    else if (kind === 'clock') reading.t = t + amount * 1000
    else if (kind === 'late') reading.at = t + amount * 1000
    else if (kind === 'disorder') reading.at = t + Math.floor(chance * amount) * 1000
    else if (kind === 'duplicate') again = true
    else if (chance < 1 / 12)
      reading.v = atResolution(good + (chance < 1 / 24 ? amount : -amount), sensor.resolution)
  }
  return again ? [reading, { ...reading }] : [reading]
}
