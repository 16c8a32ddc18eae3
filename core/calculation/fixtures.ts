/** A small plant of every kind of outlet, and readings of it, for tests. */
import type {
  Description,
  Outlet,
  Group,
  Parameters,
  Position,
  Station,
  Table,
  GeneratingUnit,
  Version,
} from '#core/description/index.ts'
import { GOOD, MISSING, usable } from '#core/quality/index.ts'
import { fromEntries, indexAt, slice, type Entry, type Series, type SeriesKind } from '#core/series/index.ts'
import type { Input, Inputs } from './inputs.ts'
import { DEFAULTS } from './parameters.ts'

export { DAY, HOUR, MINUTE } from '../time/units.ts'

/** Midnight in the zone of the plant. */
export const T0 = Date.UTC(2025, 9, 9, 17)
export const ZONE = 'Asia/Ho_Chi_Minh'

/** A version; always in force by default. */
export function version<T>(id: string, body: T, from = -Infinity, to: number | null = null): Version<T> {
  return { id, version: `${id}@${from}`, from, to, body }
}

/** Parameters of a plant that releases nothing except through its outlets. */
export function parameters(more: Partial<Parameters> = {}): Parameters {
  return { ...DEFAULTS, envFlow: 0, ...more }
}

export function position(series: string, more: Partial<Position> = {}): Position {
  const base = { name: series, type: 1, gain: 1, offset: 0, method: 1, average: true, every: 300 } as const
  return { ...base, series, ...more }
}

export function gate(id: string, more: Partial<Outlet> = {}): Outlet {
  return {
    name: id,
    type: 3,
    method: 'auto',
    parameters: { width: 8, sill: 600, maxOpening: 6 },
    leaves: [{ id, name: id, openingSeries: `${id}.opening`, openingUnit: 'm' }],
    every: 300,
    ...more,
  }
}

export function unit(id: string, more: Partial<GeneratingUnit> = {}): GeneratingUnit {
  return {
    name: id,
    type: 6,
    axis: 2,
    number: 1,
    centreElevation: 560,
    ratedPower: 20_000,
    qmax: 45,
    waterwayType: 1,
    waterway: id,
    powerSeries: `${id}.power`,
    powerUnit: 'MW',
    method: 'auto',
    every: 300,
    ...more,
  }
}

export function station(id: string, more: Partial<Station> = {}): Station {
  return {
    code: id,
    name: id,
    type: 1,
    province: '',
    address: '',
    latitude: 15,
    longitude: 108,
    basin: '',
    series: id,
    sensorPort: '',
    thiessen: null,
    every: 300,
    ...more,
  }
}

export function table(
  group: Group,
  object: string | null,
  rows: number[][],
  more: Partial<Table> = {},
): Table {
  return {
    group,
    name: group,
    object,
    fileName: '',
    uploadedAt: 0,
    active: true,
    loopByYear: false,
    rows,
    units: {},
    ...more,
  }
}

/** A description of a lake with a straight storage curve (1 km2 at every level) and the given items. */
export function description(more: Partial<Omit<Description, 'tables'>> & { tables?: Version<Table>[] } = {}) {
  const { tables = [], ...rest } = more
  const lake = table(
    'ZV',
    null,
    [
      [580, 0],
      [640, 60],
    ],
    { units: { v: '10^6 m3' } },
  )
  const d: Description = {
    hydroCode: 'TEST',
    plant: [
      version('plant', {
        name: 'Test',
        river: '',
        province: '',
        zone: ZONE,
        latitude: 15,
        longitude: 108,
        levels: { minPossible: 580, dead: 590, normal: 620, designedFlood: 630, maxPossible: 640 },
        basinArea: 500,
        dayStart: 0,
        rainDayStart: 0,
        catchments: [],
      }),
    ],
    parameters: [version('parameters', parameters())],
    positions: [version('z', position('z'))],
    gates: [],
    units: [],
    sensors: [],
    settings: [],
    checks: [],
    calendars: [],
    tariffs: [],
    deductions: [],
    stations: [],
    tables: [version('ZV', lake), ...tables],
    ...rest,
  }
  return d
}

/** Entries every `every` ms over [from, to]; null: nothing arrives. */
export function every(
  from: number,
  to: number,
  step: number,
  value: (t: number) => number | null | undefined,
): Series {
  const list: Entry[] = []
  for (let t = from; t <= to; t += step) {
    const v = value(t)
    if (v !== undefined) list.push([t, v, v === null ? MISSING : GOOD])
  }
  return fromEntries(list)
}

export function inputsFrom(map: Record<string, [SeriesKind, Series]>): Inputs {
  const inputs = new Map<string, Input>(
    Object.entries(map).map(([code, [kind, series]]) => [code, { kind, series }]),
  )
  return (code) => inputs.get(code)
}

/** The inputs within [from, to] only, with the entry that is carried into them: the last valid one before. */
export function cut(inputs: Inputs, from: number, to: number): Inputs {
  return (code) => {
    const input = inputs(code)
    if (!input) return undefined
    const { series } = input
    let a = indexAt(series, from)
    // Its last valid entry, and what came after it.
    while (a > 0 && !usable(series.q[a])) a--
    return { kind: input.kind, series: slice(series, a < 0 ? from : series.t[a], to + 1) }
  }
}

/** Value and quality of a result at an instant. */
export function at(out: Map<string, Series>, code: string, t: number): { v: number; q: number } {
  const s = out.get(code)
  if (!s) throw new Error(`No ${code}`)
  const i = s.t.indexOf(t)
  if (i < 0) throw new Error(`No ${code} at ${new Date(t).toISOString()}`)
  return { v: s.v[i], q: s.q[i] }
}

/** Pseudo-random numbers in [0, 1), the same for the same seed. */
export function chance(seed: number): () => number {
  let s = seed >>> 0
  return () => {
    s = (s + 0x6d2b79f5) >>> 0
    let x = Math.imul(s ^ (s >>> 15), 1 | s)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}
