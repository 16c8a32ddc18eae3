import { allInForce, type Description, type Outlet, type GeneratingUnit } from '#core/description/index.ts'
import { maxOpening } from '#core/hydraulics/index.ts'
import type { Threshold } from './moves.ts'

/** Units may produce slightly more than their rated power. */
const OVER_RATED = 1.02
/** m: smaller changes are noise of the sensor. */
const OPENING = 0.02
/** Share of the rated power: smaller changes follow the grid's frequency. */
const POWER = 0.05

/** A gate (m) or unit (kW) that is moved by hand or by order, and logged. */
export interface Movable {
  kind: 'leaf' | 'unit'
  id: string
  name: string
  /** Name of the outlet of a gate. */
  gate: string | null
  /** The largest opening or power; Infinity where unknown. */
  most: number
  /** Series of its sensor. */
  sensor: string | null
  /** ms between the sensor's reports; 0: without a heartbeat. */
  every: number
  /** Whether calculation uses it. */
  effective: boolean
  /** The smallest change that counts as a movement. */
  threshold: Threshold
}

function outletGateMovable(gate: Outlet, k: number): Movable {
  const outletGate = gate.leaves[k]
  const alone = gate.leaves.length === 1
  return {
    kind: 'leaf',
    id: outletGate.id,
    name: alone ? gate.name : outletGate.name,
    gate: alone ? null : gate.name,
    most: maxOpening(gate),
    sensor: outletGate.openingSeries ?? null,
    every: gate.every * 1000,
    effective: gate.method === 'auto',
    threshold: { least: OPENING },
  }
}

function unitMovable(id: string, unit: GeneratingUnit): Movable {
  return {
    kind: 'unit',
    id,
    name: unit.name,
    gate: null,
    most: unit.ratedPower * OVER_RATED,
    sensor: unit.powerSeries,
    every: unit.every * 1000,
    effective: unit.method === 'auto',
    threshold: { least: unit.ratedPower * POWER, zero: true },
  }
}

/** Movables at an instant, units first. A free overflow has none. */
export function movablesAt(d: Description, t: number): Movable[] {
  const leaves = allInForce(d.gates, t)
    .filter((g) => g.body.type !== 1)
    .flatMap((g) => g.body.leaves.map((_, k) => outletGateMovable(g.body, k)))
  // The series of a log is named by the id alone: of a gate and a unit with the same id, it is the gate's.
  const ids = new Set(d.gates.flatMap((g) => g.body.leaves.map((l) => l.id)))
  const units = allInForce(d.units, t).flatMap((u) => (ids.has(u.id) ? [] : [unitMovable(u.id, u.body)]))
  return [...units, ...leaves]
}

/** Everything that was ever movable, as last described. */
export function movablesEver(d: Description): Map<string, Movable> {
  const all = new Map<string, Movable>()
  const ids = new Set(d.gates.flatMap((g) => g.body.leaves.map((l) => l.id)))
  const byStart = <T extends { from: number }>(list: readonly T[]) =>
    [...list].sort((a, b) => a.from - b.from)
  for (const u of byStart(d.units)) if (!ids.has(u.id)) all.set(`unit ${u.id}`, unitMovable(u.id, u.body))
  for (const g of byStart(d.gates))
    if (g.body.type !== 1)
      g.body.leaves.forEach((l, k) => all.set(`leaf ${l.id}`, outletGateMovable(g.body, k)))
  return all
}
