import { describe, expect, test } from 'vitest'
import { seedSchema, toSeed, type SeedInput } from './seed.ts'

const seed = (): SeedInput => ({
  hydroCode: 'A1',
  plant: {
    name: 'Hồ A',
    river: 'A',
    province: '51',
    zone: 'Asia/Ho_Chi_Minh',
    latitude: 15,
    longitude: 108,
    levels: { minPossible: 80, dead: 90, normal: 100, designedFlood: 101, maxPossible: 102 },
    basinArea: 100,
  },
  positions: [{ id: 'p1', body: { name: 'Hồ', type: 1, series: 'level.1', every: 300 } }],
  gates: [
    {
      id: 'g1',
      body: {
        name: 'Cửa',
        type: 2,
        method: 'measured',
        leaves: [{ id: 'g1.1', name: '1', dischargeSeries: 'q.1' }],
        every: 300,
      },
    },
  ],
  parameters: { interval: 300, window: 3600, inflowMethod: 3 },
  series: [
    { code: 'level.1', name: 'Level', unit: 'm', kind: 'instant' },
    { code: 'q.1', name: 'Q', unit: 'm3/s', kind: 'mean', step_s: 300 },
  ],
})

const wrong = (change: (s: SeedInput) => void) => {
  const s = seed()
  change(s)
  const parsed = seedSchema.safeParse(s)
  return parsed.success ? [] : parsed.error.issues.map((i) => i.path.join('.'))
}

describe('a plant as a file', () => {
  test('what is not said has its default', () => {
    const full = toSeed(seed())
    expect(full.plant).toMatchObject({ dayStart: 0, catchments: [] })
    expect(full.positions[0].body).toMatchObject({ gain: 1, offset: 0, method: 1, average: true })
    expect(full.parameters).toMatchObject({ movingPoints: 5, operation: 'automatic', evaporation: [] })
    expect(full.series[0].step_s).toBeNull()
    expect(full.units).toEqual([])
  })

  test('what is wrong is named by its path, all of it', () => {
    expect(
      wrong((s) => {
        s.plant.zone = 'Hanoi'
        s.plant.levels.dead = 70
        s.positions![0].body.every = 0
        ;(s.gates![0].body as { type: number }).type = 9
        s.series![0].unit = 'metre'
      }),
    ).toEqual(['plant.zone', 'plant.levels', 'positions.0.body.every', 'gates.0.body.type', 'series.0.unit'])
  })

  test('a word that is not known is no setting', () => {
    expect(wrong((s) => Object.assign(s.parameters, { intervall: 3 }))).toEqual(['parameters'])
  })

  test.each<[string, (s: SeedInput) => void]>([
    ['series.2.code', (s) => s.series!.push({ ...s.series![0] })],
    ['positions.1.id', (s) => s.positions!.push({ ...s.positions![0] })],
    ['positions.0.body.series', (s) => (s.positions![0].body.series = 'level.9')],
    ['gates.0.body.leaves.0.dischargeSeries', (s) => (s.gates![0].body.leaves[0].dischargeSeries = 'q.9')],
    ['parameters.envSeries', (s) => (s.parameters.envSeries = 'q.9')],
    ['parameters.evaporation', (s) => (s.parameters.evaporation = [1, 2])],
  ])('%s', (path, change) => {
    expect(wrong(change)).toEqual([path])
  })

  test('a measured gate names its series', () => {
    expect(wrong((s) => delete s.gates![0].body.leaves[0].dischargeSeries)).toEqual([
      'gates.0.body.leaves.0.dischargeSeries',
    ])
  })
})
