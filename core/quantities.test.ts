import fc from 'fast-check'
import { expect, it } from 'vitest'
import { QUANTITIES, compatible, convert, isUnit } from './quantities.ts'
import type { Unit } from './quantities.ts'

it.each<[number, Unit, Unit, number]>([
  [61_524, 'cm', 'm', 615.24],
  [615.24, 'm', 'cm', 61_524],
  [1, 'ft', 'm', 0.3048],
  [1, 'in', 'mm', 25.4],
  [12, 'in', 'ft', 1],
  [0.2, 'mm', 'm', 0.0002],
  [500.4, 'cfs', 'm3/s', 14.1697500346368],
  [2500, 'l/s', 'm3/s', 2.5],
  [1, 'acre-ft', 'm3', 1233.48183754752],
  [212.14, '10^6 m3', 'm3', 212_140_000],
  [62.5, 'MW', 'kW', 62_500],
  [850, 'W', 'kW', 0.85],
  [1.5, 'MWh', 'kWh', 1500],
  [1_234_567, 'VND/MWh', 'VND/kWh', 1234.567],
  [3, 'km2', 'ha', 300],
  [93, '%', '-', 0.93],
  [-4, 'degC', 'degC', -4],
  [7, 'm3/s', 'm3/s', 7],
])('%d %s is %s %d', (value, from, to, expected) => {
  expect(convert(value, from, to)).toBeCloseTo(expected, 9)
})

it('gives the number a person would write', () => {
  expect(convert(61_524, 'cm', 'm')).toBe(615.24)
  expect(convert(0.3, 'mm', 'cm')).toBe(0.03)
  expect(convert(1, 'ft', 'in')).toBe(12)
})

it('throws on what cannot be converted', () => {
  expect(() => convert(1, 'm', 'm3')).toThrow('Cannot convert m to m3')
  expect(() => convert(1, 'kW', 'kWh')).toThrow(RangeError)
  expect(() => convert(1, 'furlong' as Unit, 'm')).toThrow('No such unit: furlong')
  expect(() => convert(1, 'm', 'toString' as Unit)).toThrow('No such unit: toString')
  expect(convert(NaN, 'm', 'cm')).toBeNaN()
})

it('converts back from any compatible unit', () => {
  const unit = fc.constantFrom<Unit>(
    ...[
      'm',
      'cm',
      'mm',
      'km',
      'in',
      'ft',
      'm3/s',
      'l/s',
      'cfs',
      'm3',
      '10^6 m3',
      'acre-ft',
      'kW',
      'MW',
      'W',
      '%',
      '-',
    ].filter(isUnit),
  )
  fc.assert(
    fc.property(
      unit,
      unit,
      fc.integer({ min: -1e9, max: 1e9 }).map((i) => i / 1000),
      (a, b, v) => {
        fc.pre(compatible(a, b))
        expect(Math.abs(convert(convert(v, a, b), b, a) - v)).toBeLessThanOrEqual(1e-12 * Math.abs(v))
      },
    ),
  )
})

it('shows every quantity in a unit it can be converted to', () => {
  for (const q of Object.values(QUANTITIES)) expect(compatible(q.unit, q.shown)).toBe(true)
  expect(isUnit('constructor')).toBe(false)
})
