import {
  dischargeSeries,
  gateBody,
  openingSeries,
  powerSeries,
  stationBody,
  stationSeries,
  unitBody,
  type GateDraft,
  type StationForm,
  type UnitDraft,
} from './bodies.ts'
import type { StorageEntry } from './storage.ts'
import type { StartNames } from './start.ts'
import { plain } from '../../lib/plain.ts'

interface PositionForm {
  name: string
  type: 1 | 2 | 3
  series: string
  every: number
  unit: string
  gain: number
  offset: number
}

/** Form values with numbers parsed. */
export interface SetupBody {
  hydroCode: string
  plant: {
    name: string
    river: string
    province: string
    zone: string
    latitude: number
    longitude: number
    basinArea: number
    levels: Record<string, number>
  }
  positions: PositionForm[]
  /** both: a measured total, with gates and units described for display. */
  release: { mode: 'gates' | 'measured' | 'both' | 'none' }
  measured: { name: string; series: string; kind: string; every: number }
  gates: GateDraft[]
  units: UnitDraft[]
  stations: StationForm[]
  calc: { interval?: number; window?: number; movingPoints?: number }
}

const HOUR = 3600
const SHORTEST = 300

/** Whether the whole release is one measured series, and whether gates are described. */
export const isMeasured = (mode: unknown) => mode === 'measured' || mode === 'both'
export const hasGates = (mode: unknown) => mode === 'gates' || mode === 'both'

/** Interval and window of the calculation: not shorter than the slowest reading that it needs. */
export function suggestCalc(body: Pick<SetupBody, 'positions' | 'release' | 'measured'>) {
  const needed = body.positions.filter((p) => p.type === 1).map((p) => p.every)
  if (isMeasured(body.release.mode)) needed.push(body.measured.every)
  const slowest = Math.max(SHORTEST, ...needed.filter((n) => n > 0))
  // A few centimetres of noise are thousands of m3, so shorter windows would only show noise.
  return { interval: slowest, window: Math.max(slowest, HOUR) }
}

const TYPES = { 1: 'reservoir', 2: 'upstream', 3: 'downstream' } as const

/** The description that the form values give, as it is sent. */
export function seedOf(body: SetupBody, storage: StorageEntry, names: StartNames) {
  const calc = { ...suggestCalc(body), ...body.calc }
  const gates = hasGates(body.release.mode) ? body.gates : []
  const measured = isMeasured(body.release.mode) ? body.measured : null
  // The total includes the discharge of the units: they are only described for display.
  const units = body.release.mode === 'measured' ? [] : body.units
  const series: { code: string; name: string; unit: string; kind: string; step_s: number | null }[] = []
  const add = (code: string, name: string, unit: string, kind: string, step_s: number | null) =>
    series.push({ code, name, unit, kind, step_s })
  for (const p of body.positions) add(p.series, p.name, p.unit, 'instant', p.every)
  if (measured) add(measured.series, measured.name, 'm3/s', measured.kind, measured.every)
  for (const g of gates)
    gateBody(g).leaves.forEach((leaf, i) => {
      if (g.method === 'measured')
        add(
          dischargeSeries(g.id, i + 1),
          `${leaf.name}, ${names.discharge}`,
          'm3/s',
          'instant',
          g.every ?? null,
        )
      else if ('openingSeries' in leaf)
        add(openingSeries(g.id, i + 1), `${leaf.name}, ${names.opening}`, 'm', 'step', null)
    })
  for (const u of units) {
    add(powerSeries(u.id), `${u.name}, ${names.power}`, 'MW', 'instant', u.every ?? null)
    if (u.method === 'measured')
      add(dischargeSeries(u.id), `${u.name}, ${names.discharge}`, 'm3/s', 'instant', u.every ?? null)
  }
  for (const s of body.stations)
    add(
      stationSeries(s.code ?? '', s.type),
      s.name ?? '',
      s.type === 1 ? 'mm' : 'm',
      s.type === 1 ? 'total' : 'instant',
      s.every ?? null,
    )
  const numbers = new Map<string, number>()
  const next = (key: string) => {
    numbers.set(key, (numbers.get(key) ?? 0) + 1)
    return numbers.get(key)!
  }
  const { basinArea } = body.plant
  return {
    hydroCode: body.hydroCode,
    plant: {
      ...body.plant,
      catchments: basinArea > 0 ? [{ code: 'all', name: names.basin, area: basinArea }] : [],
    },
    positions: body.positions.map(({ name, type, series: code, every, gain, offset }) => ({
      id: `${TYPES[type]}.${next(TYPES[type])}`,
      body: { name, type, series: code, every, gain, offset, method: 1, average: true },
    })),
    gates: [
      ...gates.map((g) => ({ id: g.id, body: gateBody(g) })),
      ...(measured
        ? [
            {
              id: 'release',
              body: {
                name: measured.name,
                // With a measured flow the form of an outlet does not matter.
                type: 3,
                method: 'measured',
                total: true,
                parameters: {},
                leaves: [{ id: 'release.1', name: measured.name, dischargeSeries: measured.series }],
                every: measured.every,
              },
            },
          ]
        : []),
    ],
    units: units.map((u, i) => ({ id: u.id, body: unitBody(u, i) })),
    stations: body.stations.map((s) => ({ id: s.code ?? '', body: stationBody(s, body.plant.province) })),
    tables:
      storage.rows.length > 0
        ? [
            {
              id: 'zv',
              body: {
                group: 'ZV',
                name: names.storage,
                object: null,
                fileName: storage.fileName,
                rows: storage.rows,
                units: { v: storage.unit },
              },
            },
          ]
        : [],
    parameters: {
      interval: calc.interval,
      window: calc.window,
      inflowMethod: 1,
      movingPoints: body.calc.movingPoints ?? 5,
    },
    series,
  }
}

const OUTLOOK = ['level', 'storage', 'outflow', 'inflow', 'power', 'tailwater', 'rain'] as const
type Quantity = (typeof OUTLOOK)[number]

/** Code of a reason why a quantity will be missing or incomplete; the page has the text. */
type Lack =
  | 'noTable'
  | 'tableShort'
  | 'noRelease'
  | 'gateFormula'
  | 'unitTables'
  | 'noUnits'
  | 'noTail'
  | 'noRain'
  | 'shares'

export interface Expected {
  quantity: Quantity
  /** yes: computed; part: computed incompletely; no: not computed. */
  will: 'yes' | 'part' | 'no'
  lacks: Lack[]
}

/** What the reservoir will show with this description, and what the rest lacks. */
export function outlookOf(body: SetupBody, storage: StorageEntry): Expected[] {
  const levels = body.plant.levels
  const table = storage.rows.length > 1
  const low = table ? storage.rows[0][0] : NaN
  const high = table ? storage.rows[storage.rows.length - 1][0] : NaN
  const short = table && (low > levels.dead || high < levels.maxPossible)
  const gates = hasGates(body.release.mode) ? body.gates : []
  const none = body.release.mode === 'none' || (body.release.mode === 'gates' && gates.length === 0)
  // With a measured total nothing computed depends on them.
  const formula = !isMeasured(body.release.mode) && gates.some((g) => formulaLacks(g).length > 0)
  const tables = !isMeasured(body.release.mode) && body.units.some((u) => u.method !== 'measured')
  const lacks = (...all: [boolean, Lack][]) => all.filter(([lack]) => lack).map(([, name]) => name)
  const outflow = lacks(
    [none && body.units.length === 0, 'noRelease'],
    [formula, 'gateFormula'],
    [tables, 'unitTables'],
  )
  const noFlow = none && body.units.length === 0
  const rain = body.stations.filter((s) => s.type === 1)
  const shares = rain.reduce((sum, s) => sum + (s.thiessen ?? 0), 0)
  // Gauges without a share divide what the others leave.
  const open = rain.some((s) => s.thiessen === null || s.thiessen === undefined)
  const offShares = rain.length > 0 && (open ? shares > 1.01 : Math.abs(shares - 1) > 0.01)
  const row = (quantity: Quantity, no: boolean, found: Lack[]): Expected => ({
    quantity,
    will: no ? 'no' : found.length > 0 ? 'part' : 'yes',
    lacks: found,
  })
  return [
    row('level', false, []),
    row('storage', !table, lacks([!table, 'noTable'], [short, 'tableShort'])),
    row('outflow', noFlow, outflow),
    row('inflow', !table || noFlow, [...lacks([!table, 'noTable']), ...outflow]),
    row('power', body.units.length === 0, lacks([body.units.length === 0, 'noUnits'])),
    row(
      'tailwater',
      !body.positions.some((p) => p.type === 3),
      lacks([!body.positions.some((p) => p.type === 3), 'noTail']),
    ),
    row('rain', rain.length === 0, lacks([rain.length === 0, 'noRain'], [offShares, 'shares'])),
  ]
}

/** Parameters that the formula of a gate's type requires and the form lacks; none if its flow is measured. */
export function formulaLacks(g: GateDraft): string[] {
  if (g.method === 'measured') return []
  const needed = g.type === 5 ? ['diameter', 'length', 'inletInvert'] : ['width', 'sill']
  return needed.filter((name) => typeof g.parameters?.[name] !== 'number')
}

/** Derives a code from a name: DAKDRINH from Đăk Đrinh. */
export function codeOf(name: string): string {
  return plain(name)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '')
    .slice(0, 40)
}
