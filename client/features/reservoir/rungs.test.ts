import { expect, test } from 'vitest'
import { rungs, type Information } from './rungs.ts'

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

test('the lake stands where it is among its levels, from the top down', () => {
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

test('without a level of the lake, or a level that is not set, the others stand', () => {
  expect(rungs(data, null).map((r) => r.name)).not.toContain('now')
  expect(rungs(data, null).map((r) => r.name)).not.toContain('checkFlood')
})
