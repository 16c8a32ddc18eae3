import { expect, test } from 'vitest'
import type { Outlet, Waterdepth } from '#contract/dashboard.ts'
import { EDITED, MISSING, STALE } from '#core/quality/index.ts'
import { lastGood } from './last-good.ts'
import { damGateOf, heldAmong, isOld, damUnitOf } from './present.ts'
import { leadOf } from './span.ts'

const outlet = (more: Partial<Outlet>) =>
  ({
    outlet_id: '1',
    name: 'H2',
    gate_type: 2,
    input_value: 34.5,
    input_unit: 'MW',
    input_max: 40,
    input_quality: 0,
    output_value: 29,
    quality: 0,
    ...more,
  }) as Outlet

test('a unit that has fallen silent does not run, nor stand: it is not known', () => {
  expect(damUnitOf(outlet({}))).toMatchObject({ mw: 34.5, q: 29, text: '34.5 MW' })
  expect(damUnitOf(outlet({ input_quality: STALE }))).toMatchObject({ mw: null, q: null, text: '-' })
  expect(damUnitOf(outlet({ input_quality: MISSING, quality: MISSING }))).toMatchObject({ mw: null, q: null })
  // A measured discharge is known without the power.
  expect(damUnitOf(outlet({ input_quality: MISSING }))).toMatchObject({ mw: null, q: 29 })
})

test('so for a gate, but not for one that has no opening', () => {
  expect(damGateOf(outlet({ input_unit: 'm', input_quality: STALE }))).toMatchObject({
    opening: null,
    q: null,
  })
  expect(damGateOf(outlet({ gate_type: 1, input_unit: '-', input_value: null, output_value: 0 })).q).toBe(0)
})

test('a position is old by its quality or by its time', () => {
  const at = Date.parse('2026-11-19T13:00+07:00')
  const w = { date_string: '2026-11-19 13:00:00', quality: 0 } as Waterdepth
  const old = (more: Partial<Waterdepth>, now: number) =>
    isOld({ ...w, ...more }, 'Asia/Bangkok', 900_000, now)
  expect(old({}, at + 900_000)).toBe(false)
  expect(old({}, at + 900_001)).toBe(true)
  expect(old({ quality: STALE }, at)).toBe(true)
  expect(old({ date_string: null, quality: MISSING }, at)).toBe(false)
})

test('a column is missing since its last value', () => {
  const column = { unit: 'kW', kind: 'instant' as const, raw: true, t: [1000, 300, 300], v: [5, 6, null] }
  expect(lastGood({ power: column, none: { ...column, v: [null, null, null] } })).toEqual({ power: 1300 })
})

test('short ranges are read from two entries before them, long ones are not', () => {
  expect(leadOf({ hours: 1 / 12 }, 300_000)).toBe(600_000)
  expect(leadOf({ from: 0, to: 86_400_000 }, 300_000)).toBe(600_000)
  expect(leadOf({ hours: 240 }, 300_000)).toBe(0)
})

test('the section shows what the discharge is computed of: what a person entered, not what the sensor says', () => {
  const closed = outlet({ category: 2, input_unit: 'm', input_value: 0, input_max: 6, output_value: 124.5 })
  expect(damGateOf({ ...closed, given: 1.5 })).toMatchObject({ opening: 1.5, text: '1.500 m', q: 124.5 })
  // Without a sensor, or with one that is silent or in another unit.
  expect(damGateOf({ ...closed, input_unit: '-', input_value: null, given: 1.5 })).toMatchObject({
    opening: 1.5,
  })
  expect(damGateOf({ ...closed, input_quality: STALE, given: 1.5 })).toMatchObject({ opening: 1.5, q: 124.5 })
  const still = outlet({ category: 1, input_value: 0, output_value: 124.5 })
  expect(damUnitOf({ ...still, given: 30 })).toMatchObject({ mw: 30, text: '30.0 MW', q: 124.5 })
})

test('an opening says nothing of a measured discharge that was put right by a person', () => {
  const closed = outlet({ category: 2, input_unit: 'm', input_value: 0, method: 4, output_value: 124.5 })
  expect(damGateOf({ ...closed, quality: EDITED })).toMatchObject({ opening: null, text: '-', q: 124.5 })
  expect(damGateOf(closed)).toMatchObject({ opening: 0, q: 124.5 })
})

test('gates and units whose last readings are held are counted, since the first of them', () => {
  const zone = 'Asia/Ho_Chi_Minh'
  expect(heldAmong([outlet({}), outlet({})], zone)).toBeNull()
  const found = heldAmong(
    [
      outlet({ name: 'H1', held_since: '2026-11-19 13:10:00' }),
      outlet({ name: 'H2', held_since: '2026-11-19 13:05:00' }),
      outlet({ name: 'H3' }),
    ],
    zone,
  )
  expect(found).toEqual({ names: ['H1', 'H2'], since: Date.parse('2026-11-19T13:05+07:00') })
})
