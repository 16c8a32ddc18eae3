import { describe, expect, test } from 'vitest'
import type { Description } from '#core/description/index.ts'
import {
  T0,
  description,
  gate,
  parameters,
  station,
  table,
  unit,
  version,
} from '../../calculation/fixtures.ts'
import { largestFlood } from './capacity.ts'
import { defaultsOf } from './defaults.ts'
import { rolesAt, type SeriesFacts } from './roles.ts'

const fact = (code: string, unit: string): SeriesFacts => ({ code, unit, kind: 'instant', source: 'ingest' })
const FACTS = [
  fact('g.opening', 'm'),
  fact('g.q', 'm3/s'),
  fact('out', 'm3/s'),
  fact('u.power', 'MW'),
  fact('u.q', 'm3/s'),
  fact('inflow', 'm3/s'),
  fact('river', 'm3/s'),
]

/** Default limits of a kind for a series; undefined where it is not checked. */
function limitsOf(d: Description, series: string, kind: 'range' | 'spike') {
  const found = defaultsOf(d, rolesAt(d, FACTS, T0), T0).filter(
    (x) => x.kind === kind && x.series[0] === series,
  )
  expect(found.length).toBeLessThanOrEqual(1)
  if (found[0]) expect(found[0].grade).toBe('SUSPECT')
  return found[0]?.limits
}

const leaf = (id: string) => ({ id, name: id, openingSeries: `${id}.opening`, dischargeSeries: `${id}.q` })
const gated = (more: object = {}) =>
  description({ gates: [version('g', gate('g', { leaves: [leaf('g')], ...more }))] })

test('no basin has had a flood as large as its limit, and no observed flood exceeds it', () => {
  // Dak Drinh 2025, Paldang 2020, and the Amazon at Obidos in 1953.
  for (const [area, seen] of [
    [420, 3492],
    [23_800, 20_015],
    [4_640_000, 370_000],
  ])
    expect(largestFlood(area)).toBeGreaterThan(seen)
  expect(largestFlood(420)).toBeLessThan(20_000)
  expect(largestFlood(0)).toBeNaN()
})

describe('discharge, power and opening by the capacities of the plant', () => {
  test('a gate by its formula, fully open at the highest level', () => {
    // 8 m wide, sill 600, 6 m open below 640 m: 0.6 * 8 * 6 * sqrt(2 g 40).
    const most = 0.6 * 8 * 6 * Math.sqrt(2 * 9.81 * 40)
    const limits = limitsOf(gated(), 'g.q', 'range')!
    expect(limits.max).toBeCloseTo(1.2 * most, 6)
    expect(limits.min).toBeLessThan(0)
    expect(limits.min).toBeGreaterThan(-0.05 * most - 1e-9)
    expect(3 * limitsOf(gated(), 'g.q', 'spike')!.resolution!).toBeCloseTo(0.5 * most, 6)
  })

  test('a gate by its rating, where it has one', () => {
    const rows = [
      [600, 0, 0],
      [600, 6, 100],
      [640, 0, 0],
      [640, 6, 321],
    ]
    const d = { ...gated(), tables: [version('t', table('ZAQ', 'g', rows))] }
    expect(limitsOf(d, 'g.q', 'range')!.max).toBeCloseTo(1.2 * 321, 9)
  })

  test('unknown capacities, and the whole outflow, by a flood impossible for the basin', () => {
    const flood = largestFlood(500)
    for (const more of [{ parameters: {} }, { total: true }]) {
      const d = gated({ method: 'measured', ...more, every: 3600 })
      const limits = limitsOf(d, 'g.q', 'range')!
      expect(limits.max).toBeCloseTo(flood, 9)
      expect(limits.min).toBeCloseTo(-1e-4 * flood, 9)
      // By the hour as well: a release does not come and go by a tenth of such a flood.
      expect(3 * limitsOf(d, 'g.q', 'spike')!.resolution!).toBeCloseTo(flood / 10, 9)
    }
    const d = description({
      parameters: [version('p', parameters({ inflowMethod: 4, inflowSeries: 'inflow' }))],
    })
    expect(limitsOf(d, 'inflow', 'range')!.max).toBeCloseTo(flood, 9)
  })

  test('a unit by its largest discharge and its plate', () => {
    const own = (every: number) =>
      description({ units: [version('u', unit('u', { every, dischargeSeries: 'u.q' }))] })
    expect(limitsOf(own(300), 'u.q', 'range')).toMatchObject({ max: 1.2 * 45 })
    expect(limitsOf(own(300), 'u.power', 'range')).toEqual({ min: -1, max: 24 })
    expect(3 * limitsOf(own(300), 'u.power', 'spike')!.resolution!).toBeCloseTo(10, 9)
    // Within an hour a unit starts and stops.
    expect(limitsOf(own(3600), 'u.power', 'spike')).toBeUndefined()
    // One that is silent until it moves has no neighbours to be a spike among.
    expect(limitsOf(own(0), 'u.power', 'spike')).toBeUndefined()
  })

  test('an opening by the largest one', () => {
    expect(limitsOf(gated(), 'g.opening', 'range')).toMatchObject({ max: expect.closeTo(6.3, 9) as number })
    expect(3 * limitsOf(gated(), 'g.opening', 'spike')!.resolution!).toBeCloseTo(3, 9)
  })

  test('a river gauge elsewhere has a basin of its own, which is not described', () => {
    const d = description({ stations: [version('river', station('river', { type: 3 }))] })
    expect(limitsOf(d, 'river', 'range')).toBeUndefined()
  })
})
