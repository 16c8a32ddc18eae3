import { expect, test } from 'vitest'
import { EDITED, MISSING, STALE } from '#core/quality/index.ts'
import type { Outlet } from '#contract/dashboard.ts'
import { countsOf, isRelevant } from './outlets.ts'

const gate = (over: Partial<Outlet>) =>
  ({
    input_value: 0,
    input_unit: 'm',
    input_quality: 0,
    output_value: 0,
    quality: 0,
    ...over,
  }) as Outlet

test('an open gate is relevant, one that is known to be closed is not', () => {
  expect(isRelevant(gate({}))).toBe(false)
  expect(isRelevant(gate({ input_value: 0.25, output_value: 21.5 }))).toBe(true)
})

test('discharge without a sensor is relevant', () => {
  expect(isRelevant(gate({ input_unit: '-', input_value: null }))).toBe(false)
  expect(isRelevant(gate({ input_unit: '-', input_value: null, output_value: 3 }))).toBe(true)
})

test('outlets in unknown state are never left out', () => {
  expect(isRelevant(gate({ input_value: null }))).toBe(true)
  expect(isRelevant(gate({ input_quality: STALE }))).toBe(true)
  expect(isRelevant(gate({ input_quality: MISSING }))).toBe(true)
  expect(isRelevant(gate({ input_value: 0, output_value: null }))).toBe(true)
  // A weir without a sensor, and a gate sensed in per cent, whose values are late.
  expect(isRelevant(gate({ input_unit: '-', input_value: null, quality: STALE }))).toBe(true)
  expect(isRelevant(gate({ input_unit: '-', quality: MISSING }))).toBe(true)
  expect(isRelevant(gate({ input_unit: '-', input_value: null, input_quality: STALE }))).toBe(true)
})

test('names the value that counts where a person entered one, by the source of the displayed one', () => {
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

test('for an edited measured discharge, notes that the opening beside it does not count', () => {
  const of = (over: Partial<Outlet>) =>
    gate({ category: 2, method: 4, series: { input: 'leaf.1.opening', output: 'leaf.1.q' }, ...over })
  expect(countsOf(of({ quality: EDITED }))).toBe('measured')
  expect(countsOf(of({}))).toBeNull()
  // From a table: the mark may come from the level, the opening decides.
  expect(countsOf(of({ quality: EDITED, method: 1 }))).toBeNull()
})
