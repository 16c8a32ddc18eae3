import { expect, test } from 'vitest'
import { EDITED, MISSING, STALE } from '#core/quality/index.ts'
import type { Outlet } from '#contract/dashboard.ts'
import { countsOf, standsOut } from './outlets.ts'

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
  // A weir without a sensor, and a gate sensed in per cent, whose values are late.
  expect(standsOut(gate({ input_unit: '-', input_value: null, quality: STALE }))).toBe(true)
  expect(standsOut(gate({ input_unit: '-', quality: MISSING }))).toBe(true)
  expect(standsOut(gate({ input_unit: '-', input_value: null, input_quality: STALE }))).toBe(true)
})

test('which value counts is said where a person gave one, by what stands beside the discharge', () => {
  const of = (over: Partial<Outlet>) => gate({ category: 2, method: 1, ...over })
  const sensor = { input: 'leaf.1.opening', output: 'leaf.1.q' }
  const log = { input: 'log.1', output: 'leaf.1.q' }
  const none = { input: null, output: 'leaf.1.q' }
  expect(countsOf(of({ series: sensor }))).toBeNull()
  expect(countsOf(of({ series: sensor, given: 0 }))).toBe('opening')
  expect(countsOf(of({ series: log, given: 1.5 }))).toBe('openingLog')
  expect(countsOf(of({ series: none, given: 1.5 }))).toBe('openingOnly')
  expect(countsOf(of({ category: 1, series: sensor, given: 20 }))).toBe('power')
  expect(countsOf(of({ category: 1, series: log, given: 20 }))).toBe('powerLog')
})

test('a measured discharge that was put right says that the opening beside it does not count', () => {
  const of = (over: Partial<Outlet>) =>
    gate({ category: 2, method: 4, series: { input: 'leaf.1.opening', output: 'leaf.1.q' }, ...over })
  expect(countsOf(of({ quality: EDITED }))).toBe('measured')
  expect(countsOf(of({}))).toBeNull()
  // From a table: the mark may come from the level, the opening decides.
  expect(countsOf(of({ quality: EDITED, method: 1 }))).toBeNull()
})
