import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Parameters } from '#core/description/index.ts'
import { GOOD, MISSING, REJECTED, grade } from '../quality/index.ts'
import { fromEntries, mean, type Entry } from '../series/index.ts'
import { fromLocal } from '../time/index.ts'
import { compute } from './compute.ts'
import { description, gate, inputsFrom, parameters, position, table, version } from './fixtures.ts'

const folder = new URL('../../../shared/data/', import.meta.url)
const there = existsSync(folder)

const rows = (name: string) =>
  readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split(','))

interface Lake {
  zone: string
  csv: string
  curve: string
  /** 10^6 m3 in one unit of storage of the curve. */
  scale: number
  every: number
  levelRate: number
  levels: { minPossible: number; maxPossible: number }
  /** Columns of level, inflow and release. */
  columns: [number, number, number]
}

const PALDANG: Lake = {
  zone: 'Asia/Seoul',
  csv: 'timeseries/kr_paldang_10min_2020.csv',
  curve: 'tables/kr_paldang_level_storage_from_records.csv',
  scale: 1,
  every: 600,
  levelRate: 0.2,
  levels: { minPossible: 24, maxPossible: 25.5 },
  columns: [1, 2, 5],
}
const DAK_DRINH: Lake = {
  zone: 'Asia/Ho_Chi_Minh',
  csv: 'timeseries/vn_dakdrinh_2025flood_hourly.csv',
  curve: 'tables/vn_dakdrinh_level_storage_area.csv',
  scale: 1e-6,
  every: 3600,
  levelRate: 1,
  levels: { minPossible: 320.5, maxPossible: 414.88 },
  columns: [1, 2, 3],
}

/** Share of the instants at which twice sigma on both sides holds the published inflow of the same window. */
function coverage(lake: Lake, more: Partial<Parameters>): number {
  const data = rows(lake.csv)
  const t = data.map((r) => fromLocal(r[0], lake.zone)!)
  const column = (k: number, least: number) =>
    fromEntries(
      data.map((r, i): Entry => {
        const v = r[k] === '' ? null : Number(r[k])
        return [t[i], v, v === null ? MISSING : v < least ? REJECTED : GOOD]
      }),
    )
  const [level, inflow, release] = lake.columns
  const plain = description()
  const plant = {
    ...plain.plant[0].body,
    zone: lake.zone,
    levels: { ...plain.plant[0].body.levels, ...lake.levels },
  }
  const leaves = [{ id: 'out.1', name: 'out', dischargeSeries: 'q' }]
  const d = description({
    plant: [version('plant', plant)],
    positions: [version('z', position('z', { every: lake.every }))],
    gates: [version('out', gate('out', { type: 2, method: 'measured', every: lake.every, leaves }))],
    parameters: [
      version('p', parameters({ interval: lake.every, levelRate: lake.levelRate, movingPoints: 1, ...more })),
    ],
  })
  const curve = rows(lake.curve).map((r) => [Number(r[0]), Number(r[1]) * lake.scale])
  d.tables = [version('ZV', table('ZV', null, curve, { units: { v: '10^6 m3' } }))]
  const inputs = inputsFrom({ z: ['instant', column(level, -Infinity)], q: ['mean', column(release, 0)] })
  const out = compute(d, inputs, t[0], t.at(-1)!, lake.zone)
  const [q, sigma, window] = ['total_discharge_lake', 'inflow_sigma', 'inflow_window'].map((code) =>
    out.get(`general.${code}`)!,
  )
  const published = column(inflow, 0)
  let n = 0
  let inside = 0
  for (let i = 0; i < q.t.length; i++) {
    const own = mean(published, q.t[i] - window.v[i] * 1000, q.t[i], 'mean')
    if (grade(q.q[i]) !== GOOD || own.q !== GOOD || !(sigma.v[i] >= 0)) continue
    n++
    if (Math.abs(q.v[i] - own.v) <= 2 * sigma.v[i]) inside++
  }
  expect(n).toBeGreaterThan(0.95 * t.length)
  return inside / n
}

describe.skipIf(!there)(
  'the band contains 95 of 100 real inflows (skipped where ../shared is absent)',
  () => {
    const cases: [string, Lake, Partial<Parameters>][] = [
      ['Paldang, 2 h, regression', PALDANG, { window: 7200, inflowMethod: 3 }],
      ['Paldang, 3 h, regression', PALDANG, { window: 10_800, inflowMethod: 3 }],
      [
        'Paldang, 3 h, regression, window kept',
        PALDANG,
        { window: 10_800, inflowMethod: 3, holdWindow: true },
      ],
      ['Paldang, 3 h, end points', PALDANG, { window: 10_800, inflowMethod: 1 }],
      ['Paldang, 3 h, smoothed end points', PALDANG, { window: 10_800, inflowMethod: 2, smoothing: 1200 }],
      ['Paldang, 6 h, regression', PALDANG, { window: 21_600, inflowMethod: 3 }],
      ['Dak Drinh, 1 h, end points', DAK_DRINH, { window: 3600, inflowMethod: 1 }],
      ['Dak Drinh, 3 h, end points', DAK_DRINH, { window: 10_800, inflowMethod: 1 }],
      ['Dak Drinh, 3 h, regression', DAK_DRINH, { window: 10_800, inflowMethod: 3 }],
      ['Dak Drinh, 6 h, regression', DAK_DRINH, { window: 21_600, inflowMethod: 3 }],
    ]
    test.each(cases)('%s', (name, lake, more) => {
      const share = coverage(lake, more)
      console.log(`${name}: ${(100 * share).toFixed(1)} %`)
      expect(share).toBeGreaterThanOrEqual(0.88)
      expect(share).toBeLessThanOrEqual(0.99)
    })
  },
)
