import type { Gate } from '#core/description/index.ts'
import { flow, gateDischarge, type Flow } from '#core/hydraulics/index.ts'
import { ESTIMATED, GOOD, MISSING, STALE, worst } from '#core/quality/index.ts'
import type { LeafTables, Resolver } from '#core/tables/index.ts'
import type { Columns } from './columns.ts'
import type { Cursor } from './cursor.ts'
import type { Passed, Water } from './water.ts'

/** One leaf of a gate with what is known of it, stepped from instant to instant. */
export class LeafState {
  readonly gate: Gate
  readonly out: Flow = flow()
  readonly write: ReturnType<Columns['writer']>
  private readonly index: number
  private readonly opening: Cursor | null
  private readonly measured: Cursor | null
  private readonly tables: Resolver<LeafTables>
  private readonly probe = flow()
  private readonly input = { z: NaN, opening: NaN, tail: null as number | null, measured: NaN }
  private resolved: LeafTables = { rating: null, opening: null }
  private openingNow = NaN
  /** As it was at the previous instant, just after its events. */
  private before = NaN
  private beforeQ = MISSING
  private openingBefore = NaN

  constructor(
    gate: Gate,
    index: number,
    opening: Cursor | null,
    measured: Cursor | null,
    tables: Resolver<LeafTables>,
    write: ReturnType<Columns['writer']>,
  ) {
    this.gate = gate
    this.index = index
    this.opening = opening
    this.measured = measured
    this.tables = tables
    this.write = write
  }

  /** Reads the sensors and tables of instant t; times must not fall. Whether its discharge depends on the tailwater. */
  read(t: number): boolean {
    const { opening, measured } = this
    if (this.gate.method === 'measured') {
      this.input.measured = measured ? measured.at(t) : NaN
      this.openingNow = NaN
      return false
    }
    this.openingNow = opening ? opening.at(t) : NaN
    this.resolved = this.tables.at(t)
    return this.resolved.rating === null && this.openingNow !== 0
  }

  /** Discharge at the instant read, into out. tail: level below the dam, null when none is known; and its quality. */
  discharge(water: Water, tail: number | null, tailQ: number): void {
    const { out, gate } = this
    let q: number
    if (gate.method === 'measured') {
      q = this.measured ? this.measured.quality : MISSING
      this.solve(water.z, NaN, tail, out)
    } else {
      q = this.opening ? this.opening.quality : GOOD
      this.solve(water.z, this.openingNow, tail, out)
      // A closed gate passes nothing at any level; else what its discharge rests on is no better known than that.
      if (out.value === out.value && out.value !== 0) {
        q = worst(q, water.zq)
        if (out.method === 3) {
          if (tail === null) q = worst(q, tailQ === GOOD ? GOOD : ESTIMATED)
          else if (this.isReachedBy(tail)) q = worst(q, tailQ)
        }
      } else if (out.value !== out.value && water.z !== water.z) q = worst(q, water.zq)
    }
    if (out.value === out.value) out.q = worst(out.q, q)
    else out.q = (q & 7) >= STALE ? q : MISSING
  }

  private isReachedBy(tail: number): boolean {
    const { sill, inletInvert, outletInvert } = this.gate.parameters
    return !(tail <= (outletInvert ?? sill ?? inletInvert ?? -Infinity))
  }

  private solve(z: number, opening: number, tail: number | null, out: Flow): number {
    const { input } = this
    input.z = z
    input.opening = opening
    input.tail = tail
    return gateDischarge(this.gate, this.index, input, this.resolved, 'loop', out)
  }

  /** Ends the instant: the next interval begins here. */
  keep(): void {
    this.before = this.out.value
    this.beforeQ = this.out.q
    this.openingBefore = this.openingNow
  }

  /**
   * Adds what passed over (a, b], b being the instant at hand and a the one before: the discharge after every movement
   * counts from its time on, linear in between with the level that goes from z0 to water.z.
   */
  addPassed(a: number, b: number, z0: number, water: Water, tail: number | null, sum: Passed): void {
    if (this.gate.method === 'measured') {
      sum.volume += this.measured ? this.measured.integral(a, b) : NaN
      sum.q = worst(sum.q, this.measured ? this.measured.quality : MISSING)
      return
    }
    sum.q = worst(sum.q, worst(this.beforeQ, this.out.q))
    const { opening } = this
    const linear = ((this.before + this.out.value) / 2) * ((b - a) / 1000)
    if (!opening || opening.kind !== 'step' || linear !== linear) {
      sum.volume += linear
      return
    }
    const { t, v, stale } = opening
    const last = opening.seek(b)
    let first = last
    while (first >= 0 && t[first] > a) first--
    let moved = false
    for (let k = first + 1; k <= last; k++) {
      if (v[k] !== this.openingBefore) moved = true
      // A silence in between hides what the gate did, though it is known again at b.
      if (k > 0 && t[k] - t[k - 1] > stale) {
        sum.volume = NaN
        sum.q = worst(sum.q, STALE)
        return
      }
    }
    sum.volume += moved ? this.withMovements(first, last, a, b, z0, water, tail) : linear
  }

  private withMovements(
    first: number,
    last: number,
    a: number,
    b: number,
    z0: number,
    water: Water,
    tail: number | null,
  ): number {
    const { t, v } = this.opening!
    const { probe } = this
    const slope = (water.z - z0) / (b - a)
    let volume = 0
    let from = a
    let held = this.openingBefore
    let begin = this.before
    for (let k = first + 1; k <= last + 1; k++) {
      const until = k <= last ? t[k] : b
      if (k <= last && v[k] === held) continue
      if (until > from) {
        this.resolved = this.tables.at(until)
        const z = until === b ? water.z : z0 + slope * (until - a)
        const end = k > last && held === this.openingNow ? this.out.value : this.solve(z, held, tail, probe)
        volume += ((begin + end) / 2) * ((until - from) / 1000)
      }
      if (k > last) break
      held = v[k]
      from = until
      begin = until === b ? 0 : this.solve(z0 + slope * (until - a), held, tail, probe)
    }
    return volume
  }
}
