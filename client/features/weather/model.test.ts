import { expect, test } from 'vitest'
import type { Weather } from '#contract/weather.ts'
import { accumulated, chosenOf, compassOf, rainNext, knownRange } from './model.ts'

test('a sum of hours of which one is missing is none', () => {
  expect(rainNext([1, 2, 3], 2)).toBe(3)
  expect(rainNext([1, null, 3], 2)).toBeNull()
  expect(rainNext([1, null, 3], 1)).toBe(1)
  expect(rainNext([1, 2], 3)).toBeNull()
  expect([...accumulated([1, 2, null, 3])]).toEqual([1, 3, NaN, NaN])
})

test('a range is of what is known', () => {
  expect(knownRange([3, null, 1])).toEqual([1, 3])
  expect(knownRange([null])).toBeNull()
})

test('winds come from the nearest of eight directions', () => {
  expect([0, 22, 23, 180, 337, 338, 360].map(compassOf)).toEqual([0, 0, 1, 4, 7, 0, 0])
})

test('what is chosen is shown even if it is over, else one that is not', () => {
  const model = (name: string, state: 'fresh' | 'over') => ({ model: name, source: 'x', state })
  const weather = { models: [model('a', 'over'), model('b', 'fresh')] } as unknown as Weather
  expect(chosenOf(weather, null)?.model).toBe('b')
  expect(chosenOf(weather, 'x:a')?.model).toBe('a')
  expect(chosenOf(weather, 'x:gone')?.model).toBe('b')
  expect(chosenOf({ models: [] } as unknown as Weather, null)).toBeNull()
})
