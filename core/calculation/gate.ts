import type { Outlet, OutletGate } from '#core/description/index.ts'
import { flow, gateDischarge, type Flow } from '#core/hydraulics/index.ts'
import { noted, type Note } from '#core/notes.ts'
import { ESTIMATED, GOOD, MISSING, STALE, worst } from '#core/quality/index.ts'
import type { GateTables, Resolver } from '#core/tables/index.ts'
import type { Columns } from './columns.ts'
import type { Cursor } from './cursor.ts'
import type { Reported } from './reported.ts'
import type { Passed, Water } from './water.ts'

/** Explains the discharge of a gate. */
export interface GateExplanation {
  gate: Outlet
  outletGate: OutletGate
  /** Source of its opening or discharge; null: none. */
  cursor: Cursor | null
  logged: boolean
  resolved: GateTables
  tail: number | null
  out: Flow
  notes: Note[]
  code: string | null
  field: string | null
}

/** State of one gate of an outlet, stepped from instant to instant. */
export class GateState {
  readonly gate: Outlet
  readonly out: Flow = flow()
  readonly write: ReturnType<Columns['writer']>
  private readonly index: number
  private readonly opening: Reported | null
  private readonly measured: Cursor | null
  private readonly tables: Resolver<GateTables>
  private readonly probe = flow()
  private readonly input = {
    z: NaN,
    opening: NaN,
    actual: false,
    tail: null as number | null,
    measured: NaN,
  }
  private resolved: GateTables = { rating: null, opening: null }
  private openingNow = NaN
  /** Whether the opening is the log's: then it is the actual one, m. */
  private loggedNow = false
  /** Its state at the previous instant, just after that instant's events. */
  private before = NaN
  private beforeQ = MISSING
  private openingBefore = NaN
  private loggedBefore = false
  /** Level below the dam with which it was solved. */
  private tail: number | null = null

  constructor(
    gate: Outlet,
    index: number,
    opening: Reported | null,
    measured: Cursor | null,
    tables: Resolver<GateTables>,
    write: ReturnType<Columns['writer']>,
  ) {
    this.gate = gate
    this.index = index
    this.opening = opening
    this.measured = measured
    this.tables = tables
    this.write = write
  }

  /**
   * Reads the sensors and tables of instant t; times must not decrease. Returns whether its discharge depends on the
   * tailwater.
   */
  read(t: number): boolean {
    const { opening, measured } = this
    if (this.gate.method === 'measured') {
      this.input.measured = measured ? measured.at(t) : NaN
      this.openingNow = NaN
      return false
    }
    this.openingNow = opening ? opening.at(t) : NaN
    this.loggedNow = opening !== null && opening.logged
    this.resolved = this.tables.at(t)
    const { rating } = this.resolved
    return (rating === null || (this.loggedNow && rating.group === 'FFZQ')) && this.openingNow !== 0
  }

  /**
   * Writes the discharge at the instant read to out. tail: level below the dam, null when unknown; with its quality.
   */
  discharge(water: Water, tail: number | null, tailQ: number): void {
    const { out, gate } = this
    this.tail = tail
    let q: number
    if (gate.method === 'measured') {
      q = this.measured ? this.measured.quality : MISSING
      this.solve(water.z, NaN, false, tail, out)
    } else {
      const { opening } = this
      // A gate without a sensor lacks nothing before its first entry: it is in its original position.
      q = opening && (opening.sensor || this.loggedNow) ? opening.quality : GOOD
      this.solve(water.z, this.openingNow, this.loggedNow, tail, out)
      // A closed gate passes nothing at any level; otherwise its discharge is only as good as its inputs.
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

  private solve(z: number, opening: number, actual: boolean, tail: number | null, out: Flow): number {
    const { input } = this
    input.z = z
    input.opening = opening
    input.actual = actual
    input.tail = tail
    return gateDischarge(this.gate, this.index, input, this.resolved, 'loop', out)
  }

  /** Explains its discharge at t, the current instant; the code that computes it notes the working. */
  explanation(t: number, water: Water): GateExplanation {
    this.read(t)
    const { gate, index, opening, measured, resolved, openingNow, loggedNow, tail, out, probe } = this
    const { notes } = noted(() => this.solve(water.z, openingNow, loggedNow, tail, probe))
    const { logged } = opening ?? { logged: false }
    const cursor = gate.method === 'measured' ? measured : logged ? opening!.log : (opening?.sensor ?? null)
    const { code, field } = probe
    return { gate, outletGate: gate.leaves[index], cursor, logged, resolved, tail, out, notes, code, field }
  }

  /** Ends the instant: the next interval begins here. */
  keep(): void {
    this.before = this.out.value
    this.beforeQ = this.out.q
    this.openingBefore = this.openingNow
    this.loggedBefore = this.loggedNow
  }

  /**
   * Adds the volume over (a, b], b being the current instant and a the previous one: the discharge after every movement
   * counts from its time on, linear in between with the level, which goes from z0 to water.z.
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
    if (!opening || linear !== linear) {
      sum.volume += linear
      return
    }
    if (opening.sensor && opening.log) {
      this.addBoth(opening, a, b, z0, water, tail, linear, sum)
      return
    }
    const cursor = (opening.sensor ?? opening.log)!
    if (cursor.kind !== 'step') {
      // The opening goes in a straight line between its samples, where there are any.
      const whole = cursor.integral(a, b)
      sum.volume += whole === whole ? linear : NaN
      sum.q = worst(sum.q, cursor.quality)
      return
    }
    const { t, v, q, stale, limit } = cursor
    const last = cursor.seek(b)
    let first = last
    while (first >= 0 && t[first] > a) first--
    let moved = false
    for (let k = first + 1; k <= last; k++) {
      if (v[k] !== this.openingBefore) moved = true
      // A silence in between hides what the gate did, though it is known again at b; held, it is an estimate.
      const silent = k > 0 ? t[k] - t[k - 1] : 0
      if (silent > limit) {
        sum.volume = NaN
        sum.q = worst(sum.q, STALE)
        return
      }
      sum.q = worst(sum.q, silent > stale ? worst(q[k], ESTIMATED) : q[k])
    }
    const logged = opening.sensor === null
    sum.volume += moved ? this.withMovements(t, v, () => logged, first, last, a, b, z0, water, tail) : linear
  }

  /** The same where the log may replace the sensor in a part of the interval. */
  private addBoth(
    opening: Reported,
    a: number,
    b: number,
    z0: number,
    water: Water,
    tail: number | null,
    linear: number,
    sum: Passed,
  ): void {
    const moves = opening.moves(a, b)
    if (!moves) {
      sum.volume = NaN
      sum.q = worst(sum.q, STALE)
      return
    }
    const { t, v, logged } = moves
    const isLogged = this.loggedBefore || logged.includes(true)
    if (isLogged || moves.held) sum.q = worst(sum.q, ESTIMATED)
    // Between two samples of a sensor the opening goes in a straight line.
    const held = isLogged || opening.sensor!.kind === 'step'
    const moved = v.some((x, i) => x !== this.openingBefore || logged[i] !== this.loggedBefore)
    sum.volume +=
      held && moved
        ? this.withMovements(t, v, (k) => logged[k], -1, t.length - 1, a, b, z0, water, tail)
        : linear
  }

  private withMovements(
    t: ArrayLike<number>,
    v: ArrayLike<number>,
    isLogged: (k: number) => boolean,
    first: number,
    last: number,
    a: number,
    b: number,
    z0: number,
    water: Water,
    tail: number | null,
  ): number {
    const { probe } = this
    const slope = (water.z - z0) / (b - a)
    let volume = 0
    let from = a
    let held = this.openingBefore
    let logged = this.loggedBefore
    let begin = this.before
    for (let k = first + 1; k <= last + 1; k++) {
      const until = k <= last ? t[k] : b
      if (k <= last && v[k] === held && isLogged(k) === logged) continue
      if (until > from) {
        this.resolved = this.tables.at(until)
        const z = until === b ? water.z : z0 + slope * (until - a)
        const now = k > last && held === this.openingNow && logged === this.loggedNow
        const end = now ? this.out.value : this.solve(z, held, logged, tail, probe)
        volume += ((begin + end) / 2) * ((until - from) / 1000)
      }
      if (k > last) break
      held = v[k]
      logged = isLogged(k)
      from = until
      begin = until === b ? 0 : this.solve(z0 + slope * (until - a), held, logged, tail, probe)
    }
    return volume
  }
}
