import { expect, test } from 'vitest'
import { computedSeries, inputSeries, isComputedCode } from './codes.ts'
import { description, gate, unit, version } from './fixtures.ts'

test('every code written by the calculation is reserved, and none is one of its inputs', () => {
  const d = description({ gates: [version('g', gate('g'))], units: [version('u', unit('u'))] })
  expect(computedSeries(d).filter((s) => !isComputedCode(s.code))).toEqual([])
  expect(inputSeries(d).filter(isComputedCode)).toEqual([])
})
