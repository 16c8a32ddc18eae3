import { expect, test } from 'vitest'
import { clockTime } from '../../lib/item-words.ts'
import { clockTimes } from './clock-time.ts'
import { warningsOf } from './warnings.ts'

const usual = {
  'levels.normal': 412,
  'levels.designedFlood': 413.6,
  'levels.checkFlood': 415.2,
  'levels.crest': 417.5,
  'levels.maxPossible': 417.5,
  basinArea: 100,
}
const warned = (change: Record<string, number | null>, catchments = 0) => {
  const values: Record<string, number | null> = { ...usual, ...change }
  return warningsOf((path) => values[path] ?? null, catchments).map((w) => w.code)
}

test('neither a usual reservoir nor an incomplete form gives a warning', () => {
  expect(warned({})).toEqual([])
  expect(warned({ 'levels.normal': null, 'levels.checkFlood': null, basinArea: null })).toEqual([])
})

test.each<[Record<string, number | null>, string]>([
  [{ 'levels.designedFlood': 411 }, 'warnFloodBelowNormal'],
  [{ 'levels.maxPossible': 414 }, 'warnFloodAboveMax'],
  [{ 'levels.crest': 415 }, 'warnCheckAboveCrest'],
])('%j', (change, code) => expect(warned(change)).toEqual([code]))

test('warns of catchments that do not add up to the basin', () => {
  expect(warned({ 'catchments.0.area': 60, 'catchments.1.area': 41 }, 2)).toEqual([])
  expect(warned({ 'catchments.0.area': 60, 'catchments.1.area': 30 }, 2)).toEqual(['warnCatchments'])
  expect(warned({ 'catchments.0.area': 60, 'catchments.1.area': null }, 2)).toEqual([])
})

test('lists times of day, and a current one between the half hours', () => {
  expect([0, 420, 1439].map(clockTime)).toEqual(['00:00', '07:00', '23:59'])
  expect(clockTimes(420)).toHaveLength(48)
  expect(clockTimes(425).map((o) => o.name)).toContain('07:05')
})
