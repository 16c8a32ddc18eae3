import { expect, test } from 'vitest'
import type { Figure, Hydro } from '#contract/dashboard.ts'
import { en } from '../../lib/text/en/index.ts'
import { vi } from '../../lib/text/vi/index.ts'
import { levelWords } from './level-words.ts'

const hydro = { dead_water_level: 549, normal_water_level: 605, designed_flood_water_level: 606 } as Hydro
const at = (
  value: number | null,
  hours: number | null = null,
  limit: 'dead' | 'normal' | 'flood' | null = null,
) => ({
  lake_level: { value } as Figure,
  hours_to_limit: hours,
  limit,
})

test('below normal: how far, and how long until', () => {
  expect(levelWords(hydro, at(604.31, 14, 'normal'), vi, 'vi')).toEqual({
    passed: null,
    lines: ['Dưới MNDBT 0.69 m', '14 giờ nữa đến MNDBT'],
  })
  expect(levelWords(hydro, at(604.31, 14, 'normal'), en, 'en').lines).toEqual([
    '0.69 m below Normal',
    'Normal in 14 h',
  ])
})

test('a limit days and weeks away is not foretold', () => {
  expect(levelWords(hydro, at(604.31, 240, 'dead'), vi, 'vi').lines).toContain('10 ngày nữa đến MNC')
  expect(levelWords(hydro, at(604.31, 241, 'dead'), vi, 'vi').lines).toEqual(['Dưới MNDBT 0.69 m'])
})

test('a limit passed is said with its tone', () => {
  expect(levelWords(hydro, at(605.2), vi, 'vi').passed).toEqual({ tone: 'warn', text: 'Vượt MNDBT 0.20 m' })
  expect(levelWords(hydro, at(606.5), vi, 'vi').passed).toEqual({ tone: 'alarm', text: 'Vượt MNLTK 0.50 m' })
  expect(levelWords(hydro, at(548), vi, 'vi').passed).toEqual({ tone: 'warn', text: 'Thấp hơn MNC 1.00 m' })
})

test('exactly at a limit nothing is passed', () => {
  expect(levelWords(hydro, at(605), vi, 'vi').passed).toBeNull()
  expect(levelWords(hydro, at(605.001), vi, 'vi').passed).toBeNull()
})

test('without a level nothing is said', () => {
  expect(levelWords(hydro, at(null, 3, 'flood'), vi, 'vi')).toEqual({ passed: null, lines: [] })
})
