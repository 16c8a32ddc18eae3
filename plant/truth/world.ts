/** Steps the dam through time, minute by minute, with an exact water balance. */
import { BIN_MS } from '../basin/climate.ts'
import { Basin } from '../basin/runoff.ts'
import type { Storm } from '../basin/storms.ts'
import { localDay, midnight, season, ZONE_MS } from '../dam/levels.ts'
import { bottomFlow, overflowFlow, RADIAL, radialFlow, tailwater } from '../dam/spillway.ts'
import { area, EVAPORATION, levelOf, SEEPAGE, volume } from '../dam/storage.ts'
import { TURBINE, unitFlow } from '../dam/turbine.ts'
import { Gates, type Move } from './gates.ts'
import { Truth } from './record.ts'
import { Units } from './units.ts'
import { DAY, MINUTE } from '../time.ts'

const ERA_YEARS = 12
const ERA = 2024

/**
 * Instant at which the simulation that covers t begins: a fixed New Year (2024, or 12, 24 ... years before), at
 * least a year earlier, so that what is true at an instant does not depend on when it is read.
 */
export function anchorOf(t: number): number {
  const year = new Date(t + ZONE_MS).getUTCFullYear() - 1
  const era = year >= ERA ? ERA : ERA - ERA_YEARS * Math.ceil((ERA - year) / ERA_YEARS)
  return midnight(localDay(Date.UTC(era, 0, 1)))
}

export class World {
  t: number
  storage: number
  level: number
  inflow = 0
  outflow = 0
  tail = tailwater(30)
  readonly basin: Basin
  readonly gates = new Gates()
  readonly units: Units
  readonly gateFlow = new Float64Array(RADIAL.count)
  bottomFlow = 0
  overflow = 0
  moves: Move[] = []
  /** Running volumes, m3, since the last row. */
  private inVolume = 0
  private outVolume = 0
  private lossVolume = 0
  private before = 0
  private after = 0
  private reckoned = 0
  private days = 0
  private readonly powerBefore = new Float64Array(TURBINE.count)

  constructor(seed: number, anchor: number, storms: readonly Storm[] = []) {
    this.t = anchor
    this.basin = new Basin(seed, anchor, storms)
    this.units = new Units(seed)
    this.level = 409
    this.storage = volume(this.level)
    this.basin.step()
    this.before = this.after = this.inflow = this.basin.inflow
    this.days = this.reckoned = this.inflow
    this.settle()
  }

  /** Total discharge at a level with the openings in force; fills the flows of the outlets. */
  private release(level: number, power: Float64Array): number {
    let dam = SEEPAGE
    for (let gate = 0; gate < RADIAL.count; gate++) {
      const opening = this.gates.opening[gate]
      this.gateFlow[gate] = opening > 0 ? radialFlow(level, opening) : 0
      dam += this.gateFlow[gate]
    }
    this.bottomFlow = bottomFlow(level, this.gates.bottom)
    this.overflow = overflowFlow(level)
    dam += this.bottomFlow + this.overflow
    let total = dam
    // Tailwater and turbine discharge depend on each other: two rounds settle them to the millimetre.
    for (let round = 0; round < 2; round++) {
      total = dam
      for (let unit = 0; unit < TURBINE.count; unit++) {
        const q = power[unit] > 0 ? unitFlow(power[unit], level - this.tail) : 0
        this.units.flow[unit] = q
        total += q
      }
      this.tail = tailwater(total)
    }
    return total
  }

  /** Decisions and discharges at this.t. */
  private settle(): void {
    this.gates.decide(this.t, this.level, this.reckoned, this.outflow - this.spilled(), (gate, opening) =>
      this.moves.push({ t: this.t, gate, opening }),
    )
    const full = this.gates.steps > 0
    this.units.decide(this.t, this.level, this.level - this.tail, this.days, this.bottomFlow, full)
    this.outflow = this.release(this.level, this.units.power)
  }

  private spilled(): number {
    let q = this.overflow
    for (const flow of this.gateFlow) q += flow
    return q
  }

  /** Advances one minute (midpoint rule; the volumes of the minute balance exactly). */
  step(): void {
    const seconds = MINUTE / 1000
    const phase = this.t % BIN_MS
    if (phase === 0) {
      this.before = this.after
      if (this.basin.t < this.t + BIN_MS) this.basin.step()
      this.after = this.basin.inflow
    }
    const slope = (this.after - this.before) / (BIN_MS / 1000)
    const start = this.before + (slope * phase) / 1000
    const mean = start + (slope * seconds) / 2
    const loss = (EVAPORATION[season(this.t).month] / 1000 / (DAY / 1000)) * area(this.level)
    const half = this.storage + (seconds / 2) * (mean - this.outflow - loss)
    this.powerBefore.set(this.units.power)
    const out = this.release(levelOf(half), this.powerBefore)
    this.storage += seconds * (mean - out - loss)
    this.level = levelOf(this.storage)
    this.inVolume += seconds * mean
    this.outVolume += seconds * out
    this.lossVolume += seconds * loss
    this.t += MINUTE
    this.inflow = start + slope * seconds
    // Operators use the inflow of the last quarter of an hour, planning that of days.
    this.reckoned += (this.inflow - this.reckoned) / 15
    this.days += (this.inflow - this.days) / (2.5 * 1440)
    this.settle()
  }

  /** The same state in a world of its own, without the movements that led to it. */
  copy(): World {
    const world = new World(this.basin.seed, anchorOf(this.t))
    adopt(world, { ...this, moves: [] })
    return world
  }

  private write(into: Truth, row: number): void {
    into.t[row] = this.t
    into.inflow[row] = this.inflow
    into.outflow[row] = this.outflow
    into.level[row] = this.level
    into.storage[row] = this.storage
    const turbines = this.units.flow.reduce((sum, q) => sum + q, 0)
    into.forebay[row] = this.level - 2.2e-5 * turbines * turbines
    into.tailwater[row] = this.tail
    into.overflow[row] = this.overflow
    into.bottomOpening[row] = this.gates.bottom
    into.bottomFlow[row] = this.bottomFlow
    into.river[row] = this.basin.river
    into.inflowVolume[row] = this.inVolume
    into.outflowVolume[row] = this.outVolume
    into.evaporationVolume[row] = this.lossVolume
    this.inVolume = this.outVolume = this.lossVolume = 0
    into.basinRainTotal[row] = this.basin.rain
    for (let i = 0; i < into.rainTotal.length; i++) into.rainTotal[i][row] = this.basin.stations[i]
    for (let i = 0; i < into.opening.length; i++) {
      into.opening[i][row] = this.gates.opening[i]
      into.gateFlow[i][row] = this.gateFlow[i]
    }
    for (let i = 0; i < into.unitPower.length; i++) {
      into.unitPower[i][row] = this.units.power[i]
      into.unitFlow[i][row] = this.units.flow[i]
    }
  }

  /** Rows at from, from + step ... to (all inclusive; whole minutes, not before now). */
  run(from: number, to: number, step: number): Truth {
    if (step % MINUTE !== 0 || from % MINUTE !== 0 || from < this.t)
      throw new RangeError('the world runs forward in whole minutes')
    if (from - step > this.t) {
      while (this.t < from - step) this.step()
      this.inVolume = this.outVolume = this.lossVolume = 0
    }
    this.moves = this.moves.filter((move) => move.t >= from)
    const truth = new Truth(Math.max(0, Math.floor((to - from) / step) + 1))
    for (let t = from; t <= to; t += step) {
      while (this.t < t) this.step()
      this.write(truth, truth.length++)
    }
    truth.moves = this.moves
    this.moves = []
    return truth
  }
}

/** Writes the state of one object over that of another of its class, whose shape stays: it is stepped through quickly. */
function adopt(into: object, from: object): void {
  for (const [key, value] of Object.entries(from)) {
    const had: unknown = Reflect.get(into, key)
    if (value instanceof Float64Array || value instanceof Float32Array) Reflect.set(into, key, value.slice())
    else if (typeof value !== 'object') Reflect.set(into, key, value)
    else if (Array.isArray(value) && value.length !== (had as unknown[]).length)
      Reflect.set(into, key, [...value])
    else adopt(had as object, value)
  }
}
