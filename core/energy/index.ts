import { GOOD, MISSING, PARTIAL, worst } from '../quality/index.ts'
import {
  indexAt,
  integral,
  isUsable,
  MISSING_ABOVE,
  PARTIAL_ABOVE,
  type Bins,
  type Series,
} from '../series/index.ts'
import { HOUR, type TimeSpan } from '../time/index.ts'

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
  allowSuspect?: boolean
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
  { maxGap, allowSuspect, lag = 0 }: EnergyOptions,
): EnergyOver {
  const sum = integral(power, from, to, kind, { maxGap, allowSuspect })
  return {
    kwh: sum.integral / HOUR,
    covered: sum.covered,
    expected: Math.max(0, to - from - lag),
    q: sum.covered > 0 ? sum.q : MISSING,
  }
}

/** Nothing known of [from, to). */
export const noEnergy = (from: number, to: number): EnergyOver => ({
  kwh: 0,
  covered: 0,
  expected: to - from,
  q: MISSING,
})

/** An energy with the parts of its span that are not known, ascending. */
export interface EnergyWithHoles extends EnergyOver {
  holes: readonly TimeSpan[]
}

/** Nothing known of [from, to), which is a hole. */
export const energyHole = (from: number, to: number): EnergyWithHoles => ({
  ...noEnergy(from, to),
  holes: from < to ? [{ from, to }] : [],
})

/** The longest step of energy, ms. */
const LONGEST_STEP = HOUR / 2

/**
 * The sum of steps of energy (kWh, each stamped at its end) from an instant until now. Expected is what the last step
 * that is there reaches; one that should be there by now, and the one that runs, are not waited for.
 */
export function energyOfSteps(s: Series | undefined, from: number, now: number): EnergyOver {
  const last = s ? indexAt(s, now) : -1
  const until = Math.max(from, now - 2 * LONGEST_STEP, last < 0 ? from : s!.t[last])
  const out = noEnergy(from, until)
  if (s)
    for (let i = indexAt(s, from) + 1; i <= last; i++) {
      if (!isUsable(s, i)) continue
      const begin = Math.max(i > 0 ? s.t[i - 1] : from, from, s.t[i] - LONGEST_STEP)
      out.kwh += s.v[i]
      out.q = out.covered > 0 ? worst(out.q, s.q[i]) : s.q[i]
      out.covered += s.t[i] - begin
    }
  return out
}

/** The same from hour bins within [from, to). */
export function energyOfHours(b: Bins | undefined, from: number, to: number): EnergyOver {
  const out = noEnergy(from, Math.max(from, to))
  if (b)
    for (let i = 0; i < b.start.length; i++) {
      if (b.start[i] < from || b.end[i] > to || b.n[i] === 0) continue
      out.kwh += b.sum[i]
      out.q = out.covered > 0 ? worst(out.q, b.q[i]) : b.q[i]
      out.covered += b.covered[i]
    }
  return out
}

/** The sum of two energies of one span: known while both are. */
export function plusEnergy(a: EnergyWithHoles, b: EnergyWithHoles): EnergyWithHoles {
  const holes = joinedSpans([...a.holes, ...b.holes])
  const unknown = Math.max(
    a.expected - a.covered,
    b.expected - b.covered,
    holes.reduce((sum, { from, to }) => sum + to - from, 0),
  )
  const expected = Math.max(a.expected, b.expected)
  return {
    kwh: a.kwh + b.kwh,
    covered: Math.max(0, expected - unknown),
    expected,
    q: worst(qOf(a), qOf(b)),
    holes,
  }
}

/** Spans in any order as ascending ones that do not touch. */
function joinedSpans(list: readonly TimeSpan[]): TimeSpan[] {
  const out: TimeSpan[] = []
  for (const { from, to } of [...list].sort((x, y) => x.from - y.from)) {
    const last = out.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else out.push({ from, to })
  }
  return out
}

/** Nothing that is known of it does not make the known rest worse. */
const qOf = (e: EnergyOver) => (e.covered > 0 ? e.q : GOOD)

/** A part of an energy, as a factor. */
export const shareOfEnergy = <E extends EnergyOver>(e: E, factor: number): E => ({
  ...e,
  kwh: e.kwh * factor,
})

/** Readings of a meter: energy of each interval, stamped at its end. */
export interface EnergyMeter {
  series: Series | null
  /** ms of an interval. */
  every: number
  /** kWh of a unit of its readings. */
  scale: number
  allowSuspect: boolean
}

/** What a meter says of a span. */
export interface MeteredEnergy {
  energy: EnergyOver
  /** Whether it covers all of the span. */
  whole: boolean
  uncovered: TimeSpan[]
  /** Its readings, each with what of it lies within the span, kWh. */
  readings: { t: number; from: number; v: number; kwh: number }[]
}

/** A stamp of a meter may come late by a quarter of an interval. */
const LATE = 1.25

/**
 * Energy of a meter over [from, to). An interval that lies only partly within it counts by its share of what `rest`
 * gives for the interval (kWh over a span), evenly where that is not known of all of it: parts of one interval add up to
 * it.
 */
export function meterOver(
  meter: EnergyMeter,
  from: number,
  to: number,
  rest: (from: number, to: number) => EnergyOver,
): MeteredEnergy {
  const { series: s, every, scale, allowSuspect } = meter
  const out: MeteredEnergy = { energy: noEnergy(from, to), whole: false, uncovered: [], readings: [] }
  let at = from
  if (s)
    for (let i = indexAt(s, from) + 1; i < s.t.length && s.t[i] - every * LATE < to; i++) {
      if (!isUsable(s, i, allowSuspect)) continue
      const end = s.t[i]
      const before = i > 0 ? s.t[i - 1] : -Infinity
      const start = end - before <= every * LATE ? before : end - every
      const [a, b] = [Math.max(start, at), Math.min(end, to)]
      if (!(a < b)) continue
      if (a > at) out.uncovered.push({ from: at, to: a })
      const v = s.v[i] * scale
      const kwh =
        a === start && b === end ? v : v * shareOf(rest, { from: start, to: end }, { from: a, to: b })
      out.readings.push({ t: end, from: start, v, kwh })
      out.energy.kwh += kwh
      out.energy.q = out.energy.covered > 0 ? worst(out.energy.q, s.q[i]) : s.q[i]
      out.energy.covered += b - a
      at = b
    }
  if (at < to) out.uncovered.push({ from: at, to })
  out.whole = out.uncovered.length === 0
  return out
}

function shareOf(rest: (from: number, to: number) => EnergyOver, whole: TimeSpan, part: TimeSpan): number {
  const all = rest(whole.from, whole.to)
  const known = all.covered >= (whole.to - whole.from) * (1 - 1e-9)
  if (!known || !(all.kwh > 0)) return (part.to - part.from) / (whole.to - whole.from)
  return rest(part.from, part.to).kwh / all.kwh
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
  // A sum that overflows because of a reading of any size is none.
  if (missing > MISSING_ABOVE + 1e-9 || !Number.isFinite(e.kwh))
    return { value: null, q: worst(e.q, MISSING), missing }
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
