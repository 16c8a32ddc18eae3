import { expect, test } from 'vitest'
import { capacityAt, rungs, type Information } from './rungs.ts'

const data: Information = {
  hydro_name: 'x',
  river: '',
  province: '',
  latitude: 0,
  longitude: 0,
  basin_area: 1,
  min_possible_water_level: 380,
  max_possible_water_level: 415,
  dead_water_level: 385,
  normal_water_level: 412,
  designed_flood_water_level: 413.6,
  check_flood_water_level: null,
  crest_level: 417,
}

test('the lake level is in order among the other levels, from the top down', () => {
  expect(rungs(data, 412.5).map((r) => r.name)).toEqual([
    'crest',
    'maxPossible',
    'designedFlood',
    'now',
    'normal',
    'dead',
    'minPossible',
  ])
})

test('a missing lake level and unset levels are left out', () => {
  expect(rungs(data, null).map((r) => r.name)).not.toContain('now')
  expect(rungs(data, null).map((r) => r.name)).not.toContain('checkFlood')
})

test('a level has its storage, or the end of the table that it lies beyond', () => {
  const held = {
    crest_capacity: null,
    max_possible_capacity: 220.5,
    check_flood_capacity: 215.25,
    flood_capacity: 209.6,
    normal_capacity: 198,
    dead_capacity: 58.3,
    min_possible_capacity: null,
    storage_table: { from: 382, to: 416 },
  }
  expect(capacityAt(held, { name: 'checkFlood', z: 415.2 })).toEqual({ value: 215.25 })
  expect(capacityAt(held, { name: 'maxPossible', z: 416 })).toEqual({ value: 220.5 })
  expect(capacityAt(held, { name: 'crest', z: 417 })).toEqual({ why: 'above', end: 416 })
  expect(capacityAt(held, { name: 'minPossible', z: 380 })).toEqual({ why: 'below', end: 382 })
  const none = { ...held, crest_capacity: null, storage_table: null }
  expect(capacityAt(none, { name: 'crest', z: 417 })).toEqual({ why: 'none' })
})
