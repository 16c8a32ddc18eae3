import { GOOD, MISSING, worst } from '#core/quality/index.ts'

/** Where the environmental release leaves the dam: by a separate outlet, through a listed gate or a unit. */
export type EnvironmentalSource = 'separate' | 'gate' | 'unit'

export interface Outflows {
  /** Discharge of each gate or exhaust, m3/s. */
  gates: ArrayLike<number>
  gatesQ?: ArrayLike<number>
  /** Discharge of each unit, m3/s. */
  turbines: ArrayLike<number>
  turbinesQ?: ArrayLike<number>
  /** null: none to add. */
  environmental: { value: number; source: EnvironmentalSource; q?: number } | null
  /** m3/s, and whether it returns to the river. */
  seepage: number
  seepageReturns: boolean
}

/** m3/s with quality bytes; NaN, MISSING where a part is missing. */
interface Totals {
  dam: number
  damQ: number
  turbine: number
  turbineQ: number
  out: number
  outQ: number
}

/** Empty totals to write into: NaN, MISSING. */
export function totalsOut(): Totals {
  return { dam: NaN, damQ: MISSING, turbine: NaN, turbineQ: MISSING, out: NaN, outQ: MISSING }
}

/**
 * Totals of a plant: turbine = units; dam = gates + environmental release by a separate outlet; out = dam + turbine +
 * seepage that returns. A release through a listed gate or unit is part of that already.
 */
export function totals(flows: Outflows, out: Totals): Totals {
  out.dam = sum(flows.gates)
  out.damQ = quality(flows.gates, flows.gatesQ)
  const env = flows.environmental
  if (env && env.source === 'separate') {
    out.dam += env.value
    out.damQ = worst(out.damQ, env.q ?? (env.value === env.value ? GOOD : MISSING))
  }
  out.turbine = sum(flows.turbines)
  out.turbineQ = quality(flows.turbines, flows.turbinesQ)
  out.out = out.dam + out.turbine + (flows.seepageReturns ? flows.seepage : 0)
  out.outQ = out.out === out.out ? worst(out.damQ, out.turbineQ) : MISSING
  return out
}

function sum(values: ArrayLike<number>): number {
  let s = 0
  for (let i = 0; i < values.length; i++) s += values[i]
  return s
}

function quality(values: ArrayLike<number>, q: ArrayLike<number> | undefined): number {
  let w = GOOD
  for (let i = 0; i < values.length; i++) {
    if (values[i] !== values[i]) return MISSING
    if (q) w = worst(w, q[i])
  }
  return w
}
