import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromLocal } from '#core/time/index.ts'
import { dayFrom } from '../../lib/days.ts'
import { en } from '../../lib/text/en/index.ts'
import { vi } from '../../lib/text/vi/index.ts'
import { periodBounds, dayProblem, periodDays, periodText, tableState } from './period.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const at = (local: string) => Date.parse(`${local}:00+07:00`)
const item = {
  from: null,
  to: null,
  loop_by_year: false,
  active: true,
  in_force: false,
  superseded_at: null as number | null,
}

describe('the state of a table', () => {
  const now = at('2026-11-21T10:00')
  test.each([
    ['inForce', { in_force: true }],
    ['off', { active: false }],
    ['upcoming', { from: now + 1 }],
    ['retired', { superseded_at: now - 1 }],
    ['ended', { to: now }],
    ['covered', { from: now - 1 }],
    ['offSeason', { from: at('2020-06-01T00:00'), to: at('2020-11-01T00:00'), loop_by_year: true }],
  ] as const)('%s', (state, part) => expect(tableState({ ...item, ...part }, now)).toBe(state))

  test('a table that loops without an end is no season', () => {
    expect(tableState({ ...item, from: now + 1, loop_by_year: true }, now)).toBe('upcoming')
  })
})

describe('days', () => {
  test('the last day is the one before the end', () => {
    const days = periodDays({ ...item, from: at('2026-01-01T00:00'), to: at('2026-02-01T00:00') }, ZONE)
    expect(days).toEqual({ from: '2026-01-01', to: '2026-01-31' })
    expect(periodBounds(days)).toEqual({ from: '2026-01-01', to: '2026-02-01' })
  })

  test('to bounds and back is the same, on any day', () => {
    const day = fc
      .integer({ min: -20_000, max: 40_000 })
      .map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, (to) => {
        const bound = periodBounds({ from: null, to }).to!
        expect(periodDays({ ...item, to: fromLocal(bound, ZONE) }, ZONE).to).toBe(to)
        expect(dayFrom(to, 1) > to).toBe(true)
      }),
    )
  })

  test('what is wrong is named', () => {
    // An invalid day never counts as an open end.
    expect(dayProblem({ from: '32/13/2026', to: null }, false)).toBe('wrong')
    expect(dayProblem({ from: '2026-01-02', to: 'x' }, true)).toBe('wrong')
    expect(periodBounds({ from: 'x', to: 'y' })).toEqual({ from: null, to: null })
    expect(dayProblem({ from: '2026-01-02', to: '2026-01-01' }, false)).toBe('order')
    expect(dayProblem({ from: '2026-01-02', to: null }, true)).toBe('loopNeeds')
    expect(dayProblem({ from: '2026-01-02', to: '2026-01-02' }, true)).toBeNull()
  })
})

describe('in words', () => {
  const words = (part: Partial<typeof item> & { from?: number | null; to?: number | null }, vn = true) =>
    periodText({ ...item, ...part }, ZONE, vn ? 'vi' : 'en', vn ? vi : en)
  const from = at('2026-01-01T00:00')
  const to = at('2026-02-01T00:00')

  test('always, from, until, between', () => {
    expect(words({})).toBe('Luôn luôn')
    expect(words({ from })).toBe('Từ 01/01/2026')
    expect(words({ to })).toBe('Đến hết 31/01/2026')
    expect(words({ from, to }, false)).toBe('2026-01-01 to the end of 2026-01-31')
  })

  test('a part of a day is reported', () => {
    expect(words({ from: from + 3_600_000 })).toBe('Từ 01/01/2026 01:00')
  })

  test('a season is its first and last day', () => {
    expect(words({ from, to, loop_by_year: true })).toBe('Hằng năm 01/01 – 31/01')
  })
})
