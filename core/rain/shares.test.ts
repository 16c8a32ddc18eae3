import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { XY } from '../geo/polygon.ts'
import { basinCells, idwMean } from './grid.ts'
import { idwShares } from './shares.ts'

const basin: XY[] = [
  [0, 0],
  [12_000, 0],
  [12_000, 9000],
  [5000, 14_000],
  [0, 9000],
]
const cells = basinCells(basin)

test('the shares give the mean of the grid, whichever gauges are missing', () => {
  const place = fc.tuple(
    fc.integer({ min: -5000, max: 15_000 }),
    fc.integer({ min: -5000, max: 15_000 }),
  ) as fc.Arbitrary<XY>
  const depth = fc.option(fc.double({ min: 0, max: 300, noNaN: true }), { freq: 4 })
  fc.assert(
    fc.property(fc.array(fc.tuple(place, depth), { minLength: 1, maxLength: 15 }), (gauges) => {
      const points = gauges.map(([at]) => at)
      const depths = gauges.map(([, mm]) => mm)
      const shares = idwShares(
        cells,
        points,
        depths.map((d) => d !== null),
      )
      const { mean } = idwMean(cells, points, depths)
      if (shares === null) {
        expect(mean).toBeNull()
        return
      }
      expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9)
      expect(shares.reduce((sum, w, i) => sum + w * (depths[i] ?? 0), 0)).toBeCloseTo(mean!, 6)
    }),
    { numRuns: 200 },
  )
})

test('without a gauge, or with none within reach, there are none', () => {
  expect(idwShares(cells, [[1000, 1000]], [false])).toBeNull()
  expect(idwShares(cells, [[900_000, 1000]], [true])).toBeNull()
})
