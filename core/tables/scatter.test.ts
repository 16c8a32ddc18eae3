import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CalcError } from '#core/errors.ts'
import { GOOD, MISSING } from '#core/quality/index.ts'
import { sampleTable } from './fixtures.ts'
import { compile, cutAt, explainLookup, found, lookup2, lookupN, triangulate } from './index.ts'

const out = found()

/** q = 3 z - 4 a + 7, which a plane through any three points reproduces. */
const plane = (z: number, a: number) => 3 * z - 4 * a + 7

/** Distinct points of a gate's rating in no order and on no grid: four corners, and some within. */
const points = fc
  .uniqueArray(
    fc.tuple(
      fc.double({ min: 600.01, max: 619.99, noNaN: true }),
      fc.double({ min: 0.11, max: 4.99, noNaN: true }),
    ),
    {
      maxLength: 40,
      selector: ([z, a]) => `${z.toFixed(4)} ${a.toFixed(4)}`,
    },
  )
  .map((inner): [number, number][] => [[600, 0.1], [600.001, 5], [620, 0.1001], [619.999, 5.001], ...inner])
const inside = fc.tuple(
  fc.double({ min: 600.1, max: 619.9, noNaN: true }),
  fc.double({ min: 0.2, max: 4.9, noNaN: true }),
)

const tableOf = (rows: number[][]) => compile(sampleTable('ZAQ', rows))

describe('scattered points', () => {
  it('reproduce a plane anywhere among them', () => {
    fc.assert(
      fc.property(points, fc.array(inside, { minLength: 1, maxLength: 20 }), (keys, queries) => {
        const c = tableOf(keys.map(([z, a]) => [z, a, plane(z, a)]))
        expect(c.meshes).not.toBeNull()
        for (const [z, a] of queries) {
          expect(lookup2(c, z, a, 'loop', out)).toBeCloseTo(plane(z, a), 6)
          expect(out.q).toBe(GOOD)
        }
      }),
    )
  })

  it('reproduce their own values to the last digit', () => {
    fc.assert(
      fc.property(
        points,
        fc.infiniteStream(fc.double({ min: 0, max: 2000, noNaN: true })),
        (keys, values) => {
          const rows = keys.map(([z, a]) => [z, a, values.next().value as number])
          const c = tableOf(rows)
          for (const [z, a, q] of rows) expect(lookup2(c, z, a, 'loop', out)).toBe(q)
        },
      ),
    )
  })

  it('never exceed the values of the three points around', () => {
    fc.assert(
      fc.property(
        points,
        inside,
        fc.infiniteStream(fc.double({ min: 0, max: 2000, noNaN: true })),
        (keys, [z, a], values) => {
          const c = tableOf(keys.map(([k, x]) => [k, x, values.next().value as number]))
          const used = explainLookup(c, [z, a], 'loop')
          expect(used.rows).toHaveLength(3)
          const q = used.rows.map((row) => row.values[2])
          expect(used.value).toBeGreaterThanOrEqual(Math.min(...q) - 1e-6)
          expect(used.value).toBeLessThanOrEqual(Math.max(...q) + 1e-6)
        },
      ),
    )
  })

  it('give the same, whatever was read before', () => {
    fc.assert(
      fc.property(points, fc.array(inside, { minLength: 2, maxLength: 20 }), (keys, queries) => {
        const rows = keys.map(([z, a]) => [z, a, z * a * a])
        const walked = tableOf(rows)
        for (const [z, a] of queries)
          expect(lookup2(walked, z, a, 'loop', out)).toBeCloseTo(
            lookup2(tableOf(rows), z, a, 'loop', found()),
            6,
          )
      }),
    )
  })

  const diamond = [
    [600, 1, 10],
    [610, 0.2, 4],
    [610.5, 2, 30],
    [620, 1.1, 18],
  ]

  it('are not extrapolated: no value outside their hull, with the key that is at fault', () => {
    const c = tableOf(diamond)
    for (const [z, a, field] of [
      [599, 1, 'z'],
      [621, 1, 'z'],
      [601, 1.9, 'a'],
      [610, 0.1, 'a'],
    ] as const) {
      expect(lookup2(c, z, a, 'loop', out)).toBeNaN()
      expect(out).toMatchObject({ q: MISSING, code: 'OUT_OF_TABLE', field })
      expect(() => lookup2(c, z, a, 'calculator', out)).toThrow(CalcError)
    }
    // A closed gate passes nothing at any level.
    expect(lookup2(c, 700, 0, 'loop', out)).toBe(0)
  })

  it('of a unit at standstill pass nothing', () => {
    const c = compile(
      sampleTable('HPQ', [
        [1, 60, 5, 10],
        [1, 70, 10, 17],
        [1, 65, 20, 36],
        [1, 75, 18, 29],
      ]),
    )
    expect(lookupN(c, 1, 66, 0, 'loop', out)).toBe(0)
    expect(lookupN(c, 1, 67, 12e3, 'loop', out)).toBeGreaterThan(17)
    expect(lookupN(c, 2, 67, 12e3, 'loop', out)).toBeGreaterThan(17)
  })

  it('are cut into curves of one first key, which agree with the table', () => {
    const mesh = triangulate(
      diamond.map((p) => p[0]),
      diamond.map((p) => p[1]),
      diamond.map((p) => p[2]),
    )
    const c = tableOf(diamond)
    for (const z of [602, 610, 615]) {
      const { x, y } = cutAt(mesh, z)
      expect(x.length).toBeGreaterThan(1)
      expect([...x].sort((a, b) => a - b)).toEqual(x)
      x.forEach((a, i) => expect(lookup2(c, z, a, 'loop', out)).toBeCloseTo(y[i], 6))
    }
    expect(cutAt(mesh, 599)).toEqual({ x: [], y: [] })
  })

  it('on one line define no surface', () => {
    expect(triangulate([1, 2, 3], [2, 4, 6], [1, 1, 1]).triangles).toHaveLength(0)
    const c = tableOf([
      [600, 1, 5],
      [601, 2, 9],
      [602, 3, 12],
    ])
    expect(lookup2(c, 601, 2, 'loop', out)).toBeNaN()
  })
})
