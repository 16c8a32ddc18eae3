import type { ExhaustParameters, Outlet } from '#core/description/index.ts'
import { noting } from '#core/notes.ts'
import { ESTIMATED, EXTRAPOLATED } from '#core/quality/index.ts'
import type { Mode } from '#core/tables/index.ts'
import { segmentArea } from './circle.ts'
import { G } from './constants.ts'
import { CONCRETE_N, ENTRANCE_LOSS, culvertDischarge } from './culvert.ts'
import type { Culvert } from './culvert.ts'
import { flatGateUnderflow } from './flatGate.ts'
import { give, degrade, refuse } from './flow.ts'
import type { Flow } from './flow.ts'
import { RADIAL, radialGateUnderflow } from './radialGate.ts'
import type { RadialCoefficients } from './radialGate.ts'
import { SLUICE_MU, sluiceDischarge, underPressure } from './sluice.ts'
import { transition } from './underflow.ts'
import { OGEE_HIGH, OGEE_LOW, OGEE_M, SILL_M, contraction, energyHead, ogeeFactor } from './weir.ts'
import { villemonte, weirDischarge } from './weir.ts'
import { noteHead, noteNothing, noteSegment, noteTailHead, noteTransition, noteWeirFlow } from './working.ts'

const OVERRUN = 1.02
/** Head divided by opening above which a gate is no longer a weir. */
const UNDERFLOW = 1.25

/** The largest opening of a gate by its description, m; Infinity when unknown. */
export function maxOpening(gate: Outlet): number {
  const p = gate.parameters
  if (gate.type === 4) return p.height ?? p.maxOpening ?? Infinity
  if (gate.type === 5) return p.diameter ?? p.maxOpening ?? Infinity
  return p.maxOpening ?? Infinity
}

/**
 * Discharge of one gate by the formula of its type with the coefficients of its description (domain 2.2-2.6). z level,
 * opening, m; tail: level below the dam, null when it cannot reach the outlet. A missing required coefficient: NO_TABLE
 * naming it.
 */
export function formulaDischarge(
  gate: Outlet,
  z: number,
  opening: number,
  tail: number | null,
  mode: Mode,
  out: Flow,
): number {
  if (gate.type === 5) return culvert(gate.parameters, z, opening, tail, mode, out)
  const { width, sill } = gate.parameters
  if (width === undefined) return refuse(out, 'NO_TABLE', 'width', mode, 3)
  if (sill === undefined) return refuse(out, 'NO_TABLE', 'sill', mode, 3)
  const h = z - sill
  const tailHead = tail === null ? 0 : tail - sill
  if (noting) {
    noteHead(z, sill, h)
    if (tail !== null && tailHead > 0) noteTailHead(tail, sill, tailHead)
    if (h <= 0) noteNothing('dry')
  }
  if (gate.type === 1) {
    give(out, 0, 3)
    out.value = overflow(gate.parameters, h, tailHead, OGEE_M, out)
    return reversed(out, z, h, tail)
  }
  if (gate.type === 2 && (gate.parameters.te ?? 0) !== 0 && gate.parameters.trunnion === undefined) {
    return refuse(out, 'NO_TABLE', 'trunnion', mode, 3)
  }
  const most = maxOpening(gate)
  if (opening > most * OVERRUN + 1e-9) return refuse(out, 'OUT_OF_RANGE', 'opening', mode, 3, opening)
  give(out, 0, 3)
  // The sensor runs past its end; the gate cannot.
  if (opening > most + 1e-9) degrade(out, ESTIMATED, 'OUT_OF_RANGE', 'opening')
  const a = Math.min(opening, most)
  if (h > 0) out.value = underGate(gate, a, width, h, tailHead, out)
  return reversed(out, z, h, tail)
}

/** Refuses flow backwards, with water above the sill on the low side only, which the formulas do not cover. */
function reversed(out: Flow, z: number, h: number, tail: number | null): number {
  if (tail !== null && tail > z && h + (tail - z) > 0) degrade(out, ESTIMATED, 'OUT_OF_RANGE', 'tail')
  return out.value
}

/** Weir flow over a crest or a sill, with the described contraction, ogee and approach. */
function overflow(p: ExhaustParameters, h: number, tail: number, defaultM: number, out: Flow): number {
  if (h <= 0) return 0
  const b = p.width!
  const head = energyHead(h, p.approachVelocity ?? 0)
  let m = p.m ?? defaultM
  if (p.designHead !== undefined && p.designHead > 0) {
    const ratio = head / p.designHead
    if (ratio > OGEE_HIGH) degrade(out, EXTRAPOLATED, 'OUT_OF_RANGE', 'z')
    else if (ratio < OGEE_LOW) degrade(out, ESTIMATED, 'OUT_OF_RANGE', 'z')
    m *= ogeeFactor(head, p.designHead)
  }
  const contracted = p.xiAbutment !== undefined || p.xiPier !== undefined
  const eps = contracted ? contraction(head, b, p.bays ?? 1, p.xiAbutment ?? 0, p.xiPier ?? 0) : 1
  const sigma = villemonte(h, tail)
  const q = weirDischarge(m, b, head, eps, sigma)
  if (noting)
    noteWeirFlow(
      {
        ...{ m, eps, sigma, b, head, h, tail },
        v: p.approachVelocity ?? 0,
        m0: p.m ?? defaultM,
        designHead: p.designHead !== undefined && p.designHead > 0 ? p.designHead : NaN,
        contraction: contracted ? { bays: p.bays ?? 1, xiA: p.xiAbutment ?? 0, xiP: p.xiPier ?? 0 } : null,
      },
      q,
    )
  return q
}

/** Types 2, 3, 4 above their sill. */
function underGate(gate: Outlet, a: number, b: number, h: number, tail: number, out: Flow): number {
  if (a <= 0) return 0
  const p = gate.parameters
  if (gate.type === 4 && underPressure(a, h)) return sluiceDischarge(a, b, h, tail, p.mu ?? SLUICE_MU)
  if (h <= a) return overflow(p, h, tail, SILL_M, out)
  const orifice =
    gate.type === 2
      ? radialGateUnderflow(a, b, h, tail, radial(p), p.smoothSubmergence ?? false)
      : flatGateUnderflow(a, b, h, tail, p.c ?? 0.6, p.cSub ?? 0.8, p.smoothSubmergence ?? false)
  if (h >= UNDERFLOW * a) return orifice
  const weir = overflow(p, h, tail, SILL_M, out)
  const q = transition(h, a, weir, orifice)
  if (noting) noteTransition(h, a, weir, orifice, q)
  return q
}

const coefficients: RadialCoefficients = { ...RADIAL }

/** Coefficients in a reused object, to allocate nothing. */
function radial(p: ExhaustParameters): RadialCoefficients {
  coefficients.c = p.c ?? RADIAL.c
  coefficients.cSub = p.cSub ?? RADIAL.cSub
  coefficients.trunnion = p.trunnion ?? RADIAL.trunnion
  coefficients.te = p.te ?? RADIAL.te
  coefficients.be = p.be ?? RADIAL.be
  coefficients.he = p.he ?? RADIAL.he
  return coefficients
}

const pipes = new WeakMap<ExhaustParameters, Culvert | string>()

/** The culvert of a description, or the name of a missing parameter. Slope and inverts are computed from each other. */
function pipeOf(p: ExhaustParameters): Culvert | string {
  const known = pipes.get(p)
  if (known !== undefined) return known
  const pipe = describePipe(p)
  pipes.set(p, pipe)
  return pipe
}

function describePipe(p: ExhaustParameters): Culvert | string {
  if (p.diameter === undefined) return 'diameter'
  if (p.length === undefined) return 'length'
  const inletInvert = p.inletInvert ?? p.sill
  if (inletInvert === undefined) return 'inletInvert'
  const slope =
    p.slope ?? (p.outletInvert === undefined || p.length <= 0 ? 0 : (inletInvert - p.outletInvert) / p.length)
  const outletInvert = p.outletInvert ?? inletInvert - slope * p.length
  // A pipe that rises has no free outlet of this form.
  if (slope < 0 || outletInvert > inletInvert) return 'outletInvert'
  const inlet = p.inlet ?? 'square'
  return {
    diameter: p.diameter,
    length: p.length,
    n: p.n ?? CONCRETE_N,
    ke: p.ke ?? ENTRANCE_LOSS[inlet],
    slope,
    inletInvert,
    outletInvert,
    inlet,
  }
}

function culvert(
  p: ExhaustParameters,
  z: number,
  opening: number,
  tail: number | null,
  mode: Mode,
  out: Flow,
): number {
  const pipe = pipeOf(p)
  if (typeof pipe === 'string') return refuse(out, 'NO_TABLE', pipe, mode, 3)
  const d = pipe.diameter
  if (opening > d * OVERRUN + 1e-9) return refuse(out, 'OUT_OF_RANGE', 'opening', mode, 3, opening)
  give(out, culvertDischarge(pipe, z, tail), 3)
  if (opening < d * (2 - OVERRUN)) {
    // A gate partly down: at most the flow of an orifice of the open segment.
    const centre = pipe.inletInvert + opening / 2
    const head = z - Math.max(centre, tail ?? -Infinity)
    const orifice = head > 0 ? (p.mu ?? SLUICE_MU) * segmentArea(d, opening) * Math.sqrt(2 * G * head) : 0
    if (z > centre && orifice < out.value) {
      out.value = orifice
      if (noting) noteSegment(p.mu ?? SLUICE_MU, segmentArea(d, opening), head, orifice)
    }
    degrade(out, ESTIMATED, null, 'opening')
  }
  return reversed(out, z, z - pipe.inletInvert, tail)
}
