import { CalcError } from '#core/errors.ts'
import type { Outlet } from '#core/description/index.ts'
import { rangeOf } from '#core/tables/index.ts'
import type { GateTables, Mode } from '#core/tables/index.ts'
import { flow, refuse } from './flow.ts'
import type { Flow } from './flow.ts'
import { gateDischarge } from './gate.ts'
import type { GateInput } from './gate.ts'
import { maxOpening } from './formula.ts'
import { summit } from './root.ts'

const POINTS = 100
/** m */
const TOLERANCE = 1e-9

/**
 * The smallest opening (m) at which one gate passes q (m3/s) at level z and tailwater tail (m). The formulas reach
 * their maximum slightly before the lip leaves the water, so the openings are scanned for the first crossing, which is
 * then bisected. More than the gate can pass: OUT_OF_RANGE. A gate set to 'measured' is computed by its table or
 * formula here. out: the discharge at the opening found.
 */
export function openingFor(
  gate: Outlet,
  index: number,
  q: number,
  z: number,
  tail: number | null,
  tables: GateTables | null,
  mode: Mode,
  out: Flow = flow(),
): number {
  if (q !== q) return refuse(out, 'MISSING_INPUT', 'q', mode, 0)
  if (q < 0) return refuse(out, 'OUT_OF_RANGE', 'q', mode, 0, q)
  const rating = tables?.rating ?? null
  const most = Math.min(maxOpening(gate), rating?.group === 'ZAQ' ? rangeOf(rating, 1)[1] : Infinity)
  if (!Number.isFinite(most)) return refuse(out, 'NO_TABLE', 'maxOpening', mode, 0)
  const metres = asMetres(gate)
  const bare: GateTables = { rating, opening: null }
  const input: GateInput = { z, opening: most, tail }
  const at = (a: number): number => {
    input.opening = a
    return gateDischarge(metres, index, input, bare, mode, out)
  }
  if (at(most) !== out.value) return NaN
  const bracket = q === 0 ? ([0, 0] as const) : firstAbove(at, q, most)
  if (bracket.length === 1) {
    refuse(out, 'OUT_OF_RANGE', 'q', 'loop', out.method)
    if (mode === 'calculator') throw new CalcError('OUT_OF_RANGE', 'q', { value: q, high: bracket[0] })
    return NaN
  }
  let [low, high] = bracket
  while (high - low > TOLERANCE) {
    const middle = (low + high) / 2
    if (at(middle) < q) low = middle
    else high = middle
  }
  at(high)
  return high
}

/**
 * The first two openings between which the discharge reaches q; the opening of the largest discharge when it never
 * does.
 */
function firstAbove(at: (a: number) => number, q: number, most: number): readonly number[] {
  const step = most / POINTS
  let best = 0
  let bestAt = 0
  for (let k = 1; k <= POINTS; k++) {
    const a = k === POINTS ? most : k * step
    const passed = at(a)
    if (passed >= q) return [a - step, a]
    if (passed > best) {
      best = passed
      bestAt = k
    }
  }
  const low = Math.max(0, bestAt - 1) * step
  const top = summit(at, low, Math.min(most, (bestAt + 1) * step), TOLERANCE)
  const passed = at(top)
  // The requested discharge may be the maximum itself, except for rounding.
  if (passed >= q * (1 - 1e-9)) return passed >= q ? [low, top] : [top, top]
  return [Math.max(best, passed)]
}

/** The gate with its opening in metres, without a sensor of discharge. */
function asMetres(gate: Outlet): Outlet {
  const leaves = gate.leaves.map((outletGate) => ({ ...outletGate, openingUnit: 'm' }))
  return { ...gate, method: 'auto', leaves }
}
