import { expect, test } from 'vitest'
import { inSeason, limitOn } from './season.ts'

test('a season includes both its days and may cross the end of the year', () => {
  const flood = { from: '09-01', to: '12-15' }
  expect(['08-31', '09-01', '12-15', '12-16'].map((d) => inSeason(flood, d))).toEqual([
    false,
    true,
    true,
    false,
  ])
  const dry = { from: '12-16', to: '08-31' }
  expect(['12-15', '12-16', '01-01', '08-31', '09-01'].map((d) => inSeason(dry, d))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
})

test('the lowest of several limits counts', () => {
  const limits = [
    { from: '09-01', to: '12-15', level: 604 },
    { from: '10-01', to: '10-31', level: 602.5 },
  ]
  expect(limitOn(limits, '09-20')?.level).toBe(604)
  expect(limitOn(limits, '10-20')?.level).toBe(602.5)
  expect(limitOn(limits, '01-01')).toBeNull()
})
