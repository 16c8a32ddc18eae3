import { expect, test } from 'vitest'
import { MISSING, STALE } from '#core/quality/index.ts'
import type { Outlet } from '#contract/dashboard.ts'
import { standsOut } from './outlets.ts'

const gate = (over: Partial<Outlet>) =>
  ({
    input_value: 0,
    input_unit: 'm',
    input_quality: 0,
    output_value: 0,
    quality: 0,
    ...over,
  }) as Outlet

test('a closed gate that is known to be closed does not stand out; an open one does', () => {
  expect(standsOut(gate({}))).toBe(false)
  expect(standsOut(gate({ input_value: 0.25, output_value: 21.5 }))).toBe(true)
})

test('water that leaves through what has no sensor stands out', () => {
  expect(standsOut(gate({ input_unit: '-', input_value: null }))).toBe(false)
  expect(standsOut(gate({ input_unit: '-', input_value: null, output_value: 3 }))).toBe(true)
})

test('what nobody knows of is never left out', () => {
  expect(standsOut(gate({ input_value: null }))).toBe(true)
  expect(standsOut(gate({ input_quality: STALE }))).toBe(true)
  expect(standsOut(gate({ input_quality: MISSING }))).toBe(true)
  expect(standsOut(gate({ input_value: 0, output_value: null }))).toBe(true)
  // A weir without a sensor, and a gate sensed in per cent, whose figures are old.
  expect(standsOut(gate({ input_unit: '-', input_value: null, quality: STALE }))).toBe(true)
  expect(standsOut(gate({ input_unit: '-', quality: MISSING }))).toBe(true)
  expect(standsOut(gate({ input_unit: '-', input_value: null, input_quality: STALE }))).toBe(true)
})
