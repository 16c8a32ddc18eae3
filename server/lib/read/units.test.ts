import { expect, test } from 'vitest'
import { statedUnit } from './units.ts'

test('a name that is only a unit states it', () => {
  expect(['kW', 'MW', 'MWh', 'm3/s'].map((name) => statedUnit(name, '')?.unit)).toEqual([
    'kW',
    'MW',
    'MWh',
    'm3/s',
  ])
  // These also mean quantities, or a month.
  expect(['V', 'W', 'C', 'M'].map((name) => statedUnit(name, ''))).toEqual([null, null, null, null])
})
