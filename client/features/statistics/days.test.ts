import { expect, test } from 'vitest'
import { chosenDays, planDaysOf, quickSpan, usualDaysOf } from './days.ts'

const TODAY = '2026-03-10'

test('what is not chosen is the month, the year or ten years that run', () => {
  expect(usualDaysOf('day', TODAY)).toEqual({ from: '2026-03-01', to: TODAY })
  expect(usualDaysOf('month', TODAY)).toEqual({ from: '2026-01-01', to: TODAY })
  expect(usualDaysOf('year', TODAY)).toEqual({ from: '2017-01-01', to: TODAY })
  expect(planDaysOf('half_hour', TODAY)).toEqual({ from: TODAY, to: TODAY })
  expect(planDaysOf('day', TODAY)).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  expect(planDaysOf('year', TODAY)).toEqual({ from: '2022-01-01', to: '2026-12-31' })
  const usual = { from: 'a', to: 'b' }
  expect(chosenDays({ from: null, to: null }, usual)).toBe(usual)
  expect(chosenDays({ from: TODAY, to: TODAY }, usual)).toEqual({ from: TODAY, to: TODAY })
})

test('spans at a press are whole months and years', () => {
  expect(quickSpan('lastMonth', TODAY)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(quickSpan('lastYear', TODAY)).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  expect(quickSpan('year', TODAY)).toEqual({ from: '2026-01-01', to: TODAY })
  expect(quickSpan('month', TODAY)).toEqual({ from: '2026-03-01', to: TODAY })
})
