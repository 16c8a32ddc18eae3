import { noting } from '#core/notes.ts'
import { criticalDepth, criticalDischarge, criticalHead } from './circle.ts'
import { G } from './constants.ts'
import { root } from './root.ts'
import { noteCulvert, noteNothing } from './working.ts'

/** Inlet forms and their constants, FHWA HDS-5 (SI through Ku). */
export type Inlet = 'square' | 'groove' | 'projecting'

interface InletConstants {
  k: number
  m: number
  c: number
  y: number
}

const INLETS: Record<Inlet, InletConstants> = {
  square: { k: 0.0098, m: 2, c: 0.0398, y: 0.67 },
  groove: { k: 0.0018, m: 2, c: 0.0292, y: 0.74 },
  projecting: { k: 0.0045, m: 2, c: 0.0317, y: 0.69 },
}

/** Entrance loss of each inlet form where none is described. */
export const ENTRANCE_LOSS: Record<Inlet, number> = { square: 0.5, groove: 0.2, projecting: 0.9 }
/** Manning n of concrete. */
export const CONCRETE_N = 0.013

const KU = 1.811
const UNSUBMERGED = 3.5
const SUBMERGED = 4

/** A round culvert; lengths and levels in m, slope m/m. */
export interface Culvert {
  diameter: number
  length: number
  n: number
  ke: number
  slope: number
  inletInvert: number
  outletInvert: number
  inlet: Inlet
}

function area(d: number): number {
  return (Math.PI * d * d) / 4
}

/** Full-flow discharge under head difference dh, m3/s: A sqrt(2g dH / (1 + Ke + 2g n^2 L / R^(4/3))), R = D/4. */
export function fullFlow(d: number, length: number, n: number, ke: number, dh: number): number {
  if (dh <= 0) return 0
  const friction = (2 * G * n * n * length) / Math.pow(d / 4, 4 / 3)
  return area(d) * Math.sqrt((2 * G * dh) / (1 + ke + friction))
}

/** Headwater above the inlet invert (m) that inlet control needs for q, m3/s: HDS-5 form 1 and submerged. */
export function inletHeadwater(k: Culvert, q: number): number {
  const x = (KU * q) / (area(k.diameter) * Math.sqrt(k.diameter))
  if (x <= UNSUBMERGED) return unsubmerged(k, criticalDepth(k.diameter, q), x)
  if (x >= SUBMERGED) return submerged(k, x)
  const [low, high] = transitionEnds(k)
  return low + ((x - UNSUBMERGED) / (SUBMERGED - UNSUBMERGED)) * (high - low)
}

function submerged(k: Culvert, x: number): number {
  const { c, y } = INLETS[k.inlet]
  return k.diameter * (c * x * x + y - 0.5 * k.slope)
}

function unsubmerged(k: Culvert, depth: number, x: number): number {
  const { k: factor, m } = INLETS[k.inlet]
  const head = depth > 0 ? criticalHead(k.diameter, depth) : 0
  return head + k.diameter * (factor * Math.pow(x, m) - 0.5 * k.slope)
}

function scale(d: number): number {
  return (area(d) * Math.sqrt(d)) / KU
}

function transitionEnds(k: Culvert): [number, number] {
  const q = UNSUBMERGED * scale(k.diameter)
  return [unsubmerged(k, criticalDepth(k.diameter, q), UNSUBMERGED), submerged(k, SUBMERGED)]
}

/** Discharge by inlet control at headwater hw above the inlet invert (m), m3/s. hw <= 0 gives 0. */
export function inletControl(k: Culvert, hw: number): number {
  if (hw <= 0) return 0
  const d = k.diameter
  const { c, y } = INLETS[k.inlet]
  const [low, high] = transitionEnds(k)
  if (hw >= high) return scale(d) * Math.sqrt((hw / d - y + 0.5 * k.slope) / c)
  if (hw > low) return scale(d) * (UNSUBMERGED + ((SUBMERGED - UNSUBMERGED) * (hw - low)) / (high - low))
  // Headwater as a function of critical depth is direct, so the depth is the unknown.
  const f = (depth: number) => unsubmerged(k, depth, criticalDischarge(d, depth) / scale(d)) - hw
  const most = criticalDepth(d, UNSUBMERGED * scale(d))
  const least = 1e-9 * d
  const atLeast = f(least)
  if (atLeast >= 0) return 0
  return criticalDischarge(d, root(f, least, most, atLeast, f(most), 1e-12))
}

/**
 * Discharge by outlet control, flowing full, m3/s: the head is down to the tail or to (dc + D)/2 above the
 * outlet invert, whichever is higher. z, tail: levels, m (tail -Infinity: none).
 */
export function outletControl(k: Culvert, z: number, tail: number): number {
  const d = k.diameter
  const full = (base: number) => fullFlow(d, k.length, k.n, k.ke, z - base)
  const free = (q: number) => k.outletInvert + (criticalDepth(d, q) + d) / 2
  const most = full(Math.max(tail, free(0)))
  if (most <= 0) return 0
  if (tail >= free(most)) return full(tail)
  const f = (q: number) => full(Math.max(tail, free(q))) - q
  return root(f, 0, most, most, f(most), 1e-10)
}

/**
 * Headwater (share of D) from which the full-flow formula with a free outlet may be used (HDS-5). Below it the barrel
 * is partly full: there the formula only caps inlet control by its value at this headwater, so that a rising level
 * never lowers the discharge.
 */
const FULL_FROM = 0.75

/**
 * Round culvert, m3/s: the smaller of inlet and outlet control (FHWA HDS-5). z, tail: levels, m; tail null:
 * free outlet. Level at or below the inlet invert: 0.
 */
export function culvertDischarge(k: Culvert, z: number, tail: number | null): number {
  if (z <= k.inletInvert || (tail !== null && tail >= z)) {
    if (noting) noteNothing(z <= k.inletInvert ? 'dry' : 'drowned')
    return 0
  }
  const inlet = inletControl(k, z - k.inletInvert)
  const lowest = k.inletInvert + FULL_FROM * k.diameter
  const freeOutlet = tail === null || tail <= k.outletInvert + k.diameter / 2
  const level = freeOutlet ? Math.max(z, lowest) : z
  const outlet = outletControl(k, level, tail ?? -Infinity)
  const q = Math.min(inlet, outlet)
  if (noting) noteCulvert(k, inlet, outlet, q)
  return q
}
