import { noted, noteLine, term, type Note, type Term } from '#core/notes.ts'
import { ofCursor } from './reading.ts'
import { gateTerm, gatesOf, plain, sum, versionsOf, type Context, type Part } from './context.ts'
import { powerInput } from './outlets.ts'
import type { EffectiveReading } from './types.ts'

/** The discharges of the generating units as terms, m3/s; empty where they do not count. */
export const unitTerms = (c: Context): Term[] =>
  // Beside an outlet whose flow is the whole outflow, that of the units does not count.
  (c.step.outlets.whole ? [] : c.step.outlets.units).map((u) => ({
    value: u.out.value,
    unit: 'm3/s',
    name: u.unit.name,
    series: `unit.${u.id}.q`,
    t: c.at,
  }))

/** Discharge of the dam, m3/s: gates that count, and a separate release. */
export function dam(c: Context): Note[] {
  const { step, at } = c
  const terms = step.outlets.gates
    .filter((g) => g.counted)
    .flatMap((g) => g.outletGates)
    .map((outletGate) => gateTerm(c, outletGate))
  if (!step.environmental)
    terms.push({ value: step.separate.value, unit: 'm3/s', series: 'general.env_discharge', t: at })
  return sum('dam', 'Q_dam', step.total.dam, terms)
}

/** Outflow, m3/s: dam, turbines, and seepage that returns to the river. */
export function out(c: Context): Note[] {
  const { step, at } = c
  const total = (value: number, series: string): Term => ({
    value,
    unit: 'm3/s',
    series: `general.${series}`,
    t: at,
  })
  const terms: Record<string, Term> = {
    Q_dam: total(step.total.dam, 'total_discharge_dam'),
    Q_turbine: total(step.total.turbine, 'total_discharge_turbine'),
  }
  if (step.p.seepageReturns) terms.S = total(step.seeped, 'seepage')
  const expression = Object.keys(terms).join(' + ')
  return [{ id: 'out', symbol: 'Q_out', value: step.total.out, unit: 'm3/s', expression, terms }]
}

/** Environmental release, m3/s: by gates, measured, or fixed. */
export function release(c: Context): Part {
  const { step, d, raw, at } = c
  if (step.environmental) {
    const terms = gatesOf(c)
      .filter((l) => l.gate.environmental)
      .map((l) => gateTerm(c, l))
    return plain(sum('environmental', 'Q_env', step.outlets.result.environmental, terms))
  }
  const { p } = step
  const cursor = step.release?.cursor
  if (!cursor)
    return plain(
      noted(() =>
        noteLine('fixed_release', 'Q_env', step.separate.value, 'm3/s', 'Q_p', {
          Q_p: term(step.separate.value, 'm3/s'),
        }),
      ).notes,
    )
  const code = p.envSeries ?? ''
  const input = ofCursor(d, raw, cursor, at, { role: 'release', name: '', code, unit: 'm3/s' })
  return {
    lines: measuredLine('Q_env', step.separate.value, input),
    inputs: [input],
    versions: versionsOf([input]),
    method: 4,
  }
}

function measuredLine(symbol: string, value: number, input: EffectiveReading): Note[] {
  const terms = { Q_m: { value, unit: 'm3/s', series: input.code, t: input.t ?? undefined } }
  return [{ id: 'measured', symbol, value, unit: 'm3/s', expression: 'Q_m', terms }]
}

/** Power of the plant, kW: the sum of its generating units, with their readings. */
export function powerPart(c: Context): Part {
  const { step, d, raw, at } = c
  const inputs = step.outlets.units.flatMap((u) => powerInput(d, raw, u, at))
  const terms = step.outlets.units.map((u): Term => ({
    value: u.power,
    unit: 'kW',
    name: u.unit.name,
    series: `unit.${u.id}.q`,
    t: at,
  }))
  return {
    lines: sum('power', 'P', step.outlets.result.power, terms, 'kW'),
    inputs,
    versions: versionsOf(inputs),
  }
}

/** Evaporation, m3/s: rate of the month (mm/d) over the area of the lake (m2). */
export function evaporationLines(c: Context): Note[] {
  const { perDay, area, evaporated } = c.step
  const { notes } = noted(() =>
    perDay === 0
      ? noteLine('no_evaporation', 'E', evaporated, 'm3/s', '0', {})
      : noteLine('evaporation', 'E', evaporated, 'm3/s', 'e * A / 1000 / 86400', {
          e: term(perDay, 'mm/d'),
          A: term(area, 'm2'),
        }),
  )
  return notes
}
