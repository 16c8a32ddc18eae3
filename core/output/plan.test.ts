import { expect, test } from 'vitest'
import { fromLocal, MINUTE } from '../time/index.ts'
import { plannedOf, planKey, planPeriod, planPlace, planSize, type PlanValues } from './plan.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const at = (local: string, zone = ZONE) => fromLocal(local, zone)!
const values = (kwh: (number | null)[]): PlanValues => ({ kwh, vnd: kwh.map((v) => v && v * 1000) })

test('a period has its place in a year, a month or a day', () => {
  const t = at('2026-11-23 13:40')
  expect(planPlace('year', t, ZONE)).toEqual({ scope: '2026', index: 0 })
  expect(planPlace('month', t, ZONE)).toEqual({ scope: '2026', index: 10 })
  expect(planPlace('day', t, ZONE)).toEqual({ scope: '2026-11', index: 22 })
  expect(planPlace('half_hour', t, ZONE)).toEqual({ scope: '2026-11-23', index: 27 })
  const { start, end } = planPeriod('half_hour', t, ZONE)
  expect([start, end]).toEqual([at('2026-11-23 13:30'), at('2026-11-23 14:00')])
})

test('days of 23 and 25 hours have 46 and 50 half-hours', () => {
  const zone = 'Europe/Berlin'
  expect(['2026-03-29', '2026-10-25', '2026-07-01'].map((day) => planSize('half_hour', day, zone))).toEqual([
    46, 50, 48,
  ])
  // The hour that comes twice has two places.
  const second = at('2026-10-25 02:30', zone) + 60 * MINUTE
  expect(planPlace('half_hour', second, zone).index).toBe(7)
  expect(planSize('day', '2024-02', zone)).toBe(29)
})

test('a plan of finer periods is summed where it is whole, and a coarser one is never split', () => {
  const t = at('2026-02-10')
  const days = Array.from({ length: 28 }, (_, i) => i + 1)
  const scopes = new Map([[planKey('day', '2026-02'), values(days)]])
  expect(plannedOf(scopes, 'kwh', 'month', t, ZONE)).toEqual({ value: 406, grain: 'day' })
  expect(plannedOf(scopes, 'vnd', 'day', t, ZONE)).toEqual({ value: 10_000, grain: 'day' })
  expect(plannedOf(scopes, 'kwh', 'year', t, ZONE)).toBeNull()
  // Its own plan comes first.
  const own = new Map([...scopes, [planKey('month', '2026'), values([null, 500])]])
  expect(plannedOf(own, 'kwh', 'month', t, ZONE)).toEqual({ value: 500, grain: 'month' })
  // One day that is not planned leaves the month without a plan by days.
  const hole = new Map([[planKey('day', '2026-02'), values(days.map((d) => (d === 7 ? null : d)))]])
  expect(plannedOf(hole, 'kwh', 'month', t, ZONE)).toBeNull()
  expect(plannedOf(hole, 'kwh', 'day', t, ZONE)).toEqual({ value: 10, grain: 'day' })
  const year = new Map([[planKey('year', '2026'), values([9000])]])
  expect(plannedOf(year, 'kwh', 'month', t, ZONE)).toBeNull()
  expect(plannedOf(year, 'kwh', 'year', t, ZONE)).toEqual({ value: 9000, grain: 'year' })
})

test('a day is the sum of its half-hours, and a year of its months', () => {
  const halves = values(Array.from({ length: 48 }, () => 10))
  const months = values(Array.from({ length: 12 }, (_, i) => 100 + i))
  const scopes = new Map([
    [planKey('half_hour', '2026-02-10'), halves],
    [planKey('month', '2026'), months],
  ])
  expect(plannedOf(scopes, 'kwh', 'day', at('2026-02-10 12:00'), ZONE)).toEqual({
    value: 480,
    grain: 'half_hour',
  })
  expect(plannedOf(scopes, 'kwh', 'day', at('2026-02-11'), ZONE)).toBeNull()
  expect(plannedOf(scopes, 'kwh', 'year', at('2026-02-11'), ZONE)).toEqual({ value: 1266, grain: 'month' })
})
