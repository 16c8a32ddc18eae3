import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StationRow } from '#contract/stations.ts'
import { plain } from '../../lib/plain.ts'
import { foundStations, orderedStations, weightsWith } from './list.ts'

const row = (part: Partial<StationRow>) =>
  ({
    station_id: part.name ?? 'x',
    name: 'x',
    station_code: 'X',
    province: '',
    series: 's',
    sensor_port: '',
    station_type_id: 1,
    thiessen_coefficient: null,
    state: 'good',
    alarm: 0,
    ...part,
  }) as StationRow

test('stations are found without diacritics, by name, code or province', () => {
  const all = [
    row({ name: 'Trạm mưa Đồng Ngà' }),
    row({ name: 'B', province: 'Đắk Lắk' }),
    row({ name: 'C', station_type_id: 2 }),
  ]
  expect(foundStations(all, 'dong nga', 0).map((s) => s.name)).toEqual(['Trạm mưa Đồng Ngà'])
  expect(foundStations(all, 'DAK', 0).map((s) => s.name)).toEqual(['B'])
  expect(foundStations(all, '', 2).map((s) => s.name)).toEqual(['C'])
  expect(plain('Đồi Mây')).toBe('doi may')
})

test('sorted by state, the most urgent come first', () => {
  const all = [
    row({ name: 'a' }),
    row({ name: 'b', state: 'late' }),
    row({ name: 'c', alarm: 2 }),
    row({ name: 'd', state: 'none' }),
  ]
  expect(orderedStations(all, 'state', 'desc').map((s) => s.name)).toEqual(['c', 'b', 'd', 'a'])
})

const SQUARE: [number, number][] = [
  [108, 14],
  [108.2, 14],
  [108.2, 14.2],
  [108, 14.2],
]
const gauge = (name: string, longitude: number, thiessen_coefficient: number | null = null) =>
  row({ name, latitude: 14.1, longitude, thiessen_coefficient })

test('a new gauge takes its share of the basin from its neighbours', () => {
  const draft = { id: null, latitude: 14.1, longitude: 108.05, thiessen: null }
  const w = weightsWith([gauge('a', 108.15)], SQUARE, draft)
  expect(w.computed).toBeCloseTo(0.5, 3)
  expect(w).toMatchObject({ sum: 1, good: true })
})

test("an entered weight counts, and a sum other than 1 is reported; the station's own old weight does not count", () => {
  const all = [gauge('a', 108.15, 0.6), gauge('b', 108.05, 0.4)]
  const b = { id: 'b', latitude: 14.1, longitude: 108.05 }
  expect(weightsWith(all, SQUARE, { ...b, thiessen: 0.41 })).toMatchObject({ sum: 1.01, good: true })
  expect(weightsWith(all, SQUARE, { ...b, thiessen: 0.42 })).toMatchObject({ sum: 1.02, good: false })
  expect(weightsWith(all, null, { ...b, thiessen: null, latitude: null })).toMatchObject({
    computed: null,
    sum: 0.6,
  })
})

test('by polygons alone the sum is 1 for any location of the gauges', () => {
  const degrees = fc.integer({ min: 0, max: 200 }).map((n) => 108 + n / 1000)
  fc.assert(
    fc.property(fc.uniqueArray(degrees, { minLength: 2, maxLength: 5 }), ([own, ...others]) => {
      const all = others.map((x, i) => gauge(`${i}`, x))
      const w = weightsWith(all, SQUARE, { id: null, latitude: 14.1, longitude: own, thiessen: null })
      expect(w.sum).toBeCloseTo(1, 5)
    }),
  )
})
