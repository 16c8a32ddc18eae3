import { CALIBRATION } from '#core/balance/index.ts'
import { noted, term, type Note, type Term } from '#core/notes.ts'
import { indexAt } from '#core/series/index.ts'
import { found, lookup } from '#core/tables/index.ts'
import { windowLength } from '../inflow.ts'
import type { AverageExplanation, InflowExplanation } from '../watch.ts'
import { HEAD, linked, plain, versionsOf, type Context, type Part } from './context.ts'
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
  const { storageTable, balance } = explanation
  const change = explanation.notes.find((line) => line.id === 'change')
  // Means over several readings have no reading of their own: those readings are shown instead.
  const means = explanation.notes.filter((line) => line.id === 'mean_storage')
  const isMean = change !== undefined && 'n_1' in change.terms
  const ends = isMean ? [] : [change?.terms.V_1, change?.terms.V_2]
  const band = errorLines(explanation).filter((line) => line.id === 'band')
  const lines = balance.q === balance.q ? linked(band, { s_V: [SIGMA, at] }) : []
  lines.push(...windowLines(explanation), ...jumpLine(explanation))
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
    (line) =>
      !['balance', 'passed', 'mean_out', ...ERROR_LINES].includes(line.id) &&
      (isMean || line.id !== 'mean_storage'),
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
  const reason = explanation.jump ? { code: 'LEVEL_JUMP', field: null } : null
  return { lines, inputs: effective.inputs, versions: effective.versions, reason }
}

const zero = (v: number) => (v === v ? v : 0)

const SIGMA = 'general.inflow_sigma'
const ERROR_LINES = ['reading_error', 'reading_storage', 'window_scatter', 'scatter', 'storage_error', 'band']

/** The standard error and its parts, in that order. */
function errorLines({ notes }: InflowExplanation): Note[] {
  return ERROR_LINES.flatMap((id) => notes.filter((line) => line.id === id))
}

/** The window while the lake level changes fast: how long it has to be for the error to stay within its limit. */
function windowLines({ cut, p }: InflowExplanation): Note[] {
  if (!cut) return []
  const k = CALIBRATION[p.inflowMethod as 1 | 2 | 3]
  const terms = {
    k: term(k),
    s_W: term(cut.error, 'm3'),
    r: term(cut.limit),
    Q_W: term(Math.abs(cut.q), 'm3/s'),
  }
  const value = (k * Math.SQRT2 * cut.error) / (cut.limit * Math.abs(cut.q))
  if (!Number.isFinite(value)) return []
  return [
    {
      id: 'window_needed',
      symbol: 'dt_s',
      value,
      unit: 's',
      expression: 'k * sqrt(2) * s_W / (r * Q_W)',
      terms,
    },
  ]
}

/** A jump of the level within the readings: no water came or went by it, so the inflow is suspect. */
function jumpLine({ jump }: InflowExplanation): Note[] {
  if (!jump) return []
  const terms = { Z_j: { ...term(jump.change, 'm'), t: jump.t } }
  return [{ id: 'level_jump', symbol: 'dZ', value: jump.change, unit: 'm', expression: 'Z_j', terms }]
}

/** The standard error of the inflow. */
export function sigmaPart(c: Context): Part | null {
  const explanation = c.observed.inflow
  if (!explanation || explanation.entered) return null
  return plain(errorLines(explanation))
}

/** T2 - T1 of the inflow. */
export function windowPart(c: Context): Part | null {
  const explanation = c.observed.inflow
  if (!explanation) return null
  const { p, cut, input, entered } = explanation
  const { from, to } = (input ?? entered)!
  const value = (to - from) / 1000
  const terms = { dt: term(value, 's') }
  const id = cut && value * 1000 < windowLength(p) ? 'window_cut' : 'window'
  return plain([...windowLines(explanation), { id, symbol: 'T', value, unit: 's', expression: 'dt', terms }])
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
