import { noted, term, type Note, type Term } from '#core/notes.ts'
import { indexAt } from '#core/series/index.ts'
import { found, lookup } from '#core/tables/index.ts'
import { inflowBand } from '../band.ts'
import type { AverageExplanation, InflowExplanation } from '../watch.ts'
import { HEAD, plain, versionsOf, type Context, type Part } from './context.ts'
import { explainTrack } from './levels.ts'
import { calibrationOfReading, nothing } from './reading.ts'
import type { ReadingRole, EffectiveReading } from './types.ts'

export function inflowPart(c: Context): Part | null {
  const explanation = c.observed.inflow
  if (!explanation) return null
  return explanation.entered ? enteredInflowPart(c, explanation) : balancePart(c, explanation)
}

/** Methods 4 and 5. */
function enteredInflowPart(c: Context, { entered, balance, p }: InflowExplanation): Part {
  const { code, input, from, to } = entered!
  const series = input?.series
  const named = { role: 'inflow' as ReadingRole, name: '', code, unit: 'm3/s' }
  const inputs: EffectiveReading[] = []
  const first = p.inflowMethod === 5 ? to : from
  const start = series ? Math.max(0, indexAt(series, first)) : 0
  for (let i = start; series && i < series.t.length && series.t[i] <= to; i++)
    inputs.push({
      ...nothing(named),
      t: series.t[i],
      sent: c.raw(code)?.series.v[i] ?? NaN,
      sentQ: series.q[i],
      calibration: calibrationOfReading(c.d, code, series.t[i]),
      effective: series.v[i],
      q: series.q[i],
    })
  const terms = { Q_m: term(balance.q, 'm3/s') }
  const id = p.inflowMethod === 5 ? 'manual_inflow' : 'measured_inflow'
  const lines: Note[] = [{ id, symbol: 'Q_in', value: balance.q, unit: 'm3/s', expression: 'Q_m', terms }]
  if (inputs.length === 0) inputs.push(nothing(named))
  return { lines, inputs, versions: versionsOf(inputs), method: 4 }
}

/** Methods 1 to 3. */
function balancePart(c: Context, explanation: InflowExplanation): Part {
  const { d, raw, at, step, track } = c
  const { storageTable } = explanation
  const change = explanation.notes.find((line) => line.id === 'change')
  // Means over several readings have none of their own: those are shown instead.
  const means = explanation.notes.filter((line) => line.id === 'mean_storage')
  const isMean = change !== undefined && 'n_1' in change.terms
  const ends = isMean ? [] : [change?.terms.V_1, change?.terms.V_2]
  const lines = bandLine(c, explanation)
  const instants = isMean ? means.flatMap((line) => Object.values(line.terms).map((one) => one.t!)) : []
  ends.forEach((end, k) => {
    const i = end?.t === undefined ? -1 : indexAt(track, end.t)
    if (!storageTable || i < 0 || track.t[i] !== end!.t) return
    instants.push(track.t[i])
    const { notes } = noted(() => lookup(storageTable, track.v[i], 'loop', found()))
    for (const line of notes) {
      const terms = { [`Z_${k + 1}`]: { ...line.terms.z, t: track.t[i] } }
      lines.push({ ...line, id: 'storage', symbol: `V_${k + 1}`, terms })
    }
  })
  const last = explanation.notes.filter((line) => line.id === 'balance')
  const rate = explanation.notes.filter(
    (line) => !['balance', 'passed', 'mean_out'].includes(line.id) && (isMean || line.id !== 'mean_storage'),
  )
  const passed = explanation.notes.filter((line) => ['passed', 'mean_out'].includes(line.id))
  lines.push(...rate)
  lines.push(...passed)
  const returns = step.p.seepageReturns
  const losses: Record<string, Term> = {
    E: { value: zero(step.evaporated), unit: 'm3/s', series: 'general.evaporation', t: at },
  }
  if (!returns) losses.S = { value: zero(step.seeped), unit: 'm3/s', series: 'general.seepage', t: at }
  lines.push({
    id: 'losses',
    symbol: 'L',
    value: step.losses,
    unit: 'm3/s',
    expression: returns ? 'E' : 'E + S',
    terms: losses,
  })
  lines.push(...last)
  const effective = explainTrack(d, raw, c.inputs, 1, [...new Set(instants)], at)
  return { lines, inputs: effective.inputs, versions: effective.versions }
}

const zero = (v: number) => (v === v ? v : 0)

/** How far it may be off by the scatter of the level: what is shown beside an inflow everywhere. */
function bandLine(c: Context, { input, storageTable, balance }: InflowExplanation): Note[] {
  if (!input || !storageTable || balance.q !== balance.q) return []
  const seconds = (input.to - input.from) / 1000
  const band = inflowBand(storageTable, c.step.water.z, c.before, seconds, c.enteredLevels)
  if (!band) return []
  const { area, scatter, sigma: value } = band
  const terms = { A: term(area, 'm2'), sigma_z: term(scatter, 'm'), dt: term(seconds, 's') }
  const expression = 'sqrt(2) * A * sigma_z / dt'
  return [{ id: 'band', symbol: 'sigma', value, unit: 'm3/s', expression, terms }]
}

export function averagePart(explanation: AverageExplanation | undefined): Part | null {
  if (!explanation) return null
  const terms = explanation.points.flatMap((p): Term[] =>
    p.v === null ? [] : [{ value: p.v, unit: 'm3/s', series: HEAD, t: p.t }],
  )
  const named = Object.fromEntries(terms.map((one, i) => [`Q_${i + 1}`, one]))
  const names = Object.keys(named)
  const mean = explanation.mean ?? NaN
  const lines: Note[] = [
    {
      id: 'average',
      symbol: 'Q_mean',
      value: mean,
      unit: 'm3/s',
      expression: names.length === 0 ? '' : `(${names.join(' + ')}) / ${names.length}`,
      terms: named,
    },
  ]
  if (explanation.floored)
    lines.push({
      id: 'floored',
      symbol: 'Q',
      value: explanation.value ?? NaN,
      unit: 'm3/s',
      expression: 'max(0, Q_mean)',
      terms: { Q_mean: term(mean, 'm3/s') },
    })
  return plain(lines)
}
