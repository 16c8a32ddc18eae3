import type { GeneratingUnit } from '#core/description/index.ts'
import { MISSING } from '#core/quality/index.ts'
import type { Compiled, UnitTables } from '#core/tables/index.ts'
import type { Flow } from './flow.ts'
import { CUT_IN, GENERATOR_EFFICIENCY } from './power.ts'
import { machineFrom } from './turbine.ts'
import type { Machine } from './turbine.ts'

/**
 * Discharge of a unit. head: the head with which it was computed (net, or gross where the table is by gross head; for a
 * stopped or measured unit and for ZPQ the gross head), m, NaN when unknown. tail: tailwater level used, m.
 */
export interface UnitFlow extends Flow {
  head: number
  tail: number
}

/** An empty discharge of a generating unit to write into: NaN, MISSING, head and tailwater unknown. */
export function unitFlow(): UnitFlow {
  return { value: NaN, q: MISSING, code: null, field: null, method: 0, head: NaN, tail: NaN }
}

/** How a unit's discharge is computed. SETTLED: known from the start (stopped, measured, missing, ZPQ). */
export const SETTLED = 0
export const BY_HPQ = 1
export const BY_NHPQ = 2
export const BY_CURVES = 3

/** Whether power p (kW) means that the unit is stopped. */
export function isStopped(unit: GeneratingUnit, p: number): boolean {
  return p <= 0 || p < (unit.cutIn ?? CUT_IN) * unit.ratedPower
}

/** Whether the head ends at the tailwater; an impulse wheel is above it. */
export function isReaction(unit: GeneratingUnit): boolean {
  return unit.type === 6
}

/** Whether a unit has a waterway with head loss; one at the dam toe has none. */
export function hasWaterway(unit: GeneratingUnit): boolean {
  return unit.waterwayType !== 3
}

const machines = new WeakMap<GeneratingUnit, Machine>()

/** The unit with its curves; cached per unit, rebuilt when a table changes. */
export function machineOf(unit: GeneratingUnit, qeta: Compiled, qhl: Compiled | null): Machine {
  const known = machines.get(unit)
  if (known && known.qeta === qeta && known.qhl === qhl) return known
  const machine = machineFrom(unit.qmax, unit.generatorEfficiency ?? GENERATOR_EFFICIENCY, qeta, qhl)
  machines.set(unit, machine)
  return machine
}

/** Which table applies to a running unit (HPQ, nHPQ, then ZPQ, then the curves); 0 with the missing group. */
export function wayOf(unit: GeneratingUnit, tables: UnitTables): { kind: number; lacking: string | null } {
  if (tables.hpq) return needsLoss(tables.hpq, unit, tables) ? LACKS_QHL : HPQ
  if (tables.nhpq) return needsLoss(tables.nhpq, unit, tables) ? LACKS_QHL : NHPQ
  if (tables.zpq) return ZPQ
  if (!tables.qeta) return LACKS_HPQ
  return !tables.qhl && hasWaterway(unit) ? LACKS_QHL : CURVES
}

// Shared results: one object each, so that a step allocates nothing.
const HPQ = { kind: BY_HPQ, lacking: null }
const NHPQ = { kind: BY_NHPQ, lacking: null }
const ZPQ = { kind: SETTLED, lacking: null }
const CURVES = { kind: BY_CURVES, lacking: null }
const LACKS_HPQ = { kind: SETTLED, lacking: 'HPQ' }
const LACKS_QHL = { kind: SETTLED, lacking: 'QHL' }

function needsLoss(table: Compiled, unit: GeneratingUnit, tables: UnitTables): boolean {
  return isNet(table) && !tables.qhl && hasWaterway(unit)
}

/** Whether the head of a table is net; gross by default. */
export function isNet(table: Compiled): boolean {
  return table.table.headKind === 'net'
}
