import type { Outlet, OutletGate } from '#core/description/index.ts'
import { noting, noteLine, term } from '#core/notes.ts'
import { convert, isUnit, compatible } from '#core/quantities.ts'
import { worst } from '#core/quality/index.ts'
import { found, lookup, lookup2 } from '#core/tables/index.ts'
import type { GateTables, Mode } from '#core/tables/index.ts'
import { give, refuse } from './flow.ts'
import type { Flow } from './flow.ts'
import { formulaDischarge, maxOpening } from './formula.ts'
import { noteNothing } from './working.ts'

/** Inputs of a gate at an instant; NaN: missing. */
export interface GateInput {
  /** Reservoir level, m. */
  z: number
  /** Opening in the unit of the gate's series (metres by default). Ignored for a free overflow. */
  opening: number
  /**
   * Whether the opening is the actual one in metres, whatever the gate's sensor measures, because a person entered it.
   */
  actual?: boolean
  /** Level below the dam, m; null when unknown for the plant, and the outlet then counts as free. */
  tail: number | null
  /** Reading of the gate's own discharge series, m3/s; used only by method 'measured'. */
  measured?: number
}

const NO_TABLES: GateTables = { rating: null, opening: null }
const reading = found()
// Quality and reason of the opening, for the discharge computed from it.
let openingQ = 0

/**
 * Discharge of one gate, m3/s, into out: its sensor when the outlet is set to 'measured' (4), else its table
 * (1), else its formula (3). A closed gate passes 0 whatever else is missing. Missing input: NaN,
 * MISSING_INPUT; calculator mode throws CalcError with the field (z, opening, tail, or a coefficient).
 */
export function gateDischarge(
  gate: Outlet,
  index: number,
  input: GateInput,
  tables: GateTables | null,
  mode: Mode,
  out: Flow,
): number {
  if (gate.method === 'measured') {
    const q = input.measured ?? NaN
    if (noting) noteLine('measured', 'Q', q, 'm3/s', 'Q_m', { Q_m: term(q, 'm3/s') })
    return q === q ? give(out, q, 4) : refuse(out, 'MISSING_INPUT', 'measured', mode, 4)
  }
  const { rating: inForce, opening } = tables ?? NO_TABLES
  // A rating by level alone is for a gate out of the water: one known to be lower is computed by its formula.
  const lowered = input.actual === true && gate.type !== 1 && !(input.opening >= maxOpening(gate))
  const rating = inForce?.group === 'FFZQ' && lowered ? null : inForce
  const byLevel = gate.type === 1 || rating?.group === 'FFZQ'
  const method = rating ? 1 : 3
  openingQ = 0
  let a = Infinity
  if (!byLevel) {
    a = openingOf(gate, gate.leaves[index], input, opening, mode, out, method)
    if (a !== a) return NaN
    if (a <= 1e-9) {
      if (noting) noteNothing('closed')
      return settle(out, give(out, 0, method))
    }
  }
  if (input.z !== input.z) return refuse(out, 'MISSING_INPUT', 'z', mode, method)
  if (rating) {
    out.method = 1
    if (byLevel) lookup(rating, input.z, mode, out)
    else lookup2(rating, input.z, a, mode, out)
    return settle(out, out.value)
  }
  if (input.tail !== input.tail) return refuse(out, 'MISSING_INPUT', 'tail', mode, 3)
  formulaDischarge(gate, input.z, a, input.tail, mode, out)
  return settle(out, out.value)
}

function settle(out: Flow, value: number): number {
  out.q = worst(out.q, openingQ)
  return value
}

/** The opening in metres: through the ZAoAc table where there is one, else the series' unit of length. */
function openingOf(
  gate: Outlet,
  outletGate: OutletGate,
  input: GateInput,
  table: GateTables['opening'],
  mode: Mode,
  out: Flow,
  method: 1 | 3,
): number {
  // An outlet without anything that moves is open.
  if (!outletGate.openingSeries && input.opening !== input.opening) {
    const most = maxOpening(gate)
    if (gate.type >= 4 && Number.isFinite(most)) {
      if (noting) noteLine('stands_open', 'a', most, 'm', 'a_max', { a_max: term(most, 'm') })
      return most
    }
  }
  if (input.opening !== input.opening) return refuse(out, 'MISSING_INPUT', 'opening', mode, method)
  if (input.actual) return input.opening
  if (table && !outletGate.opened) {
    const a = lookup2(table, input.z, input.opening, mode, reading)
    if (a !== a) return refuse(out, reading.code ?? 'OUT_OF_TABLE', reading.field ?? 'ao', mode, method)
    openingQ = reading.q
    return a < 0 ? 0 : a
  }
  const unit = outletGate.openingUnit ?? 'm'
  const a = unit === 'm' ? input.opening : toMetres(input.opening, unit)
  if (noting && unit !== 'm' && a === a)
    noteLine('opening', 'a', a, 'm', 'k * a_s', {
      k: term(toMetres(1, unit), `m/${unit}`),
      a_s: term(input.opening, unit),
    })
  if (a !== a) return refuse(out, 'NO_TABLE', 'ZAoAc', mode, method)
  if (a < -1e-9) return refuse(out, 'OUT_OF_RANGE', 'opening', mode, method, a)
  return a
}

/**
 * Converts to metres; NaN for a unit that is no length (an angle, a turn count), for which only a table gives the
 * opening.
 */
function toMetres(value: number, unit: string): number {
  return isUnit(unit) && compatible(unit, 'm') ? convert(value, unit, 'm') : NaN
}

/**
 * Discharge of an outlet: its gates one by one, summed. flows receives each gate; out the sum with the worst
 * quality; one missing gate makes the sum missing.
 */
export function exhaustDischarge(
  gate: Outlet,
  inputs: readonly GateInput[],
  tables: readonly (GateTables | null)[],
  mode: Mode,
  flows: readonly Flow[],
  out: Flow,
): number {
  give(out, 0, 0)
  for (let i = 0; i < gate.leaves.length; i++) {
    const outletGate = flows[i]
    gateDischarge(gate, i, inputs[i], tables[i], mode, outletGate)
    out.value += outletGate.value
    out.q = worst(out.q, outletGate.q)
    if (outletGate.code !== null && (out.code === null || outletGate.value !== outletGate.value)) {
      out.code = outletGate.code
      out.field = outletGate.field
    }
    if (outletGate.method > out.method) out.method = outletGate.method
  }
  return out.value
}
