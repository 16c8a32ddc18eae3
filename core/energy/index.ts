import { GOOD, MISSING, PARTIAL, worst } from '../quality/index.ts'
import { integral, MISSING_ABOVE, PARTIAL_ABOVE, type Bins, type Series } from '../series/index.ts'
import { HOUR } from '../time/units.ts'

/** Energy over a span: kWh of the known part, ms known and ms possible, the worst quality used. */
export interface EnergyOver {
  kwh: number
  covered: number
  expected: number
  q: number
}

interface EnergyOptions {
  /** ms; a longer gap in the power is not bridged. */
  maxGap: number
  /** ms at the end of the span that cannot be known yet. */
  lag?: number
}

/**
 * Energy of a power series (kW) over [from, to): trapezoids between instants, or values of steps and means times their
 * duration. Source: domain rules 2 (energy), case TUR-E-01.
 */
export function energyOver(
  power: Series,
  from: number,
  to: number,
  kind: 'instant' | 'step' | 'mean',
  { maxGap, lag = 0 }: EnergyOptions,
): EnergyOver {
  const sum = integral(power, from, to, kind, { maxGap })
  return {
    kwh: sum.integral / HOUR,
    covered: sum.covered,
    expected: Math.max(0, to - from - lag),
    q: sum.covered > 0 ? sum.q : MISSING,
  }
}

interface EnergyBinOptions {
  /** ms between readings in force at an instant. */
  step: (t: number) => number
  /** Consecutive readings that may be missing without a gap. */
  bridged: number
  /** kW of a mean reading at an instant. */
  kw: (mean: number, t: number) => number
}

/** The same from hour bins within [from, to); empty hours are missing. */
export function energyOfBins(
  b: Bins,
  from: number,
  to: number,
  { step, bridged, kw }: EnergyBinOptions,
): EnergyOver {
  const out: EnergyOver = { kwh: 0, covered: 0, expected: Math.max(0, to - from), q: MISSING }
  for (let i = 0; i < b.start.length; i++) {
    if (b.start[i] < from || b.end[i] > to) continue
    const state = b.kind === 'step'
    const known = state ? b.covered[i] > 0 : b.n[i] > 0
    if (!known) continue
    const length = b.end[i] - b.start[i]
    const every = step(b.start[i])
    const covered = state ? b.covered[i] : Math.min(length, b.n[i] * every)
    const whole = !state && length - covered <= bridged * every
    const held = whole ? length : covered
    const mean = state ? (b.sum[i] * 1000) / b.covered[i] : b.sum[i] / b.n[i]
    out.kwh += (kw(mean, b.start[i]) * held) / HOUR
    out.q = out.covered > 0 ? worst(out.q, b.q[i]) : b.q[i]
    out.covered += held
  }
  return out
}

/** Joins two spans that do not overlap. */
export function joined(a: EnergyOver, b: EnergyOver): EnergyOver {
  return {
    kwh: a.kwh + b.kwh,
    covered: a.covered + b.covered,
    expected: a.expected + b.expected,
    q: a.covered === 0 ? b.q : b.covered === 0 ? a.q : worst(a.q, b.q),
  }
}

/**
 * Quality of an energy. missing: the unknown share of the span. PARTIAL when that is more than a tenth; more than half:
 * no value, MISSING. Source: domain rules 5.4, which apply to totals.
 */
export function reportedEnergy(e: EnergyOver): { value: number | null; q: number; missing: number } {
  const missing = e.expected > 0 ? Math.max(0, 1 - e.covered / e.expected) : 0
  if (missing > MISSING_ABOVE + 1e-9) return { value: null, q: worst(e.q, MISSING), missing }
  const q = e.covered > 0 ? e.q : GOOD
  return { value: e.kwh, q: missing > PARTIAL_ABOVE + 1e-9 ? worst(q, PARTIAL) : q, missing }
}

/** Why there is no water use: too little is known, or nothing was generated. */
type NoUse = 'unknown' | 'idle'

/**
 * Water use, m3/kWh: 3600 Q / P of the means over one span, each over the time for which it is known. Source: domain
 * rules 2. water: its `kwh` is the integral of the discharge (m3/s) in h: m3/s * h.
 */
export function waterUse(
  water: EnergyOver,
  energy: EnergyOver,
): { value: number; q: number; reason: null } | { value: null; q: number; reason: NoUse } {
  const [w, e] = [reportedEnergy(water), reportedEnergy(energy)]
  const q = worst(w.q, e.q)
  if (w.value === null || e.value === null || water.covered === 0 || energy.covered === 0)
    return { value: null, q: worst(q, MISSING), reason: 'unknown' }
  const kw = e.value / energy.covered
  // Less than a kW is noise of a stopped unit's transducer.
  if (kw * HOUR < 1) return { value: null, q: worst(q, MISSING), reason: 'idle' }
  return { value: (3600 * (w.value / water.covered)) / kw, q, reason: null }
}
