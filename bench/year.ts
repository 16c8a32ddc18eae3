/** An invented plant with a year of readings: six gates, three units, two-input tables, two level sensors. */
import type { Description, Table, Version } from '#core/description/index.ts'
import type { Input, Inputs } from '#core/calculation/index.ts'
import type { Series, SeriesKind } from '#core/series/index.ts'
import { DAY, MINUTE } from '#core/time/units.ts'

export const ZONE = 'Asia/Ho_Chi_Minh'
export const GATES = 6
export const UNITS = 3
export const STATIONS = 6
const SILL = 600
const CENTRE = 545

/** Pseudo-random numbers in [0, 1), the same in every run. */
function chance(seed: number): () => number {
  let s = seed >>> 0
  return () => {
    s = (s + 0x6d2b79f5) >>> 0
    let x = Math.imul(s ^ (s >>> 15), 1 | s)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}

const always = <T>(id: string, body: T): Version<T> => ({
  id,
  version: `${id}.1`,
  from: -Infinity,
  to: null,
  body,
})

function table(group: Table['group'], object: string | null, rows: number[][], extra: Partial<Table> = {}) {
  return always(`${group}.${object ?? 'plant'}`, {
    group,
    name: group,
    object,
    fileName: `${group}.csv`,
    uploadedAt: 0,
    active: true,
    loopByYear: false,
    rows,
    units: {},
    ...extra,
  })
}

const span = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step)

const storage = () => span(560, 625, 0.5).map((z) => [z, 0.004 * (z - 555) ** 2.4])

const tailwater = () =>
  [0, 5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120].map((q) => [q, 548 + 0.12 * q ** 0.5])

const rating = () =>
  span(SILL, 622, 0.25).flatMap((z) =>
    [0, 0.05, 0.1, 0.2, ...span(0.5, 10, 0.5)].map((a) => {
      const h = z - SILL
      const under = 0.62 * 10 * Math.min(a, h / 1.25) * Math.sqrt(2 * 9.81 * h)
      return [z, a, h <= 0 ? 0 : under]
    }),
  )

/** n, gross head, MW, m3/s; with n units the plant's power is n times that of one. */
const turbine = (numbers: number[], share: number) =>
  numbers.flatMap((n) =>
    span(30, 80, 2).flatMap((h) =>
      span(1, 24, 1).map((p) => {
        const eta = 0.92 - 0.1 * (p / 24 - 0.8) ** 2
        return [n, h, p * (share ? n : 1), ((p * 1000) / (9.81 * h * eta * 0.97)) * (share ? n : 1)]
      }),
    ),
  )

export function plant(): Description {
  return {
    hydroCode: 'BENCH',
    sensors: [],
    settings: [],
    checks: [],
    calendars: [],
    tariffs: [],
    deductions: [],
    plant: [
      always('plant', {
        name: 'Bench',
        river: '',
        province: '',
        zone: ZONE,
        latitude: 15,
        longitude: 108,
        levels: { minPossible: 560, dead: 590, normal: 615, designedFlood: 618, maxPossible: 622 },
        basinArea: 1000,
        dayStart: 0,
        rainDayStart: 0,
        catchments: [],
      }),
    ],
    parameters: [
      always('parameters', {
        interval: 300,
        window: 3600,
        inflowMethod: 3 as const,
        movingPoints: 5,
        smoothing: 300,
        operation: 'automatic' as const,
        inflowSeries: null,
        allowSuspect: false,
        evaporation: [3, 3, 4, 5, 5, 5, 5, 5, 4, 4, 3, 3],
        seepage: 0.05,
        seepageReturns: true,
        envFlow: null,
        envSeries: null,
        levelRate: 1,
      }),
    ],
    positions: [1, 2].map((i) =>
      always(`level.${i}`, {
        name: `${i}`,
        type: 1 as const,
        series: `level.${i}`,
        gain: 1,
        offset: 0,
        method: 1 as const,
        average: true,
        every: 300,
      }),
    ),
    gates: span(1, GATES, 1).map((i) =>
      always(`gate.${i}`, {
        name: `${i}`,
        type: 2 as const,
        method: 'auto' as const,
        parameters: { width: 10, sill: SILL, maxOpening: 10 },
        leaves: [{ id: `gate.${i}`, name: `${i}`, openingSeries: `gate.${i}.opening`, openingUnit: 'm' }],
        environmental: i === GATES,
        every: 300,
      }),
    ),
    units: span(1, UNITS, 1).map((i) =>
      always(`unit.${i}`, {
        name: `${i}`,
        type: 6 as const,
        axis: 2 as const,
        number: i,
        centreElevation: CENTRE,
        ratedPower: 20_000,
        qmax: 45,
        // The first has a penstock of its own, the others share one.
        waterwayType: (i === 1 ? 1 : 2) as 1 | 2,
        waterway: i === 1 ? 'own' : 'shared',
        powerSeries: `unit.${i}.power`,
        powerUnit: 'MW' as const,
        method: 'auto' as const,
        every: 300,
      }),
    ),
    stations: span(1, STATIONS, 1).map((i) =>
      always(`rain.${i}`, {
        code: `rain.${i}`,
        name: `${i}`,
        type: 1 as const,
        province: '',
        address: '',
        latitude: 15,
        longitude: 108,
        basin: '',
        series: `rain.${i}`,
        sensorPort: '',
        thiessen: 1 / STATIONS,
        every: 300,
      }),
    ),
    tables: [
      table('ZV', null, storage()),
      table('QZ', null, tailwater()),
      ...span(1, GATES, 1).map((i) => table('ZAQ', `gate.${i}`, rating())),
      table('HPQ', 'unit.1', turbine([1], 0), { units: { p: 'MW' } }),
      table('nHPQ', 'shared', turbine([1, 2], 1), { units: { p: 'MW' } }),
    ],
  }
}

function filled(from: number, n: number, value: (i: number) => number): Series {
  const s = { t: new Float64Array(n), v: new Float64Array(n), q: new Uint8Array(n) }
  for (let i = 0; i < n; i++) {
    s.t[i] = from + i * 5 * MINUTE
    s.v[i] = value(i)
  }
  return s
}

const digits = (value: number, n: number) => Math.round(value * 10 ** n) / 10 ** n

/** Readings every five minutes over [from - 1 day, from + days], rounded as by sensors. */
export function readings(from: number, days: number): Map<string, Input> {
  const start = from - DAY
  const n = (days + 1) * 288 + 1
  const next = chance(7)
  const inputs = new Map<string, Input>()
  const put = (code: string, kind: SeriesKind, value: (i: number) => number) =>
    inputs.set(code, { series: filled(start, n, value), kind })
  const season = (i: number) => Math.sin((2 * Math.PI * i) / (288 * 365))
  // The lake is drawn down and filled once a year, with floods on top.
  const level = (i: number) => 606 + 6 * season(i) + 1.5 * Math.sin(i / 700) + 0.05 * Math.sin(i / 40)
  for (const k of [1, 2]) put(`level.${k}`, 'instant', (i) => digits(level(i) + 0.01 * (next() - 0.5), 2))
  for (let g = 1; g <= GATES; g++) {
    let opening = 0
    // Open on two days of five, moved about every hour; the last one always releases the environmental flow.
    put(`gate.${g}.opening`, 'step', (i) => {
      const flood = Math.sin(i / 700 + g / 10) > 0.3
      if (next() < 1 / 12) opening = flood ? digits(4 * next(), 2) : 0
      return g === GATES ? Math.max(0.1, opening) : opening
    })
  }
  for (let u = 1; u <= UNITS; u++) {
    put(`unit.${u}.power`, 'instant', (i) => {
      const hour = Math.floor(i / 12 + 7) % 24
      const runs = u < 3 || (hour > 8 && hour < 21)
      return runs ? digits(12 + 6 * Math.sin(i / 90 + u) + 0.2 * next(), 2) : 0
    })
  }
  for (let s = 1; s <= STATIONS; s++) {
    put(`rain.${s}`, 'total', (i) => (Math.sin(i / 700) > 0.5 && next() < 0.2 ? digits(4 * next(), 1) : 0))
  }
  return inputs
}

export function asInputs(map: ReadonlyMap<string, Input>): Inputs {
  return (code) => map.get(code)
}
