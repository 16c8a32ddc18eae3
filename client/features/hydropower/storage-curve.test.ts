import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TableDetail } from '#contract/tables/table.ts'
import { curveOf, readLevel, readStorage } from './storage-curve.ts'

const table = (
  rows: number[][],
  units: TableDetail['units'],
  area?: { unit: 'm2' | 'km2'; values: (number | null)[] },
) =>
  ({
    units,
    table: { rows, derived: area ? [{ name: 'area', ...area }] : [], columns: [], trends: [], issues: [] },
  }) as never

test('rows in any order and unit become ascending curves in million m3 and km2', () => {
  const m3 = table(
    [
      [110, 30e6],
      [100, 10e6],
    ],
    { v: 'm3' },
    { unit: 'm2', values: [null, 2e6] },
  )
  expect(curveOf(m3)).toEqual({ z: [100, 110], volume: [10, 30], area: [2, 2] })
})

test('a level between two rows equals the value by hand', () => {
  const curve = curveOf(
    table(
      [
        [100, 10],
        [110, 30],
        [120, 70],
      ],
      {},
      { unit: 'km2', values: [2, 4, null] },
    ),
  )
  expect(readStorage(curve, 105)).toEqual({ volume: 20, area: 2 })
  expect(readStorage(curve, 110)).toEqual({ volume: 30, area: 4 })
  expect(readStorage(curve, 120)).toEqual({ volume: 70, area: 4 })
  expect(readStorage(curve, 99.99)).toBeNull()
  expect(readStorage(curve, 120.01)).toBeNull()
  expect(readStorage(curve, NaN)).toBeNull()
})

test('the level of a volume is the level with that volume', () => {
  const step = fc.tuple(
    fc.double({ min: 0.1, max: 20, noNaN: true }),
    fc.double({ min: 0.01, max: 500, noNaN: true }),
  )
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 2, maxLength: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (steps, share) => {
        const rows = steps.reduce<number[][]>(
          (all, [dz, dv]) => [...all, [all.at(-1)![0] + dz, all.at(-1)![1] + dv]],
          [[500, 3]],
        )
        const curve = curveOf(table(rows, {}))
        const z = 500 + share * (rows.at(-1)![0] - 500)
        expect(readLevel(curve, readStorage(curve, z)!.volume)!).toBeCloseTo(z, 6)
        expect(readLevel(curve, 2.99)).toBeNull()
        expect(readLevel(curve, rows.at(-1)![1] + 0.01)).toBeNull()
        expect(readLevel(curve, NaN)).toBeNull()
      },
    ),
  )
})
