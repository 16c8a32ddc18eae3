import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { MappingInput } from '#server/history-import/index.ts'
import { mappingSchema } from '#server/history-import/index.ts'
import type { ImportContext } from '#server/history-import/index.ts'
import type { SeedInput } from '#contract/seed.ts'
import { scores } from '#core/published/fixtures.ts'
import type { Series } from '#core/series/index.ts'
import type { TestServer } from '../server.ts'

/** Real records stored beside the repository; tests that need them are skipped without them. */
const folder = new URL('../../../shared/data/', import.meta.url)
export const there = existsSync(folder)
export const file = (name: string) => fileURLToPath(new URL(name, folder))

/** Cells of a CSV without comments and header. */
export function cells(name: string): string[][] {
  const lines = readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .filter((l) => l && !l.startsWith('#'))
  return lines.slice(1).map((l) => l.split(','))
}

export function contextOf(server: TestServer): ImportContext {
  const { app } = server
  return {
    db: app.services.db,
    clock: app.services.clock,
    log: app.services.log,
    plants: app.plants,
    history: app.history,
    registry: app.readings.registry,
    calculation: app.calculation,
    actor: 'test',
    lease: app.services.config.lease,
  }
}

export const mapping = (input: MappingInput) => mappingSchema.parse(input)

/** The product's inflow at an instant beside the reference over the same window. */
export interface Beside {
  observed: number
  computed: number
  sigma: number
  /** T2 - T1, s. */
  window: number
}

/** Scores in one line, and the share of observed inflows within the band (twice sigma on both sides). */
export function printScores(what: string, pairs: readonly Beside[]) {
  const s = scores(
    pairs.map((p) => p.observed),
    pairs.map((p) => p.computed),
  )
  const inside = pairs.filter((p) => Math.abs(p.computed - p.observed) <= 2 * p.sigma).length
  const coverage = inside / pairs.length
  console.log(
    `${what}: n ${s.n}, r ${s.r.toFixed(4)}, NSE ${s.nse.toFixed(4)}, RMSE ${s.rmse.toFixed(1)} m3/s, ` +
      `band holds ${(100 * coverage).toFixed(1)} %`,
  )
  return { ...s, coverage }
}

/** Value and quality by instant. */
export function byInstant(s: Series): Map<number, { v: number; q: number }> {
  return new Map(Array.from(s.t, (t, i) => [t, { v: s.v[i], q: s.q[i] }]))
}

const PLANT = {
  river: '',
  province: '',
  latitude: 15,
  longitude: 108,
  dayStart: 0,
  rainDayStart: 0,
  catchments: [],
}

/** Dak Drinh by its published parameters; its release is one measured hourly mean. */
export const dakDrinh: SeedInput = {
  hydroCode: 'DAKDRINH',
  plant: {
    ...PLANT,
    name: 'Đăk Đrinh',
    zone: 'Asia/Ho_Chi_Minh',
    basinArea: 420,
    levels: { minPossible: 320.5, dead: 375, normal: 410, designedFlood: 411.5, maxPossible: 414.88 },
  },
  positions: [
    {
      id: 'lake',
      body: { name: 'Hồ', type: 1, series: 'level.reservoir.1', every: 3600 },
    },
  ],
  gates: [
    {
      id: 'release',
      body: {
        name: 'Tổng xả',
        type: 2,
        method: 'measured',
        leaves: [{ id: 'release.1', name: 'Tổng xả', dischargeSeries: 'release.total' }],
        every: 3600,
      },
    },
  ],
  parameters: { interval: 3600, window: 3600, inflowMethod: 1 },
  series: [
    { code: 'level.reservoir.1', name: 'Mực nước hồ', unit: 'm', kind: 'instant', step_s: 3600 },
    { code: 'release.total', name: 'Tổng xả', unit: 'm3/s', kind: 'mean', step_s: 3600 },
  ],
}

/** Paldang: a run-of-river lake of 37 km2 held between 24 and 25.5 m; its largest inflow raises it 0.2 m in 5 min. */
export const paldang: SeedInput = {
  hydroCode: 'PALDANG',
  plant: {
    ...PLANT,
    name: 'Paldang',
    zone: 'Asia/Seoul',
    basinArea: 23_800,
    levels: { minPossible: 24, dead: 24, normal: 25.5, designedFlood: 25.5, maxPossible: 25.5 },
  },
  positions: [{ id: 'lake', body: { name: 'Lake', type: 1, series: 'level.reservoir.1', every: 600 } }],
  gates: [
    {
      id: 'release',
      body: {
        name: 'Release',
        type: 2,
        method: 'measured',
        leaves: [{ id: 'release.1', name: 'Release', dischargeSeries: 'release.total' }],
        every: 600,
      },
    },
  ],
  parameters: { interval: 600, window: 600, inflowMethod: 1, levelRate: 0.2 },
  series: [
    { code: 'level.reservoir.1', name: 'Level', unit: 'm', kind: 'instant', step_s: 600 },
    { code: 'release.total', name: 'Release', unit: 'm3/s', kind: 'mean', step_s: 600 },
  ],
}
