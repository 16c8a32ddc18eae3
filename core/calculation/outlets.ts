import {
  allInForce,
  type Description,
  type Outlet,
  type Parameters,
  type GeneratingUnit,
} from '#core/description/index.ts'
import {
  TAIL_SUBJECT,
  kilowatts,
  unitFlow,
  unitSubject,
  unitsDischarge,
  type UnitFlow,
  type UnitsInput,
} from '#core/hydraulics/index.ts'
import { noted, type Note } from '#core/notes.ts'
import { ESTIMATED, GOOD, MISSING, STALE, worst } from '#core/quality/index.ts'
import { lookup, found, type Compiled, type TableBook, type UnitTables } from '#core/tables/index.ts'
import type { Columns } from './columns.ts'
import { Cursor } from './cursor.ts'
import { outletCodes, outletGateCode, logCode, unitCodes } from './codes.ts'
import type { Inputs } from './inputs.ts'
import { GateState, type GateExplanation } from './gate.ts'
import { holdOf, unknownEvery } from './parameters.ts'
import { KEPT_INTERVALS } from './reach.ts'
import { Reported } from './reported.ts'
import { UnitState } from './unit.ts'
import type { Passed, Water } from './water.ts'

interface OutletState {
  id: string
  gate: Outlet
  key: string
  outletGates: GateState[]
  write: ReturnType<Columns['writer']>
  method: ReturnType<Columns['writer']>
}

/** Results of one instant, reused. m3/s, kW; NaN where something is missing. */
interface Discharges {
  gates: number
  gatesQ: number
  units: number
  unitsQ: number
  environmental: number
  environmentalQ: number
  power: number
  powerQ: number
  /** Volume through gates and units since the previous instant. */
  passed: Passed
}

/** Explains the discharges of gates and units. */
export interface OutletsExplanation {
  result: Discharges
  /** Whether the level below the dam is measured. */
  tailKnown: boolean
  /** Working of the rating for the gates, and for the units. */
  tailNotes: Note[]
  unitTail: Note[]
  /** Whether an outlet's flow is the whole outflow of the lake. */
  whole: boolean
  /** counted: part of the discharge of the dam; otherwise its flow is only shown beside the whole. */
  gates: { id: string; counted: boolean; outletGates: GateExplanation[] }[]
  units: {
    id: string
    unit: GeneratingUnit
    cursor: Cursor | null
    logged: boolean
    resolved: UnitTables
    out: UnitFlow
    /** kW */
    power: number
    notes: Note[]
  }[]
}

/** Most loops until gates and the tailwater they make agree; tolerances in m. */
const LOOPS = 50
const AIM = 1e-9
const ACCEPTED = 1e-3

/** The gates and units of a plant, stepped from instant to instant through the versions of the description. */
export class Outlets {
  readonly result: Discharges = {
    gates: NaN,
    gatesQ: MISSING,
    units: NaN,
    unitsQ: MISSING,
    environmental: NaN,
    environmentalQ: MISSING,
    power: NaN,
    powerQ: MISSING,
    passed: { volume: NaN, q: MISSING },
  }
  /** Whether there is any gate or unit. */
  get listed(): boolean {
    return this.gates.length > 0 || this.units.length > 0
  }
  /** Whether a listed exhaust passes the environmental release. */
  environmental = false
  private readonly inputs: Inputs
  private readonly book: TableBook
  private readonly columns: Columns
  private gates: OutletState[] = []
  private outletGates: GateState[] = []
  /** Gates whose flow counts: all, or those of the outlet whose flow is the whole outflow of the lake. */
  private counted: ReadonlySet<GateState> = new Set()
  /** Whether an outlet's flow is the whole outflow of the lake: that of the others and of the units is only shown. */
  whole = false
  private units: UnitState[] = []
  private readonly unitStates = new Map<string, { key: string; state: UnitState }>()
  private unitList: UnitState['unit'][] = []
  private unitTables: UnitState['resolved'][] = []
  private unitFlows: UnitFlow[] = []
  private unitsInput: UnitsInput & Record<'power' | 'measured' | 'last', Float64Array> = noUnits(0)
  private flowsAt: ((power: number) => number)[] = []
  private keep = 0
  private qz: Compiled | null = null
  private readonly rating = found()
  private previous = NaN
  private previousZ = NaN
  /** What the units and gates were solved with last. */
  private readonly solved = { tail: null as number | null, tailQ: MISSING, known: false }

  constructor(inputs: Inputs, book: TableBook, columns: Columns) {
    this.inputs = inputs
    this.book = book
    this.columns = columns
  }

  /**
   * Takes over the versions in force from `at` on. Unchanged items keep their state; new ones begin at the next `step`,
   * whose volume is then unknown: step to `at` before, and once more after.
   */
  enter(d: Description, at: number, p: Parameters): void {
    const { inputs, book, columns } = this
    const interval = p.interval * 1000
    const cursor = (code: string | undefined, every: number): Cursor | null =>
      code
        ? new Cursor(inputs(code), {
            every: every > 0 ? every * 1000 : unknownEvery(interval),
            heartbeat: every > 0,
            hold: holdOf(p),
            allowSuspect: p.allowSuspect,
          })
        : null
    const outletGateIds = new Set(d.gates.flatMap((g) => g.body.leaves.map((l) => l.id)))
    /** Log of a gate or unit; null where it is empty. Always of kind step. */
    const logOf = (id: string): Cursor | null => {
      const input = inputs(logCode(id))
      if (!input || input.series.t.length === 0) return null
      const { allowSuspect } = p
      return new Cursor(
        { ...input, kind: 'step' },
        { every: unknownEvery(interval), heartbeat: false, allowSuspect },
      )
    }
    const reported = (sensor: Cursor | null, log: Cursor | null, scale = 1) =>
      sensor || log ? new Reported(sensor, log, scale) : null
    const gates = allInForce(d.gates, at)
    const own = `${p.allowSuspect} ${interval} ${holdOf(p)}`
    const old = new Map(this.gates.map((g) => [g.id, g]))
    this.gates = gates.map(({ id, body }) => {
      // A table of the plant applies to an outlet that is the only one of its kind.
      const alone = gates.filter((g) => (g.body.type === 1) === (body.type === 1)).length <= 1
      const key = `${own} ${alone}`
      const same = old.get(id)
      if (same && same.gate === body && same.key === key) return same
      return {
        id,
        gate: body,
        key,
        write: columns.writer(outletCodes(id).q),
        method: columns.writer(outletCodes(id).method),
        outletGates: body.leaves.map(
          (outletGate, index) =>
            new GateState(
              body,
              index,
              reported(
                cursor(outletGate.openingSeries, body.every),
                body.type === 1 ? null : logOf(outletGate.id),
              ),
              cursor(outletGate.dischargeSeries, body.every),
              book.outletGate(id, body, index, alone),
              columns.writer(outletGateCode(outletGate.id)),
            ),
        ),
      }
    })
    this.outletGates = this.gates.flatMap((g) => g.outletGates)
    this.whole = this.gates.some((g) => g.gate.total)
    this.counted = new Set(
      this.gates.filter((g) => !this.whole || g.gate.total).flatMap((g) => g.outletGates),
    )
    this.environmental = this.gates.some((g) => g.gate.environmental)
    this.units = allInForce(d.units, at).map(({ id, body }) => {
      const same = this.unitStates.get(id)
      if (same && same.state.unit === body && same.key === own) return same.state
      const state = new UnitState(
        body,
        new Reported(
          cursor(body.powerSeries, body.every) ?? cursor('-', body.every)!,
          outletGateIds.has(id) ? null : logOf(id),
          kilowatts(1, body.powerUnit),
        ),
        cursor(body.dischargeSeries, body.every),
        book.unit(id, body),
        columns.writer(unitCodes(id).q),
        columns.writer(unitCodes(id).method),
        at,
      )
      this.unitStates.set(id, { key: own, state })
      return state
    })
    this.unitList = this.units.map((u) => u.unit)
    this.unitTables = this.units.map((u) => u.resolved)
    this.unitFlows = this.units.map((u) => u.out)
    this.flowsAt = this.units.map((_, k) => (power) => this.flowAt(k, power))
    this.unitsInput = noUnits(this.units.length)
    this.keep = KEPT_INTERVALS * interval
    this.previous = NaN
  }

  /** Computes instant t and the volume since the previous one (NaN: there was none). Times must not decrease. */
  step(t: number, water: Water): Discharges {
    const qz = this.book.qz.at(t)
    this.qz = qz
    const known = water.tail === water.tail
    let coupled = false
    for (const outletGate of this.outletGates) if (outletGate.read(t)) coupled = true
    for (const unit of this.units) unit.read(t)
    // The rating in place of a silent gauge is an estimate; without a gauge it is all there is.
    const tailQ = known ? water.tailQ : water.gauged ? worst(ESTIMATED, water.tailQ & ~7) : GOOD
    let tail: number | null = known ? water.tail : null
    this.solve(t, water, tail, tailQ, known, qz)
    if (!known && qz && coupled) tail = this.settleTail(t, water, tailQ, qz)
    this.addPassed(t, water, tail)
    this.previous = t
    this.previousZ = water.z
    return this.result
  }

  /**
   * Solves for gates within reach of the tailwater and the tailwater of all the water: a fixed point, begun anew at
   * each instant from free flow, so that no instant depends on the solution of earlier ones.
   */
  private settleTail(t: number, water: Water, tailQ: number, qz: Compiled): number | null {
    let tail = NaN
    let before = Infinity
    let relaxation = 1
    for (let loop = 0; ; loop++) {
      const total = this.result.gates + this.result.units
      const rated = total === total ? lookup(qz, total, 'loop', this.rating) : NaN
      if (rated !== rated) {
        // No level below the dam is known: computed as free, or with the last known one.
        if (tail === tail) this.degradeGates(ESTIMATED)
        else this.solve(t, water, null, worst(tailQ, ESTIMATED), false, qz)
        return tail === tail ? tail : null
      }
      const off = Math.abs(rated - tail)
      // In the first loop there is nothing to compare with.
      if (off <= AIM) return tail
      if (loop >= LOOPS) {
        if (!(off <= ACCEPTED)) this.degradeGates(ESTIMATED)
        return tail
      }
      if (off > before / 2) relaxation = 0.5
      before = off
      tail = tail === tail ? tail + relaxation * (rated - tail) : rated
      this.solve(t, water, tail, worst(tailQ, this.rating.q), false, qz)
    }
  }

  private degradeGates(q: number): void {
    for (const { out, gate } of this.outletGates) if (gate.method === 'auto') out.q = worst(out.q, q)
    this.result.gatesQ = worst(this.result.gatesQ, q)
  }

  private solve(
    t: number,
    water: Water,
    tail: number | null,
    tailQ: number,
    known: boolean,
    qz: Compiled | null,
  ): void {
    this.solved.tail = tail
    this.solved.tailQ = tailQ
    this.solved.known = known
    this.gatesAt(water, tail, tailQ)
    this.unitsAt(t, water, tailQ, known, qz)
  }

  private gatesAt(water: Water, tail: number | null, tailQ: number): void {
    const { result } = this
    result.gates = 0
    result.gatesQ = GOOD
    result.environmental = 0
    result.environmentalQ = GOOD
    for (const outletGate of this.outletGates) {
      outletGate.discharge(water, tail, tailQ)
      const { value, q } = outletGate.out
      if (this.counted.has(outletGate)) {
        result.gates += value
        result.gatesQ = worst(result.gatesQ, q)
      }
      if (!outletGate.gate.environmental) continue
      result.environmental += value
      result.environmentalQ = worst(result.environmentalQ, q)
    }
  }

  private unitsAt(t: number, water: Water, tailQ: number, known: boolean, qz: Compiled | null): void {
    const { result, units, unitsInput } = this
    result.power = 0
    result.powerQ = GOOD
    for (let k = 0; k < units.length; k++) {
      const u = units[k]
      unitsInput.power[k] = u.power
      unitsInput.measured[k] = u.measured
      unitsInput.last[k] = u.lastGood(t, this.keep)
      // Energy is paid for: what nobody measured is not added up.
      result.power += u.powerHeld ? NaN : u.power
      result.powerQ = worst(result.powerQ, u.powerHeld ? worst(u.powerQ, STALE) : u.powerQ)
    }
    unitsInput.z = water.z
    unitsInput.tail = known ? water.tail : this.whole && qz ? this.tailOfWhole(qz) : null
    unitsInput.spill = this.whole ? 0 : result.gates
    result.units = unitsDischarge(this.unitList, this.unitTables, qz, unitsInput, 'loop', this.unitFlows)
    result.unitsQ = GOOD
    for (let k = 0; k < units.length; k++) {
      units[k].judge(t, water, tailQ)
      if (!this.whole) result.unitsQ = worst(result.unitsQ, units[k].out.q)
    }
    // The flow of the units is part of the whole already.
    if (this.whole) result.units = 0
  }

  /** The tailwater of the whole outflow, where that is measured; null where it is unknown. */
  private tailOfWhole(qz: Compiled): number | null {
    const tail = lookup(qz, this.result.gates, 'loop', this.rating)
    return tail === tail ? tail : null
  }

  private addPassed(t: number, water: Water, tail: number | null): void {
    const { passed } = this.result
    const a = this.previous
    passed.q = GOOD
    // Between two steps to the same instant nothing passed, known or not.
    passed.volume = a === a ? 0 : NaN
    const counts = a < t
    for (const outletGate of this.outletGates) {
      if (counts && this.counted.has(outletGate))
        outletGate.addPassed(a, t, this.previousZ, water, tail, passed)
      outletGate.keep()
    }
    for (let k = 0; k < this.units.length; k++) {
      if (counts && !this.whole) this.units[k].addPassed(a, t, passed, this.flowsAt[k])
      this.units[k].keep()
    }
  }

  /** Discharge of unit k at some power (kW), all else as at the current instant. */
  private flowAt(k: number, power: number): number {
    const { unitsInput } = this
    const own = unitsInput.power[k]
    unitsInput.power[k] = power
    const probe = this.units.map(() => unitFlow())
    unitsDischarge(this.unitList, this.unitTables, this.qz, unitsInput, 'loop', probe)
    unitsInput.power[k] = own
    return probe[k].value
  }

  /** Explains the discharges of instant t, stepped last; the code that computes them notes them. */
  explanation(t: number, water: Water): OutletsExplanation {
    const { solved, qz } = this
    const { pages } = noted(() => this.unitsAt(t, water, solved.tailQ, solved.known, qz))
    const total = this.result.gates + this.result.units
    const rated =
      solved.tail !== null && !solved.known && qz
        ? noted(() => lookup(qz, total, 'loop', this.rating)).notes
        : []
    return {
      result: this.result,
      tailKnown: solved.known,
      tailNotes: rated,
      whole: this.whole,
      gates: this.gates.map((g) => ({
        id: g.id,
        counted: g.outletGates.every((gate) => this.counted.has(gate)),
        outletGates: g.outletGates.map((gate) => gate.explanation(t, water)),
      })),
      units: this.units.map((u, k) => ({
        ...u.explanation(t),
        id: this.idOf(u),
        unit: u.unit,
        resolved: u.resolved,
        out: u.out,
        power: u.power,
        notes: pages.get(unitSubject(k)) ?? [],
      })),
      unitTail: pages.get(TAIL_SUBJECT) ?? [],
    }
  }

  private idOf(state: UnitState): string {
    for (const [id, one] of this.unitStates) if (one.state === state) return id
    throw new Error('No such unit')
  }

  /** Writes the results of the last step at index i of the columns. */
  write(i: number): void {
    for (const g of this.gates) {
      let sum = 0
      let q = GOOD
      let method = 0
      for (const { out, write } of g.outletGates) {
        write(i, out.value, out.q)
        sum += out.value
        q = worst(q, out.q)
        if (out.method > method) method = out.method
      }
      g.write(i, sum, q)
      g.method(i, method === 0 ? NaN : method, GOOD)
    }
    for (const u of this.units) {
      u.write(i, u.out.value, u.out.q)
      u.method(i, u.out.method === 0 ? NaN : u.out.method, GOOD)
    }
  }
}

function noUnits(n: number): UnitsInput & Record<'power' | 'measured' | 'last', Float64Array> {
  return {
    z: NaN,
    tail: null,
    spill: NaN,
    power: new Float64Array(n),
    measured: new Float64Array(n),
    last: new Float64Array(n),
  }
}
