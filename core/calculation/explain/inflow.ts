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
  const told = c.observed.inflow
  if (!told) return null
  return told.entered ? givenInflow(c, told) : balancePart(c, told)
}

/** Methods 4 and 5. */
function givenInflow(c: Context, { entered: given, balance, p }: InflowExplanation): Part {
  const { code, input, from, to } = given!
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
function balancePart(c: Context, told: InflowExplanation): Part {
  const { d, raw, at, step, track } = c
  const { storageTable } = told
  const change = told.notes.find((line) => line.id === 'change')
  // Means over several readings have none of their own: those are told instead.
  const means = told.notes.filter((line) => line.id === 'mean_storage')
  const isMean = change !== undefined && 'n_1' in change.terms
  const ends = isMean ? [] : [change?.terms.V_1, change?.terms.V_2]
  const lines = bandLine(c, told)
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
  const last = told.notes.filter((line) => line.id === 'balance')
  const rate = told.notes.filter(
    (line) => !['balance', 'passed', 'mean_out'].includes(line.id) && (isMean || line.id !== 'mean_storage'),
  )
  const passed = told.notes.filter((line) => ['passed', 'mean_out'].includes(line.id))
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
  const used = explainTrack(d, raw, c.inputs, 1, [...new Set(instants)], at)
  return { lines, inputs: used.inputs, versions: used.versions }
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

export function averagePart(told: AverageExplanation | undefined): Part | null {
  if (!told) return null
  const terms = told.points.flatMap((p): Term[] =>
    p.v === null ? [] : [{ value: p.v, unit: 'm3/s', series: HEAD, t: p.t }],
  )
  const named = Object.fromEntries(terms.map((one, i) => [`Q_${i + 1}`, one]))
  const names = Object.keys(named)
  const mean = told.mean ?? NaN
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
  if (told.floored)
    lines.push({
      id: 'floored',
      symbol: 'Q',
      value: told.value ?? NaN,
      unit: 'm3/s',
      expression: 'max(0, Q_mean)',
      terms: { Q_mean: term(mean, 'm3/s') },
    })
  return plain(lines)
}
