import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rainField } from './field.ts'
import { idw } from './idw.ts'
import { isohyets, type Lattice } from './isohyets.ts'
import { reach } from './reach.ts'
import type { XY } from '../geo/polygon.ts'

const lattice = (columns: number, rows: number): Lattice => ({
  x: 100,
  y: 10,
  dx: 0.5,
  dy: 0.25,
  columns,
  rows,
})
const field = fc
  .record({ columns: fc.integer({ min: 2, max: 9 }), rows: fc.integer({ min: 2, max: 9 }) })
  .chain(({ columns, rows }) =>
    fc.record({
      grid: fc.constant(lattice(columns, rows)),
      v: fc.array(fc.double({ min: 0, max: 50, noNaN: true }), {
        minLength: columns * rows,
        maxLength: columns * rows,
      }),
    }),
  )
const holed = field.chain(({ grid, v }) =>
  fc.array(fc.nat(v.length - 1), { maxLength: 4 }).map((holes) => ({
    grid,
    v: v.map((x, i) => (holes.includes(i) ? NaN : x)),
  })),
)

const near = (a: number, b: number) => Math.abs(a - b) < 1e-9
const same = (a: XY, b: XY) => near(a[0], b[0]) && near(a[1], b[1])
/** Column and row of a point, whole on its lattice line. */
const placeOf = (g: Lattice, [x, y]: XY) => [(x - g.x) / g.dx, (y - g.y) / g.dy]
const whole = (x: number) => near(x, Math.round(x))

/** What the field is at a point of an edge. */
function valueAt(g: Lattice, v: readonly number[], p: XY): number {
  const [x, y] = placeOf(g, p)
  if (whole(x)) {
    const i = Math.round(x)
    const j = Math.min(g.rows - 2, Math.floor(y + 1e-9))
    const share = y - j
    return v[j * g.columns + i] * (1 - share) + v[(j + 1) * g.columns + i] * share
  }
  const [i, j] = [Math.floor(x), Math.round(y)]
  return v[j * g.columns + i] * (1 - (x - i)) + v[j * g.columns + i + 1] * (x - i)
}

describe('isohyets', () => {
  test('every point lies on an edge of the lattice, where the field has the value', () => {
    fc.assert(
      fc.property(field, fc.double({ min: 1, max: 49, noNaN: true }), ({ grid, v }, level) => {
        for (const line of isohyets(grid, v, level))
          for (const p of line) {
            const [x, y] = placeOf(grid, p)
            expect(whole(x) || whole(y)).toBe(true)
            expect(x).toBeGreaterThanOrEqual(-1e-9)
            expect(x).toBeLessThanOrEqual(grid.columns - 1 + 1e-9)
            expect(y).toBeGreaterThanOrEqual(-1e-9)
            expect(y).toBeLessThanOrEqual(grid.rows - 1 + 1e-9)
            expect(Math.abs(valueAt(grid, v, p) - level)).toBeLessThan(1e-6)
          }
      }),
    )
  })

  test('every edge that the value crosses is on exactly one line', () => {
    fc.assert(
      fc.property(field, fc.double({ min: 1, max: 49, noNaN: true }), ({ grid: g, v }, level) => {
        let crossed = 0
        for (let j = 0; j < g.rows; j++)
          for (let i = 0; i < g.columns; i++) {
            const above = (k: number) => v[k] >= level
            const n = j * g.columns + i
            if (i + 1 < g.columns && above(n) !== above(n + 1)) crossed++
            if (j + 1 < g.rows && above(n) !== above(n + g.columns)) crossed++
          }
        const lines = isohyets(g, v, level)
        const points = lines.reduce((n, l) => n + l.length - Number(isClosed(g, l)), 0)
        expect(points).toBe(crossed)
      }),
    )
  })

  test('a line ends only at the border or beside a node without a value', () => {
    fc.assert(
      fc.property(holed, fc.double({ min: 1, max: 49, noNaN: true }), ({ grid: g, v }, level) => {
        for (const line of isohyets(g, v, level)) {
          if (isClosed(g, line)) continue
          for (const end of [line[0], line.at(-1)!]) {
            const [x, y] = placeOf(g, end)
            const border = near(x, 0) || near(y, 0) || near(x, g.columns - 1) || near(y, g.rows - 1)
            const nodes = [-1, 0, 1, 2].flatMap((a) =>
              [-1, 0, 1, 2].map((b) => [Math.floor(x + 1e-9) + a, Math.floor(y + 1e-9) + b]),
            )
            const hole = nodes.some(
              ([i, j]) =>
                i >= 0 && j >= 0 && i < g.columns && j < g.rows && Number.isNaN(v[j * g.columns + i]),
            )
            expect(border || hole).toBe(true)
          }
        }
      }),
    )
  })

  test('a plane has one straight line, a hill a closed one; none where all values are above or below', () => {
    const g = lattice(5, 4)
    const plane = Array.from({ length: 20 }, (_, n) => n % 5)
    const [line, ...more] = isohyets(g, plane, 2.5)
    expect(more).toEqual([])
    expect(line.every(([x]) => near(x, 100 + 2.5 * 0.5))).toBe(true)
    expect(line).toHaveLength(4)
    const hill = Array.from({ length: 25 }, (_, n) => (n === 12 ? 10 : 0))
    const [ring] = isohyets(lattice(5, 5), hill, 5)
    expect(ring).toHaveLength(5)
    expect(same(ring[0], ring[4])).toBe(true)
    expect(isohyets(g, plane, 9)).toEqual([])
    expect(isohyets(g, plane, -1)).toEqual([])
  })

  test('a saddle is resolved by its middle, and its lines never cross', () => {
    // Above at two opposite corners: the middle (6) is above 5, so they are one, and not above 7.
    const saddle = [10, 2, 2, 10]
    const low = isohyets(lattice(2, 2), saddle, 5)
    const high = isohyets(lattice(2, 2), saddle, 7)
    expect(low).toHaveLength(2)
    expect(high).toHaveLength(2)
    // Around the low corners in one, around the high ones in the other.
    const corner = (lines: XY[][]) =>
      lines.map((l) => l.map((p) => placeOf(lattice(2, 2), p).map(Math.round).join()))
    expect(corner(low)).not.toEqual(corner(high))
  })
})

function isClosed(_: Lattice, line: readonly XY[]): boolean {
  return line.length > 3 && line[0][0] === line.at(-1)![0] && line[0][1] === line.at(-1)![1]
}

describe('a field over a basin', () => {
  const basin: XY[] = [
    [108, 14],
    [108.3, 14],
    [108.3, 14.2],
    [108, 14.2],
  ]
  const gauges: XY[] = [
    [108.05, 14.05],
    [108.25, 14.1],
    [108.1, 14.18],
  ]

  test('covers the basin, within the requested size, square on the ground', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 5000 }), (nodes) => {
        const { lattice: g } = rainField(basin, gauges, { nodes })
        expect(g.columns * g.rows).toBeLessThanOrEqual(nodes)
        expect(g.x).toBeLessThan(108)
        expect(g.y).toBeLessThan(14)
        expect(g.x + (g.columns - 1) * g.dx).toBeGreaterThan(108.3)
        expect(g.y + (g.rows - 1) * g.dy).toBeGreaterThan(14.2)
        expect((g.dx * Math.cos((14.1 * Math.PI) / 180)) / g.dy).toBeCloseTo(1, 9)
      }),
    )
  })

  test('is nowhere above the wettest gauge or below the driest, and neither is its mean', () => {
    const made = rainField(basin, gauges, { nodes: 400 })
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 3, maxLength: 3 }),
        (v) => {
          const { mean } = made.mean(v)
          for (const x of [...made.at(v), mean!]) {
            expect(x).toBeGreaterThanOrEqual(Math.min(...v) - 1e-9)
            expect(x).toBeLessThanOrEqual(Math.max(...v) + 1e-9)
          }
        },
      ),
      { numRuns: 20 },
    )
  })

  test('is empty if no gauge has a value', () => {
    const made = rainField(basin, gauges, { nodes: 100 })
    expect(made.at([null, null, null]).every(Number.isNaN)).toBe(true)
    expect(made.mean([null, null, null]).mean).toBeNull()
  })
})

test('weights computed once per place give the same as IDW', () => {
  const xy = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })).map((p): XY => p)
  fc.assert(
    fc.property(
      fc.array(xy, { minLength: 1, maxLength: 15 }),
      fc.array(xy, { minLength: 1, maxLength: 6 }),
      fc.array(fc.option(fc.double({ min: 0, max: 300, noNaN: true })), { minLength: 15, maxLength: 15 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 5, max: 90 }),
      (points, places, values, nearest, radius) => {
        const options = { nearest, radius }
        const at = reach(places, points, options)
        places.forEach((place, i) => {
          const expected = idw(points, values, place, options)
          const found = at(values, i)
          // Of gauges equally far away either may be the last that counts.
          if (expected === null || found === null) expect(found).toBe(expected)
          else if (!tied(points, values, place, nearest)) expect(found).toBeCloseTo(expected, 9)
        })
      },
    ),
  )
})

function tied(points: readonly XY[], values: readonly (number | null)[], at: XY, nearest: number): boolean {
  const d = points
    .flatMap((p, i) => (values[i] === null ? [] : [Math.hypot(p[0] - at[0], p[1] - at[1])]))
    .sort((a, b) => a - b)
  return d.length > nearest && d[nearest - 1] === d[nearest]
}
