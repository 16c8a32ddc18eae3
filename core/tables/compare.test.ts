import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areasOf, compareRows, derivedColumns, trendsOf } from './index.ts'
import { sampleTable } from './fixtures.ts'

const key = fc.integer({ min: 0, max: 40 })
const rowsOf = (keys: number) =>
  fc.uniqueArray(
    fc
      .tuple(...Array.from({ length: keys }, () => key), fc.integer({ min: 0, max: 5 }))
      .map((r) => r as number[]),
    { selector: (r) => r.slice(0, keys).join(), maxLength: 30 },
  )
const byKey = (rows: number[][]) => new Map(rows.map((r) => [r.slice(0, -1).join(), r.at(-1)]))

describe('two versions of a table', () => {
  test('added, removed and changed rows convert one into the other, in any order', () => {
    const pairs = fc.oneof(
      fc.tuple(fc.constant('ZV' as const), rowsOf(1), rowsOf(1)),
      fc.tuple(fc.constant('ZAQ' as const), rowsOf(2), rowsOf(2)),
      fc.tuple(fc.constant('HPQ' as const), rowsOf(3), rowsOf(3)),
    )
    fc.assert(
      fc.property(pairs, ([group, a, b]) => {
        const units = { p: 'MW' as const }
        const diff = compareRows(sampleTable(group, a, { units }), sampleTable(group, b, { units }))
        const made = byKey(a)
        for (const r of diff.removed) expect(made.delete(r.slice(0, -1).join())).toBe(true)
        for (const r of diff.added) made.set(r.slice(0, -1).join(), r.at(-1))
        for (const c of diff.changed) {
          expect(made.get(c.key.join())).toBe(c.before)
          made.set(c.key.join(), c.after)
        }
        expect(made).toEqual(byKey(b))
        expect(diff.same + diff.changed.length + diff.added.length).toBe(b.length)
      }),
    )
  })

  test('in other units are compared as the same quantity', () => {
    const a = sampleTable(
      'ZV',
      [
        [380, 40],
        [390, 90],
      ],
      { units: { v: '10^6 m3' } },
    )
    const b = sampleTable(
      'ZV',
      [
        [380, 40e6],
        [390, 91e6],
      ],
      { units: { v: 'm3' } },
    )
    expect(compareRows(a, b)).toEqual({
      added: [],
      removed: [],
      changed: [{ key: [390], before: 90e6, after: 91e6 }],
      same: 1,
    })
    const mw = sampleTable('HPQ', [[1, 60, 10, 19]], { units: { p: 'MW' } })
    const kw = sampleTable('HPQ', [[1, 60, 10_000, 19]], { units: { p: 'kW' } })
    expect(compareRows(mw, kw)).toMatchObject({ added: [], removed: [], changed: [], same: 1 })
  })
})

describe('derived columns', () => {
  test('areas integrate to the volume between the ends', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 90 })), {
      minLength: 2,
      maxLength: 20,
    })
    fc.assert(
      fc.property(steps, (list) => {
        let [z, v] = [300, 0]
        const rows = list.map(([dz, dv]) => [(z += dz), (v += dv)])
        const areas = areasOf(rows, { v: 'm3' })
        let volume = 0
        for (let i = 0; i + 1 < rows.length; i++) volume += areas[i]! * (rows[i + 1][0] - rows[i][0])
        expect(volume).toBeCloseTo(rows.at(-1)![1] - rows[0][1], 6)
        expect(areas.at(-1)).toBe(areas.at(-2))
      }),
    )
  })

  test('a row without power implies no efficiency, a single level no area', () => {
    expect(
      derivedColumns(
        'HPQ',
        [
          [1, 60, 0, 0],
          [1, 60, 10, 19],
        ],
        {},
      )[0].values[0],
    ).toBeNull()
    expect(areasOf([[380, 40]], {})).toEqual([null])
    expect(
      derivedColumns(
        'QZ',
        [
          [0, 250],
          [10, 251],
        ],
        {},
      ),
    ).toEqual([])
  })

  test('a column rises, stays level, falls or does both along its curves', () => {
    const of = (...v: number[]) =>
      trendsOf(
        'ZV',
        v.map((y, i) => [i, y]),
      )[0].trend
    expect([of(1, 2, 3), of(1, 1, 3), of(3, 2), of(1, 3, 2)]).toEqual(['rising', 'level', 'falling', 'mixed'])
    // Two curves, each rising, the second lower.
    expect(
      trendsOf('ZAQ', [
        [1, 1, 5],
        [1, 2, 9],
        [2, 1, 3],
        [2, 2, 4],
      ]),
    ).toEqual([{ field: 'q', trend: 'rising' }])
  })
})
