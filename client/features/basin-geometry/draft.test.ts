import { expect, test } from 'vitest'
import { weightChanges, shareOf, sumOf, typedOf, usedOf } from './draft.ts'
import type { GaugeWeights, WeightedGauge } from './queries.ts'

const gauge = (id: string, computed: number | null, stored: number | null): WeightedGauge => ({
  id,
  version: `v-${id}`,
  code: id,
  name: id,
  longitude: 108,
  latitude: 14,
  computed,
  stored,
  used: stored ?? computed ?? 0,
  ring: [],
})
const weights: GaugeWeights = {
  stations: [gauge('a', 0.6, null), gauge('b', 0.4, 0.35)],
  sum: 0.95,
  sums_up: false,
}

test('a share is a number from 0 to 1 in either notation; empty is none', () => {
  expect(['0.25', '0,25', ' ', '0', '1'].map(shareOf)).toEqual([0.25, 0.25, null, 0, 1])
  expect(['x', '1.2', '-0.1', '25 %'].map(shareOf)).toEqual([undefined, undefined, undefined, undefined])
})

test('an entered weight takes precedence over a computed one, and that over a plain mean', () => {
  expect(usedOf(weights.stations[0], '', 2)).toBe(0.6)
  expect(usedOf(weights.stations[0], '0.5', 2)).toBe(0.5)
  expect(usedOf(gauge('c', null, null), '', 4)).toBe(0.25)
})

test('the sum follows the input', () => {
  const typed = typedOf(weights)
  expect(sumOf(weights, typed)).toEqual({ sum: 0.95, good: false })
  expect(sumOf(weights, { ...typed, b: '' }).good).toBe(true)
  expect(sumOf(weights, { ...typed, b: 'x' })).toEqual({ sum: NaN, good: false })
})

test('only changes are sent, and nothing while any weight is invalid', () => {
  const typed = typedOf(weights)
  expect(weightChanges(weights, typed)).toEqual([])
  expect(weightChanges(weights, { ...typed, b: '' })).toEqual([{ id: 'b', version: 'v-b', weight: null }])
  expect(weightChanges(weights, { a: '2', b: '' })).toBeNull()
})
