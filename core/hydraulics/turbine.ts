import type { CalcCode } from '#core/errors.ts'
import { noting, quietly } from '#core/notes.ts'
import { EXTRAPOLATED, GOOD } from '#core/quality/index.ts'
import { found, lookup } from '#core/tables/index.ts'
import type { Compiled } from '#core/tables/index.ts'
import { KW } from './constants.ts'
import { root, summit } from './root.ts'
import { noteTurbine } from './working.ts'

/** Points scanned for the first discharge with the given power. */
const POINTS = 50
/** m3/s; finer than any meter, so that the result does not depend on the method. */
const TOLERANCE = 1e-9

const reading = found()

/** A unit by its curves. */
export interface Machine {
  /** m3/s */
  readonly qmax: number
  readonly generatorEfficiency: number
  readonly qeta: Compiled
  /** null: no head loss (dam toe) */
  readonly qhl: Compiled | null
  /** At each scanned discharge: kW per metre of net head, and head loss (m) of the unit alone. */
  readonly perMetre: Float64Array
  readonly loss: Float64Array
}

/** Builds a machine; reads its curves once, at the discharges that every solution scans. */
export function machineFrom(
  qmax: number,
  generatorEfficiency: number,
  qeta: Compiled,
  qhl: Compiled | null,
): Machine {
  const perMetre = new Float64Array(POINTS + 1)
  const loss = new Float64Array(POINTS + 1)
  for (let k = 1; k <= POINTS; k++) {
    const q = pointAt(qmax, k)
    perMetre[k] = KW * q * lookup(qeta, q / qmax, 'loop', reading) * generatorEfficiency
    loss[k] = headLoss(qhl, q)
  }
  return { qmax, generatorEfficiency, qeta, qhl, perMetre, loss }
}

function pointAt(qmax: number, k: number): number {
  return k === POINTS ? qmax : (k * qmax) / POINTS
}

/** Result of the solver; reused between calls. */
interface Solved {
  /** m3/s; NaN when refused. */
  value: number
  q: number
  code: CalcCode | null
  /** Net head (m), turbine efficiency and largest power (kW, only when the power is above it). */
  head: number
  eta: number
  capacity: number
}

/** An empty solution to write into: NaN without a reason. */
export function solved(): Solved {
  return { value: NaN, q: GOOD, code: null, head: NaN, eta: NaN, capacity: NaN }
}

// The current problem, for the functions passed to the solver; module state, so that nothing is allocated.
let machine: Machine
let grossHead = 0
let others = 0
let wanted = 0

/** Head loss (m) of a waterway carrying q, m3/s; 0 without a table. NaN outside. */
function headLoss(qhl: Compiled | null, q: number): number {
  return qhl ? lookup(qhl, q, 'loop', reading) : 0
}

function efficiency(q: number): number {
  return lookup(machine.qeta, q / machine.qmax, 'loop', reading)
}

function power(q: number): number {
  const head = grossHead - headLoss(machine.qhl, q + others)
  return KW * q * head * efficiency(q) * machine.generatorEfficiency
}

function excess(q: number): number {
  return power(q) - wanted
}

/**
 * Discharge of a unit with power p (kW) under a gross head (m), m3/s: P(Q) = 9.81 Q Hn(Q) eta(Q/Qmax) eta_g, Hn = gross
 * head - head loss of the waterway, which carries `otherFlow` (m3/s) of other units as well. The smallest solution:
 * P(Q) may fall again, so 50 points are scanned for the first crossing. Power above the largest P(Q): code
 * POWER_ABOVE_CAPACITY with value qmax flagged EXTRAPOLATED, or NaN when there is no head left.
 */
export function solveDischarge(m: Machine, p: number, gross: number, otherFlow: number, out: Solved): number {
  machine = m
  grossHead = gross
  others = otherFlow
  wanted = p
  out.code = null
  out.q = GOOD
  out.capacity = NaN
  const q = noting ? quietly(() => crossing(out)) : crossing(out)
  out.value = q
  if (q === q) {
    out.head = gross - headLoss(m.qhl, q + otherFlow)
    // A head loss read beyond its table is an estimate, and so is the result.
    if (m.qhl && reading.q > out.q) {
      out.q = reading.q
      out.code ??= reading.code
    }
    out.eta = efficiency(q)
    if (noting) noteTurbine(p, q, gross, otherFlow, out, m)
  } else {
    out.head = NaN
    out.eta = NaN
  }
  return q
}

function crossing(out: Solved): number {
  const { qmax, qhl, perMetre, loss } = machine
  let before = -wanted
  let best = 0
  let bestAt = 0
  for (let k = 1; k <= POINTS; k++) {
    const lost = others === 0 ? loss[k] : headLoss(qhl, pointAt(qmax, k) + others)
    const p = perMetre[k] * (grossHead - lost)
    const f = p - wanted
    if (f >= 0) return root(excess, pointAt(qmax, k - 1), pointAt(qmax, k), before, f, TOLERANCE)
    if (p > best) {
      best = p
      bestAt = k
    }
    before = f
  }
  // The maximum may lie between two points.
  const low = pointAt(qmax, Math.max(0, bestAt - 1))
  const high = pointAt(qmax, Math.min(POINTS, bestAt + 1))
  const top = bestAt === 0 ? 0 : summit(power, low, high, TOLERANCE * qmax)
  const f = top > 0 ? excess(top) : -wanted
  if (f >= 0) return root(excess, low, top, excess(low), f, TOLERANCE)
  const most = Math.max(best, f + wanted)
  if (top > 0 && wanted <= most * (1 + 1e-9)) return f + wanted >= best ? top : pointAt(qmax, bestAt)
  out.code = 'POWER_ABOVE_CAPACITY'
  out.capacity = most
  if (most <= 0) return NaN
  out.q = EXTRAPOLATED
  return qmax
}
