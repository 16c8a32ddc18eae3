import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StationRow } from '#contract/stations.ts'
import { bare, found, ordered, restOf, weightsOf } from './list.ts'

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
  expect(found(all, 'dong nga', 0).map((s) => s.name)).toEqual(['Trạm mưa Đồng Ngà'])
  expect(found(all, 'DAK', 0).map((s) => s.name)).toEqual(['B'])
  expect(found(all, '', 2).map((s) => s.name)).toEqual(['C'])
  expect(bare('Đồi Mây')).toBe('doi may')
})

test('by state, what needs a look comes first', () => {
  const all = [
    row({ name: 'a' }),
    row({ name: 'b', state: 'late' }),
    row({ name: 'c', alarm: 2 }),
    row({ name: 'd', state: 'none' }),
  ]
  expect(ordered(all, 'state', 'desc').map((s) => s.name)).toEqual(['c', 'b', 'd', 'a'])
})

test('the sum is good within a hundredth, and only rain counts', () => {
  const of = (...w: (number | null)[]) =>
    weightsOf(w.map((thiessen_coefficient, i) => row({ name: `${i}`, thiessen_coefficient })))
  expect(of(0.5, 0.51)).toEqual({ n: 2, sum: 1.01, good: true })
  expect(of(0.5, 0.52).good).toBe(false)
  expect(of(null, null)).toEqual({ n: 2, sum: null, good: true })
  expect(weightsOf([row({ station_type_id: 2, thiessen_coefficient: 1 })]).sum).toBe(null)
})

test('the rest makes the sum 1', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 3 }), (parts) => {
      const all = parts.map((p, i) => row({ name: `${i}`, thiessen_coefficient: p / 1000 }))
      const rest = restOf(weightsOf(all))
      if (rest === null) return
      const more = weightsOf([...all, row({ name: 'new', thiessen_coefficient: rest })])
      expect(more.sum).toBeCloseTo(1, 6)
    }),
  )
})
