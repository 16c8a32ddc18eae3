import type { GeneratingUnit } from '#core/description/index.ts'
import { isStopped, unitFlow, type UnitFlow } from '#core/hydraulics/index.ts'
import { ESTIMATED, MISSING, STALE, worst } from '#core/quality/index.ts'
import type { Resolver, UnitTables } from '#core/tables/index.ts'
import type { Columns } from './columns.ts'
import type { Cursor } from './cursor.ts'
import type { Reported } from './reported.ts'
import type { Passed, Water } from './water.ts'

type Writer = ReturnType<Columns['writer']>

/** A unit with its inputs, stepped from instant to instant. */
export class UnitState {
  readonly unit: GeneratingUnit
  readonly out: UnitFlow = unitFlow()
  readonly write: Writer
  readonly method: Writer
  /** The tables in force, refilled by `read`. */
  readonly resolved: UnitTables
  /** kW and m3/s at the instant read. */
  power = NaN
  measured = NaN
  powerQ = MISSING
  /** Whether the power is the last one of a sensor that is silent: its discharge goes by it, its energy does not. */
  powerHeld = false
  private readonly powers: Reported
  private readonly flows: Cursor | null
  private readonly tables: Resolver<UnitTables>
  private before = NaN
  private beforeQ = MISSING
  private powerBefore = NaN
  /** Last discharge that was found, and when. */
  private good = NaN
  private goodAt = NaN

  constructor(
    unit: GeneratingUnit,
    powers: Reported,
    flows: Cursor | null,
    tables: Resolver<UnitTables>,
    write: Writer,
    method: Writer,
    at: number,
  ) {
    this.unit = unit
    this.powers = powers
    this.flows = flows
    this.tables = tables
    this.resolved = tables.at(at)
    this.write = write
    this.method = method
  }

  /** Reads the sensors and tables of instant t; times must not decrease. */
  read(t: number): void {
    this.tables.at(t)
    this.power = this.powers.at(t)
    this.powerQ = this.powers.quality
    this.powerHeld = this.powers.held
    this.measured = this.flows ? this.flows.at(t) : NaN
  }

  /** Source of its power or discharge at t, the current instant. */
  explanation(t: number): { cursor: Cursor | null; logged: boolean } {
    this.read(t)
    const { powers, flows } = this
    if (this.unit.method === 'measured') return { cursor: flows, logged: false }
    return { cursor: powers.logged ? powers.log : powers.sensor, logged: powers.logged }
  }

  /** The last discharge found, while it is no older than `most` ms; else NaN. */
  lastGood(t: number, most: number): number {
    return t - this.goodAt <= most ? this.good : NaN
  }

  /** Quality of the discharge solved into out. tailQ: of the tailwater level used. */
  judge(t: number, water: Water, tailQ: number): void {
    const { out, unit } = this
    const sensed = unit.method === 'measured'
    const source = sensed ? (this.flows ? this.flows.quality : MISSING) : this.powerQ
    if (out.value !== out.value) {
      // Missing is the power, the level or the tailwater; a silent sensor is the reason to report.
      let q = source
      if (!sensed && (q & 7) < STALE && water.z !== water.z) q = worst(q, water.zq)
      out.q = (q & 7) >= STALE ? q : MISSING
      return
    }
    out.q = worst(out.q, source)
    if (out.value !== 0 && !sensed) {
      out.q = worst(out.q, water.zq)
      const { hpq, nhpq, zpq } = this.resolved
      const byHead = hpq !== null || nhpq !== null || zpq === null
      if (unit.type === 6 && byHead) out.q = worst(out.q, tailQ)
    }
    if (out.code === 'NO_CONVERGENCE') return
    this.good = out.value
    this.goodAt = t
  }

  /** Ends the instant: the next interval begins here. */
  keep(): void {
    this.before = this.out.value
    this.beforeQ = this.out.q
    this.powerBefore = this.power
  }

  /**
   * Adds the volume over (a, b]: the unit's energy in the interval times its water use per kWh, the mean of both ends
   * where it ran at both. So a start or stop within the interval counts by its energy. A unit that ran only in between
   * is computed by its discharge at the largest power it reported, by `flowAt` (kW to m3/s).
   */
  addPassed(a: number, b: number, sum: Passed, flowAt: (power: number) => number): void {
    const { unit, out, flows } = this
    if (unit.method === 'measured') {
      sum.volume += flows ? flows.integral(a, b) : NaN
      sum.q = worst(sum.q, flows ? flows.quality : MISSING)
      return
    }
    sum.q = worst(sum.q, worst(this.beforeQ, out.q))
    const linear = ((this.before + out.value) / 2) * ((b - a) / 1000)
    const now = this.power > 0 && out.value > 0 ? out.value / this.power : NaN
    const before = this.powerBefore > 0 && this.before > 0 ? this.before / this.powerBefore : NaN
    let use = now === now && before === before ? (now + before) / 2 : now === now ? now : before
    if (linear !== linear) {
      sum.volume = NaN
      return
    }
    // Known at both ends but silent in between: unknown, or held; a stopped unit may have run there as well.
    const energy = this.powers.integral(a, b)
    sum.q = worst(sum.q, this.powers.quality)
    if (energy !== energy) {
      sum.volume = NaN
      return
    }
    if (use !== use) {
      const most = energy > 0 ? this.powers.most(b) : 0
      if (!(most > 0) || isStopped(unit, most)) {
        sum.volume += linear
        return
      }
      use = flowAt(most) / most
      sum.q = worst(sum.q, ESTIMATED)
    }
    sum.volume += energy * use
  }
}
