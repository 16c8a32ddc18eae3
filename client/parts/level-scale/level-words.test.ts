import { expect, test } from 'vitest'
import { spanOf } from '#core/outlook/index.ts'
import type { Figure, Hydro, LevelOutlook } from '#contract/dashboard.ts'
import { en } from '../../lib/text/en/index.ts'
import { vi } from '../../lib/text/vi/index.ts'
import { levelWords } from './level-words.ts'

const hydro = {
  dead_water_level: 549,
  normal_water_level: 605,
  designed_flood_water_level: 606,
  season_water_level: null,
} as Hydro
const at = (
  value: number | null,
  hours: number | null = null,
  limit: 'dead' | 'normal' | 'flood' | null = null,
) => ({
  lake_level: { value } as Figure,
  next_limit: hours === null || limit === null ? null : { limit, ...ahead(hours) },
  to_flood: { ahead: ahead(30, 'forecast') } as LevelOutlook,
  inflow_rises: false,
})
const ahead = (hours: number, basis: 'rate' | 'forecast' = 'rate') => {
  const { from, to } = spanOf(hours, null)
  return { from, to: Number.isFinite(to) ? to : null, basis, by_rate: hours, by_forecast: null }
}

test('below normal: the distance, and the time until then', () => {
  expect(levelWords(hydro, at(604.31, 14, 'normal'), vi, 'vi')).toEqual({
    passed: null,
    lines: ['Dưới MNDBT 0.69 m', 'Đến MNDBT trong 12–18 giờ (theo tốc độ hiện tại)'],
  })
  expect(levelWords(hydro, at(604.31, 14, 'normal'), en, 'en').lines).toEqual([
    '0.69 m below Normal',
    'Normal in 12–18 h (at the present rate)',
  ])
})

test('a limit days or weeks away is not predicted', () => {
  expect(levelWords(hydro, at(604.31, 239, 'dead'), vi, 'vi').lines).toContain(
    'Đến MNC trong 6–10 ngày (theo tốc độ hiện tại)',
  )
  expect(levelWords(hydro, at(604.31, 241, 'dead'), vi, 'vi').lines).toEqual(['Dưới MNDBT 0.69 m'])
})

test('while the inflow rises the flood level is predicted too, with its basis', () => {
  const flood = 'Đến MNLTK trong 24–36 giờ (theo dự báo)'
  const rises = { ...at(604.31, 14, 'normal'), inflow_rises: true }
  expect(levelWords(hydro, rises, vi, 'vi').lines).toHaveLength(3)
  const both = { ...rises, next_limit: { limit: 'normal', ...ahead(14, 'forecast') } } as const
  expect(levelWords(hydro, both, vi, 'vi').lines[1]).toBe(
    'Đến MNDBT trong 12–18 giờ, MNLTK trong 24–36 giờ (theo dự báo)',
  )
  expect(levelWords(hydro, rises, vi, 'vi').lines[2]).toBe(flood)
  expect(levelWords(hydro, { ...rises, inflow_rises: false }, vi, 'vi').lines).not.toContain(flood)
})

test('a passed limit is named with its tone', () => {
  expect(levelWords(hydro, at(605.2), vi, 'vi').passed).toEqual({ tone: 'warn', text: 'Vượt MNDBT 0.20 m' })
  expect(levelWords(hydro, at(606.5), vi, 'vi').passed).toEqual({ tone: 'alarm', text: 'Vượt MNLTK 0.50 m' })
  expect(levelWords(hydro, at(548), vi, 'vi').passed).toEqual({ tone: 'warn', text: 'Thấp hơn MNC 1.00 m' })
})

test('the seasonal limit in force counts as on the overview, and is named', () => {
  const wet = { ...hydro, season_water_level: 604 }
  expect(levelWords(wet, at(604.5), vi, 'vi').passed).toEqual({
    tone: 'warn',
    text: 'Vượt giới hạn mùa 0.50 m',
  })
  expect(levelWords(wet, at(605.2), vi, 'vi').passed!.text).toBe('Vượt MNDBT 0.20 m')
  expect(levelWords(wet, at(603.8), vi, 'vi')).toMatchObject({
    passed: null,
    lines: ['Dưới giới hạn mùa 0.20 m'],
  })
  expect(levelWords(wet, at(603.8), en, 'en').lines).toEqual(['0.20 m below the seasonal limit'])
})

test('a level exactly at a limit has not passed it', () => {
  expect(levelWords(hydro, at(605), vi, 'vi').passed).toBeNull()
  expect(levelWords(hydro, at(605.001), vi, 'vi').passed).toBeNull()
})

test('without a level there is no text', () => {
  expect(levelWords(hydro, at(null, 3, 'flood'), vi, 'vi')).toEqual({ passed: null, lines: [] })
})
