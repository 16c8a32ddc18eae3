import { CalcError } from '#core/errors.ts'
import type { CalcCode } from '#core/errors.ts'
import type { GeneratingUnit } from '#core/description/index.ts'
import { about, noting, quietly } from '#core/notes.ts'
import { ESTIMATED, GOOD, worst } from '#core/quality/index.ts'
import { found, lookup, lookup2, lookupN, rangeOf } from '#core/tables/index.ts'
import type { Compiled, Mode, UnitTables } from '#core/tables/index.ts'
import { give, degrade, refuse } from './flow.ts'
import { dischargeOfPower } from './power.ts'
import { solveDischarge, solved } from './turbine.ts'
import { BY_CURVES, BY_HPQ, BY_NHPQ, SETTLED, hasWaterway, isNet, isReaction, isStopped } from './unit.ts'
import { machineOf, wayOf } from './unit.ts'
import type { UnitFlow } from './unit.ts'
import { noteInput, noteGross, noteNet, noteShare, noteTotal } from './working.ts'

/** Inputs of the units of a plant at an instant; NaN: missing. */
export interface UnitsInput {
  /** Reservoir level, m. */
  z: number
  /** Measured and fresh tailwater level, m; null or NaN: by the tailwater rating. */
  tail: number | null
  /** All other water at the tailwater gauge: gates, environmental release, m3/s. */
  spill: number
  /** kW at the generator terminals, per unit. */
  power: ArrayLike<number>
  /** Readings of discharge sensors, m3/s, for units set to 'measured'. */
  measured?: ArrayLike<number>
  /** Last good discharge of each unit, m3/s, kept when the loop finds no common solution. */
  last?: ArrayLike<number>
}

const LOOPS = 50
const RELAXATION = 0.5
/**
 * Convergence targets, m3/s: aimed at, so that the order of the units has no effect; and accepted at the end of the
 * loops.
 */
const AIM = 1e-7
const ACCEPTED = 1e-3
/** Efficiency of the initial guess only. */
const GUESS = 0.85

const reading = found()
const rated = found()
const solution = solved()

let kinds = new Uint8Array(8)
let flows = new Float64Array(8)
let nexts = new Float64Array(8)
// Of the units that share an nHPQ table: how many run, and their power (kW, NaN when one is missing).
let runningN = new Float64Array(8)
let runningP = new Float64Array(8)

// The present plant.
let units: readonly GeneratingUnit[] = []
let tables: readonly UnitTables[] = []
let input: UnitsInput
let tailMeasured = false
let tailLevel = NaN
let tailQ = GOOD
let tailCode: CalcCode | null = null
// Inputs of the last lookup in an HPQ or nHPQ table: n, and kW.
let lastN = 0
let lastP = 0

/**
 * Discharge of every unit from its power, m3/s, into out (one per unit); returns their sum. Order of methods: sensor
 * (if set so, 4), HPQ, nHPQ or ZPQ (1), efficiency and head loss (2). Units share the tailwater (by the rating qz at
 * the total discharge when it is not measured) and perhaps a waterway, so they are solved together by fixed point, with
 * relaxation 0.5 where the plain iteration does not converge. A running unit whose tailwater or waterway depends on a
 * missing flow is missing itself. calculator mode throws CalcError: MISSING_INPUT, NO_TABLE, OUT_OF_TABLE, UNKNOWN_N,
 * POWER_ABOVE_CAPACITY, NO_CONVERGENCE.
 */
export function unitsDischarge(
  ofUnits: readonly GeneratingUnit[],
  ofTables: readonly UnitTables[],
  qz: Compiled | null,
  unitsInput: UnitsInput,
  mode: Mode,
  out: readonly UnitFlow[],
): number {
  units = ofUnits
  tables = ofTables
  input = unitsInput
  tailMeasured = unitsInput.tail !== null && unitsInput.tail === unitsInput.tail
  if (kinds.length < units.length) {
    kinds = new Uint8Array(units.length)
    flows = new Float64Array(units.length)
    nexts = new Float64Array(units.length)
    runningN = new Float64Array(units.length)
    runningP = new Float64Array(units.length)
  }
  for (let i = 0; i < units.length; i++) begin(i, qz, out[i])
  readTail(qz)
  for (let i = 0; i < units.length; i++) if (kinds[i] !== SETTLED) flows[i] = guess(i)
  readTail(qz)
  iterate(qz, out)
  let sum = 0
  for (let i = 0; i < units.length; i++) {
    const o = out[i]
    o.tail = tailLevel
    if (kinds[i] === SETTLED && o.head !== o.head) o.head = grossHead(i)
    sum += o.value
  }
  if (mode === 'calculator') throwRefusal(out)
  return sum
}

/** Subject of notes on the tailwater. */
export const TAIL_SUBJECT = 'tail'
/** Subject of notes on the generating unit at an index. */
export const unitSubject = (i: number) => `unit ${i}`

/** Sets units that need no solving: measured, missing, stopped, ZPQ, without a table. */
function begin(i: number, qz: Compiled | null, out: UnitFlow): void {
  const unit = units[i]
  const p = input.power[i]
  kinds[i] = SETTLED
  if (noting) about(unitSubject(i))
  out.head = NaN
  if (unit.method === 'measured') {
    const q = input.measured ? input.measured[i] : NaN
    if (noting) noteInput('measured', q)
    flows[i] = q === q ? give(out, q, 4) : refuse(out, 'MISSING_INPUT', 'measured', 'loop', 4)
    return
  }
  const way = wayOf(unit, tables[i])
  const method = tables[i].hpq || tables[i].nhpq || tables[i].zpq ? 1 : 2
  if (p !== p) {
    flows[i] = refuse(out, 'MISSING_INPUT', 'power', 'loop', method)
  } else if (isStopped(unit, p)) {
    flows[i] = give(out, unit.speedNoLoadFlow ?? 0, method)
    if (noting) noteInput('stopped', flows[i])
  } else if (way.lacking) {
    flows[i] = refuse(out, 'NO_TABLE', way.lacking, 'loop', 0)
  } else if (input.z !== input.z) {
    flows[i] = refuse(out, 'MISSING_INPUT', 'z', 'loop', method)
  } else if (way.kind === SETTLED) {
    lookup2(tables[i].zpq!, input.z, p, 'loop', out)
    out.method = 1
    flows[i] = out.value
  } else if (isReaction(unit) && !tailMeasured && !qz) {
    flows[i] = refuse(out, 'NO_TABLE', 'QZ', 'loop', method)
  } else {
    kinds[i] = way.kind
    flows[i] = 0
    give(out, 0, method)
    if (way.kind === BY_NHPQ) countRunning(i)
  }
}

/** Counts the running units on the plant table of unit i, itself included. */
function countRunning(i: number): void {
  runningN[i] = 0
  runningP[i] = 0
  for (let j = 0; j < units.length; j++) {
    if (tables[j].nhpq !== tables[i].nhpq || tables[j].hpq) continue
    const power = input.power[j]
    if (power === power && isStopped(units[j], power)) continue
    runningN[i]++
    runningP[i] += power
  }
}

function guess(i: number): number {
  const head = grossHead(i)
  // No reason to refuse: it only determines where the loops begin.
  const q = dischargeOfPower(input.power[i], head, GUESS)
  return q === q ? Math.min(q, units[i].qmax) : head === head ? units[i].qmax : NaN
}

/** Tailwater level at the present total. Beyond the rating, the loops continue from its end, with `tailCode` set. */
function readTail(qz: Compiled | null): void {
  tailQ = GOOD
  tailCode = null
  if (tailMeasured) {
    tailLevel = input.tail!
    return
  }
  tailLevel = NaN
  if (!qz) return
  let total = input.spill
  for (let i = 0; i < units.length; i++) total += flows[i]
  if (noting) {
    about(TAIL_SUBJECT)
    noteTotal(input.spill, total - input.spill, total)
  }
  if (total !== total) {
    tailCode = 'MISSING_INPUT'
    return
  }
  tailLevel = lookup(qz, total, 'loop', reading)
  tailQ = reading.q
  if (tailLevel === tailLevel) return
  tailCode = reading.code
  tailLevel = total < 0 ? NaN : lookup(qz, rangeOf(qz, 0)[1], 'loop', reading)
}

function grossHead(i: number): number {
  return input.z - (isReaction(units[i]) ? tailLevel : units[i].centreElevation)
}

/** Flow in the waterway of a unit besides its own, m3/s. */
function otherFlow(i: number): number {
  if (units[i].waterwayType !== 2) return 0
  let q = 0
  for (let j = 0; j < units.length; j++) {
    if (j !== i && units[j].waterwayType === 2 && units[j].waterway === units[i].waterway) q += flows[j]
  }
  return q
}

function iterate(qz: Compiled | null, out: readonly UnitFlow[]): void {
  let relaxation = 1
  let before = Infinity
  for (let loop = 1; ; loop++) {
    let open = 0
    let residual = 0
    let coupled = false
    for (let i = 0; i < units.length; i++) {
      if (kinds[i] === SETTLED) continue
      open++
      nexts[i] = step(i, out[i])
      // A refusal with every input known may be temporary: the loops continue from the nearest value.
      if (nexts[i] !== nexts[i] && out[i].code !== 'MISSING_INPUT') nexts[i] = nearest(i, out[i])
      if (nexts[i] !== nexts[i]) {
        kinds[i] = SETTLED
        flows[i] = NaN
        residual = Infinity
        continue
      }
      residual = Math.max(residual, Math.abs(nexts[i] - flows[i]))
      coupled ||= isCoupled(i)
    }
    if (open === 0) return readTail(qz)
    const converged = residual <= AIM || (!coupled && residual < Infinity)
    if (converged || (loop >= LOOPS && residual <= ACCEPTED)) {
      if (finish(out, coupled)) return
      // A unit was refused, and others depend on its flow: once more without it.
      loop = 0
    } else if (loop >= LOOPS && residual < Infinity) {
      return diverged(out)
    }
    if (residual > before / 2) relaxation = RELAXATION
    before = residual
    for (let i = 0; i < units.length; i++) {
      if (kinds[i] !== SETTLED) flows[i] += relaxation * (nexts[i] - flows[i])
    }
    readTail(qz)
  }
}

/** Replaces a refused step: the table at the end of its heads, else the guess. Never returned. */
function nearest(i: number, out: UnitFlow): number {
  if (kinds[i] !== BY_CURVES && out.field === 'h') {
    const table = (kinds[i] === BY_HPQ ? tables[i].hpq : tables[i].nhpq)!
    const [low, high] = rangeOf(table, 1)
    const end = out.head > high ? high : low
    const q = quietly(() => lookupN(table, lastN, end, lastP, 'loop', rated))
    if (q === q) return (q * input.power[i]) / lastP
  }
  return guess(i)
}

/** Whether the discharge of a unit depends on discharges. */
function isCoupled(i: number): boolean {
  const unit = units[i]
  if (isReaction(unit) && !tailMeasured) return true
  if (!hasWaterway(unit)) return false
  if (kinds[i] === BY_CURVES) return unit.waterwayType === 2
  return isNet((kinds[i] === BY_HPQ ? tables[i].hpq : tables[i].nhpq)!)
}

/** Accepts the last step. Returns false when a unit is refused while others depend on its flow. */
function finish(out: readonly UnitFlow[], coupled: boolean): boolean {
  let refused = false
  let open = false
  for (let i = 0; i < units.length; i++) {
    if (kinds[i] === SETTLED) continue
    flows[i] = out[i].value
    if (flows[i] === flows[i]) {
      open = true
      continue
    }
    kinds[i] = SETTLED
    refused = true
  }
  return !(refused && coupled && open)
}

function diverged(out: readonly UnitFlow[]): void {
  for (let i = 0; i < units.length; i++) {
    if (kinds[i] === SETTLED) continue
    const { method } = out[i]
    const last = input.last ? input.last[i] : NaN
    if (last === last) {
      give(out[i], last, method)
      if (noting) {
        about(unitSubject(i))
        noteInput('last', last)
      }
      degrade(out[i], ESTIMATED, 'NO_CONVERGENCE', 'power')
    } else refuse(out[i], 'NO_CONVERGENCE', 'power', 'loop', method)
    flows[i] = out[i].value
  }
}

/** Discharge of an unsettled unit with the others unchanged; NaN with the reason in out. */
function step(i: number, out: UnitFlow): number {
  const gross = grossHead(i)
  const fromTail = isReaction(units[i])
  if (noting) {
    about(unitSubject(i))
    noteGross(input.z, fromTail ? tailLevel : units[i].centreElevation, fromTail, gross)
  }
  const method = kinds[i] === BY_CURVES ? 2 : 1
  if (gross !== gross) {
    return refuse(out, 'MISSING_INPUT', input.spill === input.spill ? 'tail' : 'spill', 'loop', method)
  }
  if (fromTail && tailCode && tailQ > 3) return refuse(out, tailCode, 'QZ', 'loop', method)
  const q = kinds[i] === BY_CURVES ? byCurves(i, gross, out) : byTable(i, gross, out)
  if (q === q && fromTail) {
    out.q = worst(out.q, tailQ)
    if (tailCode === null && tailQ > GOOD && out.code === null) {
      out.code = 'OUT_OF_TABLE'
      out.field = 'QZ'
    }
  }
  return q
}

function byCurves(i: number, gross: number, out: UnitFlow): number {
  const unit = units[i]
  const others = otherFlow(i)
  if (others !== others) return refuse(out, 'MISSING_INPUT', 'waterway', 'loop', 2)
  const qhl = tables[i].qhl
  const machine = noting
    ? quietly(() => machineOf(unit, tables[i].qeta!, qhl))
    : machineOf(unit, tables[i].qeta!, qhl)
  solveDischarge(machine, input.power[i], gross, others, solution)
  if (solution.value !== solution.value) return refuse(out, solution.code!, 'power', 'loop', 2)
  give(out, solution.value, 2)
  out.head = solution.head
  if (solution.code)
    degrade(out, solution.q, solution.code, solution.code === 'OUT_OF_TABLE' ? 'QHL' : 'power')
  return solution.value
}

function byTable(i: number, gross: number, out: UnitFlow): number {
  const unit = units[i]
  const plant = kinds[i] === BY_NHPQ
  const table = (plant ? tables[i].nhpq : tables[i].hpq)!
  let head = gross
  let lossQ = GOOD
  if (isNet(table) && tables[i].qhl) {
    const own = otherFlow(i) + flows[i]
    if (own !== own) return refuse(out, 'MISSING_INPUT', 'waterway', 'loop', 1)
    const loss = lookup(tables[i].qhl!, own, 'loop', rated)
    head -= loss
    if (noting) noteNet(gross, loss, head)
    lossQ = rated.q
  }
  let n = unit.number
  let p = input.power[i]
  if (plant) {
    n = runningN[i]
    p = runningP[i]
    if (p !== p) return refuse(out, 'MISSING_INPUT', 'power', 'loop', 1)
  }
  lastN = n
  lastP = p
  lookupN(table, n, head, p, 'loop', out)
  out.method = 1
  out.head = head
  if (lossQ > GOOD) {
    out.q = worst(out.q, lossQ)
    if (out.code === null) {
      out.code = 'OUT_OF_TABLE'
      out.field = 'QHL'
    }
  }
  if (plant) {
    const all = out.value
    out.value *= input.power[i] / p
    if (noting) noteShare(all, input.power[i], p, out.value)
  }
  return out.value
}

/** Throws, in calculator mode, the first refusal that is not a consequence of another. */
function throwRefusal(out: readonly UnitFlow[]): void {
  let first = -1
  for (let i = 0; i < units.length; i++) {
    const { value, code, field } = out[i]
    const bad = value !== value || code === 'POWER_ABOVE_CAPACITY' || code === 'NO_CONVERGENCE'
    if (!bad) continue
    const consequence = code === 'MISSING_INPUT' && (field === 'tail' || field === 'waterway')
    if (!consequence) {
      first = i
      break
    }
    if (first < 0) first = i
  }
  if (first < 0) return
  const { code, field } = out[first]
  const detail = { unit: units[first].name, power: input.power[first], head: out[first].head }
  throw new CalcError(code ?? 'MISSING_INPUT', field ?? undefined, detail)
}
