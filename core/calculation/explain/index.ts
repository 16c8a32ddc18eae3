import { noise, scatterOf } from '#core/balance/index.ts'
import { allInForce, inForce, type Description, type Parameters } from '#core/description/index.ts'
import { noted, say, term, type Note, type Term } from '#core/notes.ts'
import { indexAt, lowerBound } from '#core/series/index.ts'
import { areaAt, found, lookup } from '#core/tables/index.ts'
import { run } from '../compute.ts'
import { logCode } from '../codes.ts'
import type { Cursor } from '../cursor.ts'
import type { Inputs } from '../inputs.ts'
import type { LeafTold } from '../leaf.ts'
import type { OutletsTold } from '../outlets.ts'
import { parametersAt } from '../parameters.ts'
import type { RainGauges } from '../rain.ts'
import type { Rated } from '../stations.ts'
import { seepageAt, type StepTold } from '../step.ts'
import type { AverageTold, InflowTold } from '../watch.ts'
import { explainLevel, explainTrack } from './levels.ts'
import { calibrationOfReading, nothing, ofCursor } from './reading.ts'
import type { Explained, NamedVersion, ParameterTold, Role, UsedReading } from './types.ts'

type Level = { at: number[]; v: number[]; held: boolean }
type UnitTold = OutletsTold['units'][number]

/** What was told while the instant was computed. */
interface Seen {
  step?: StepTold
  levels?: Record<1 | 2 | 3, Level>
  inflow?: InflowTold
  average?: AverageTold
  rain: Map<string, { gauges: RainGauges; from: number; to: number; notes: Note[] }>
  stations: Map<string, Rated>
}

type Part = Pick<Explained, 'lines' | 'inputs' | 'versions'> & Partial<Pick<Explained, 'method' | 'reason'>>

const LEVELS: Record<string, 1 | 2 | 3> = {
  'general.lake_level': 1,
  'general.upstream_water_level': 2,
  'general.downstream_water_level': 3,
}
const LAKE = 'general.lake_level'
const DOWN = 'general.downstream_water_level'
const HEAD = 'general.total_discharge_lake'

/** Units of the parameters that are told beside a value. */
const UNITS: Partial<Record<keyof Parameters, string>> = {
  interval: 's',
  window: 's',
  smoothing: 's',
  levelRate: 'm/5min',
  envFlow: 'm3/s',
  seepage: 'm3/s',
}
const ALWAYS = ['interval', 'allowSuspect'] as const
const OF: Record<string, readonly (keyof Parameters)[]> = {
  'general.lake_level': ['levelRate'],
  'general.upstream_water_level': ['levelRate'],
  'general.downstream_water_level': ['levelRate'],
  [HEAD]: ['inflowMethod', 'window', 'holdWindow', 'smoothing', 'seepageReturns', 'inflowSeries'],
  'general.inflow_moving_average': ['movingPoints'],
  'general.total_discharge_out': ['seepageReturns'],
  'general.env_discharge': ['envFlow', 'envSeries'],
  'general.seepage': ['seepage', 'seepageReturns'],
}

/**
 * Why a computed value is what it is at an instant of the calculation: it is computed again, by what computes it, and
 * each part tells what it stood on. null: there is no such value then.
 */
export function explain(
  d: Description,
  raw: Inputs,
  code: string,
  at: number,
  zone: string,
): Explained | null {
  const seen: Seen = { rain: new Map(), stations: new Map() }
  const { columns, inputs, tracks } = run(d, raw, at, at, zone, {
    t: at,
    step(step) {
      const told = step.told(at)
      seen.step = told
      seen.levels = { 1: told.lake.told(), 2: told.up.told(), 3: told.tail.told() }
    },
    inflow: (told) => (seen.inflow = told),
    average: (told) => (seen.average = told),
    rain: (series, gauges, from, to, notes) => seen.rain.set(series, { gauges, from, to, notes }),
    station: (rated) => seen.stations.set(`station.${rated.id}.q`, rated),
  })
  const series = columns.series(at).get(code)
  const i = series ? indexAt(series, at) : -1
  if (!series || i < 0 || series.t[i] !== at || !seen.step) return null
  const ctx: Context = { d, raw, inputs, at, seen, step: seen.step, track: tracks.lake }
  const part = partOf(ctx, code)
  if (!part) return null
  return {
    code,
    t: at,
    v: series.v[i],
    q: series.q[i],
    unit: unitOf(code),
    method: part.method ?? null,
    reason: part.reason ?? null,
    lines: part.lines,
    inputs: part.inputs,
    versions: once(part.versions),
    parameters: parametersTold(d, code, at),
  }
}

interface Context {
  d: Description
  raw: Inputs
  inputs: Inputs
  at: number
  seen: Seen
  step: StepTold
  track: ReturnType<typeof run>['tracks']['lake']
}

function unitOf(code: string): string {
  if (code in LEVELS) return 'm'
  if (code === 'general.total_capacity') return 'm3'
  if (code === 'general.power') return 'kW'
  if (code.startsWith('basin.')) return 'mm'
  return code.endsWith('.method') ? '-' : 'm3/s'
}

function parametersTold(d: Description, code: string, at: number): Explained['parameters'] {
  const p = parametersAt(d, at)
  const names = [...ALWAYS, ...(OF[code] ?? [])]
  const values = names.map((name): ParameterTold => {
    const v = p[name]
    return { name, value: v === undefined || typeof v === 'object' ? null : v, unit: UNITS[name] ?? '' }
  })
  return { version: inForce(d.parameters, at) ?? null, values }
}

function once(versions: readonly NamedVersion[]): NamedVersion[] {
  return [...new Map(versions.map((v) => [v.version.version, v])).values()]
}

function partOf(c: Context, code: string): Part | null {
  const { step, seen, at } = c
  const [kind, ...rest] = code.split('.')
  if (code in LEVELS) {
    const type = LEVELS[code]
    return explainLevel(c.d, c.raw, c.inputs, type, seen.levels![type], at)
  }
  switch (code) {
    case 'general.total_capacity':
      return plain(linked(step.storageNotes, { z: [LAKE, at] }))
    case HEAD:
      return inflowPart(c)
    case 'general.inflow_moving_average':
      return averagePart(seen.average)
    case 'general.total_discharge_dam':
      return plain(dam(c))
    case 'general.total_discharge_turbine':
      return plain(sum('turbine', 'Q_turbine', step.total.turbine, unitTerms(c)))
    case 'general.total_discharge_out':
      return plain(out(c))
    case 'general.env_discharge':
      return release(c)
    case 'general.power':
      return powerPart(c)
    case 'general.seepage':
      return plain(linked(noted(() => seepageAt(step.p, step.water.z)).notes, { Z: [LAKE, at] }))
    case 'general.evaporation':
      return plain(evaporationLines(c))
  }
  if (kind === 'basin') return rainPart(c, code)
  if (kind === 'station') return stationPart(c, code)
  const id = rest.slice(0, -1).join('.')
  if (kind === 'leaf') return leafPart(c, id)
  if (kind === 'outlet') return gatePart(c, id, code)
  if (kind === 'unit') return unitPart(c, id, code)
  return null
}

const plain = (lines: Note[]): Part => ({ lines, inputs: [], versions: [] })

/** Lines whose terms can be asked of in turn, by their symbols. */
function linked(lines: readonly Note[], links: Record<string, [series: string, t: number]>): Note[] {
  const link = (line: Note): Note => {
    const terms = Object.fromEntries(
      Object.entries(line.terms).map(([symbol, one]): [string, Term] => {
        const [series, t] = links[symbol] ?? []
        return [symbol, series === undefined || one.series ? one : { ...one, series, t }]
      }),
    )
    return { ...line, terms }
  }
  return lines.map(link)
}

/** A sum of terms that each have a name. */
function sum(id: string, symbol: string, value: number, terms: readonly Term[], unit = 'm3/s'): Note[] {
  const named = Object.fromEntries(terms.map((one, i) => [`q_${i + 1}`, one]))
  const expression = terms.length === 0 ? '0' : Object.keys(named).join(' + ')
  return [{ id, symbol, value, unit, expression, terms: named }]
}

const leavesOf = (c: Context) => c.step.outlets.gates.flatMap((g) => g.leaves)

const leafTerm = (c: Context, { leaf, gate, out }: LeafTold): Term => ({
  value: out.value,
  unit: 'm3/s',
  name: gate.leaves.length > 1 ? `${gate.name}, ${leaf.name}` : gate.name,
  series: `leaf.${leaf.id}.q`,
  t: c.at,
})

const unitTerms = (c: Context): Term[] =>
  c.step.outlets.units.map((u) => ({
    value: u.out.value,
    unit: 'm3/s',
    name: u.unit.name,
    series: `unit.${u.id}.q`,
    t: c.at,
  }))

function dam(c: Context): Note[] {
  const { step, at } = c
  const terms = leavesOf(c).map((leaf) => leafTerm(c, leaf))
  if (!step.environmental)
    terms.push({ value: step.separate.value, unit: 'm3/s', series: 'general.env_discharge', t: at })
  return sum('dam', 'Q_dam', step.total.dam, terms)
}

function out(c: Context): Note[] {
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

function release(c: Context): Part {
  const { step, d, raw, at } = c
  if (step.environmental) {
    const terms = leavesOf(c)
      .filter((l) => l.gate.environmental)
      .map((l) => leafTerm(c, l))
    return plain(sum('environmental', 'Q_env', step.outlets.result.environmental, terms))
  }
  const { p } = step
  const cursor = step.release?.cursor
  if (!cursor)
    return plain(
      noted(() =>
        say('fixed_release', 'Q_env', step.separate.value, 'm3/s', 'Q_p', {
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

function measuredLine(symbol: string, value: number, input: UsedReading): Note[] {
  const terms = { Q_m: { value, unit: 'm3/s', series: input.code, t: input.t ?? undefined } }
  return [{ id: 'measured', symbol, value, unit: 'm3/s', expression: 'Q_m', terms }]
}

const versionsOf = (inputs: readonly UsedReading[]): NamedVersion[] =>
  inputs.flatMap((i) => (i.calibration ? [i.calibration] : []))

function powerPart(c: Context): Part {
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

/** The power of a unit, whatever its discharge comes from. */
function powerInput(d: Description, raw: Inputs, u: UnitTold, at: number): UsedReading[] {
  if (u.unit.method === 'measured') return []
  const code = u.logged ? logCode(u.id) : u.unit.powerSeries
  const named = { role: 'power' as Role, name: u.unit.name, code, unit: u.logged ? 'kW' : u.unit.powerUnit }
  return [u.cursor ? ofCursor(d, raw, u.cursor, at, named) : nothing(named)]
}

function evaporationLines(c: Context): Note[] {
  const { perDay, area, evaporated } = c.step
  const { notes } = noted(() =>
    perDay === 0
      ? say('no_evaporation', 'E', evaporated, 'm3/s', '0', {})
      : say('evaporation', 'E', evaporated, 'm3/s', 'e * A / 1000 / 86400', {
          e: term(perDay, 'mm/d'),
          A: term(area, 'm2'),
        }),
  )
  return notes
}

function leafPart(c: Context, id: string): Part | null {
  const { d, raw, at, step } = c
  for (const g of step.outlets.gates)
    for (const l of g.leaves) {
      if (l.leaf.id !== id) continue
      const measured = l.gate.method === 'measured'
      const code = measured ? l.leaf.dischargeSeries : l.logged ? logCode(id) : l.leaf.openingSeries
      const role: Role = measured ? 'discharge' : 'opening'
      const unit = measured ? 'm3/s' : l.logged ? 'm' : (l.leaf.openingUnit ?? 'm')
      const inputs = code
        ? [inputOf(d, raw, l.cursor, at, { role, name: l.leaf.name || l.gate.name, code, unit })]
        : []
      const opening = inputs[0]?.t
      const links: Record<string, [string, number]> = { Z: [LAKE, at], z: [LAKE, at] }
      if (step.outlets.tailKnown) links.Z_t = [DOWN, at]
      if (code && opening != null)
        for (const symbol of measured ? ['Q_m'] : ['ao', 'a_s']) links[symbol] = [code, opening]
      const tail =
        l.out.method === 3 && l.tail !== null && !step.outlets.tailKnown ? step.outlets.tailNotes : []
      return {
        lines: [...tail, ...linked(l.notes, links)],
        inputs,
        versions: [...gateVersion(d, g.id, at), ...versionsOf(inputs)],
        method: l.out.method || null,
        reason: l.code ? { code: l.code, field: l.field } : null,
      }
    }
  return null
}

const inputOf = (
  d: Description,
  raw: Inputs,
  cursor: Cursor | null,
  at: number,
  named: Parameters_<typeof nothing>,
) => (cursor ? ofCursor(d, raw, cursor, at, named) : nothing(named))
type Parameters_<F extends (...args: never[]) => unknown> = F extends (one: infer A) => unknown ? A : never

const gateVersion = (d: Description, id: string, at: number): NamedVersion[] =>
  allInForce(d.gates, at)
    .filter((g) => g.id === id)
    .map((version) => ({ noun: 'gate', version }))

function gatePart(c: Context, id: string, code: string): Part | null {
  const g = c.step.outlets.gates.find((one) => one.id === id)
  if (!g) return null
  const method = g.leaves.reduce((most, l) => Math.max(most, l.out.method), 0) || null
  const versions = gateVersion(c.d, id, c.at)
  const total = g.leaves.reduce((q, l) => q + l.out.value, 0)
  const lines = sum(
    'gate',
    'Q',
    total,
    g.leaves.map((l) => leafTerm(c, l)),
  )
  return { lines: code.endsWith('.method') ? [] : lines, inputs: [], versions, method }
}

function unitPart(c: Context, id: string, code: string): Part | null {
  const { d, raw, at, step } = c
  const u = step.outlets.units.find((one) => one.id === id)
  if (!u) return null
  const versions: NamedVersion[] = allInForce(d.units, at)
    .filter((one) => one.id === id)
    .map((version) => ({ noun: 'unit', version }))
  const method = u.out.method || null
  if (code.endsWith('.method')) return { lines: [], inputs: [], versions, method }
  const measured = u.unit.method === 'measured'
  const named = {
    role: 'discharge' as Role,
    name: u.unit.name,
    code: u.unit.dischargeSeries ?? '',
    unit: 'm3/s',
  }
  const inputs = measured ? [inputOf(d, raw, u.cursor, at, named)] : powerInput(d, raw, u, at)
  const power = inputs[0]?.t
  const links: Record<string, [string, number]> = { Z: [LAKE, at], z: [LAKE, at] }
  if (step.outlets.tailKnown) links.Z_t = [DOWN, at]
  if (inputs[0]?.code && power != null) {
    links.P = links.p = [inputs[0].code, power]
    links.Q_g = [inputs[0].code, power]
  }
  const byTail = u.notes.some((line) => 'Z_t' in line.terms) && !step.outlets.tailKnown
  const { code: why, field } = u.out
  return {
    lines: [...(byTail ? step.outlets.unitTail : []), ...linked(u.notes, links)],
    inputs,
    versions: [...versions, ...versionsOf(inputs)],
    method,
    reason: why ? { code: why, field } : null,
  }
}

function averagePart(told: AverageTold | undefined): Part | null {
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

function rainPart(c: Context, code: string): Part | null {
  const told = c.seen.rain.get(code)
  if (!told) return null
  const { gauges, from, to, notes } = told
  const radar = code !== 'basin.rain'
  const inputs = gauges.stations.flatMap(({ body }): UsedReading[] => {
    const series = radar ? body.radarSeries : body.series
    if (!series) return []
    const named = {
      role: radar ? ('radar' as Role) : ('rain' as Role),
      name: body.name,
      code: series,
      unit: 'mm',
    }
    const sent = c.raw(series)?.series
    const used = c.inputs(series)?.series
    if (!sent || !used) return [nothing(named)]
    const list: UsedReading[] = []
    for (let i = lowerBound(sent.t, from + 1); i < sent.t.length && sent.t[i] <= to; i++) {
      const k = lowerBound(used.t, sent.t[i])
      list.push({
        ...nothing(named),
        t: sent.t[i],
        sent: sent.v[i],
        sentQ: sent.q[i],
        calibration: calibrationOfReading(c.d, series, sent.t[i]),
        used: used.v[k],
        q: used.q[k],
      })
    }
    return list.length > 0 ? list : [nothing(named)]
  })
  const stations: NamedVersion[] = gauges.stations.map((version) => ({ noun: 'station', version }))
  return { lines: notes, inputs, versions: [...stations, ...versionsOf(inputs)] }
}

function stationPart(c: Context, code: string): Part | null {
  const rated = c.seen.stations.get(code)
  if (!rated) return null
  const { body, cursor, level, table } = rated
  const unit = c.raw(body.series)?.unit ?? 'm'
  const input = ofCursor(c.d, c.raw, cursor, c.at, {
    role: 'station',
    name: body.name,
    code: body.series,
    unit,
  })
  const answer = found()
  const { notes } = noted(() => {
    const scale = input.used === input.used && level !== input.used ? level / input.used : 1
    if (scale !== 1)
      say('metres', 'z', level, 'm', 'k * z_s', { k: term(scale, `m/${unit}`), z_s: term(input.used, unit) })
    if (table) lookup(table, level, 'loop', answer)
  })
  const own = allInForce(c.d.stations, c.at).filter((s) => s.id === rated.id)
  const links: Record<string, [string, number]> = {}
  if (input.t !== null) links.z = links.z_s = [body.series, input.t]
  return {
    lines: linked(notes, links),
    inputs: [input],
    versions: [...own.map((version): NamedVersion => ({ noun: 'station', version })), ...versionsOf([input])],
    method: 1,
    reason: table
      ? answer.code
        ? { code: answer.code, field: answer.field }
        : null
      : { code: 'NO_TABLE', field: 'ZQ' },
  }
}

function inflowPart(c: Context): Part | null {
  const told = c.seen.inflow
  if (!told) return null
  return told.given ? givenInflow(c, told) : balancePart(c, told)
}

/** Methods 4 and 5. */
function givenInflow(c: Context, { given, balance, p }: InflowTold): Part {
  const { code, input, from, to } = given!
  const series = input?.series
  const named = { role: 'inflow' as Role, name: '', code, unit: 'm3/s' }
  const inputs: UsedReading[] = []
  const first = p.inflowMethod === 5 ? to : from
  const start = series ? Math.max(0, indexAt(series, first)) : 0
  for (let i = start; series && i < series.t.length && series.t[i] <= to; i++)
    inputs.push({
      ...nothing(named),
      t: series.t[i],
      sent: c.raw(code)?.series.v[i] ?? NaN,
      sentQ: series.q[i],
      calibration: calibrationOfReading(c.d, code, series.t[i]),
      used: series.v[i],
      q: series.q[i],
    })
  const terms = { Q_m: term(balance.q, 'm3/s') }
  const id = p.inflowMethod === 5 ? 'manual_inflow' : 'measured_inflow'
  const lines: Note[] = [{ id, symbol: 'Q_in', value: balance.q, unit: 'm3/s', expression: 'Q_m', terms }]
  if (inputs.length === 0) inputs.push(nothing(named))
  return { lines, inputs, versions: versionsOf(inputs), method: 4 }
}

/** Methods 1 to 3. */
function balancePart(c: Context, told: InflowTold): Part {
  const { d, raw, at, step, track } = c
  const { storageTable, balance } = told
  const change = told.notes.find((line) => line.id === 'change')
  const ends = [change?.terms.V_1, change?.terms.V_2]
  const lines: Note[] = []
  const instants: number[] = []
  let sigma: number | null = balance.sigma
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
  const rate = told.notes.filter((line) => !['balance', 'passed', 'mean_out'].includes(line.id))
  const passed = told.notes.filter((line) => ['passed', 'mean_out'].includes(line.id))
  lines.push(...rate)
  if (sigma === null && storageTable) {
    const line = noiseLine(c, told)
    if (line) {
      sigma = line.value
      lines.push(line)
    }
  }
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

/** What the noise of the level makes of an inflow between two ends. */
function noiseLine(c: Context, { input, storageTable }: InflowTold): Note | null {
  const scatter = scatterOf(c.track)
  const { z } = c.step.water
  if (scatter === null || !input || z !== z) return null
  const area = areaAt(storageTable!, z, 'loop', found())
  const seconds = (input.to - input.from) / 1000
  const value = noise(area, scatter, seconds)
  return {
    id: 'noise',
    symbol: 'sigma',
    value,
    unit: 'm3/s',
    expression: 'sqrt(2) * A * sigma_z / dt',
    terms: { A: term(area, 'm2'), sigma_z: term(scatter, 'm'), dt: term(seconds, 's') },
  }
}
