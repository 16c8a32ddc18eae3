import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ESTIMATED, GOOD, MISSING, REJECTED, SUSPECT } from '../quality/index.ts'
import {
  concat,
  equal,
  fromEntries,
  indexAt,
  lowerBound,
  merge,
  slice,
  sortUnique,
  toEntries,
  valueAt,
} from './ops.ts'
import type { Entry } from './ops.ts'

const entry = fc.tuple(
  fc.integer({ min: 0, max: 60 }),
  fc.option(fc.integer({ min: -5, max: 5 })),
  fc.constantFrom(0, 1, 5, 8),
)
const entries = fc.array(entry, { maxLength: 40 })

const byMap = (...lists: Entry[][]) => {
  const map = new Map<number, Entry>()
  for (const list of lists) for (const e of list) map.set(e[0], e)
  return [...map.values()].sort((a, b) => a[0] - b[0])
}

describe('ops', () => {
  it('fromEntries keeps the last of each instant, sorted', () => {
    fc.assert(
      fc.property(entries, (list) => {
        expect(toEntries(fromEntries(list))).toEqual(byMap(list))
      }),
    )
    expect(
      toEntries(
        fromEntries([
          [5, null],
          [1, 2],
          [3, NaN],
        ]),
      ),
    ).toEqual([
      [1, 2, GOOD],
      [3, null, MISSING],
      [5, null, MISSING],
    ])
  })

  it('merge acts like a map into which the overlay is written last', () => {
    fc.assert(
      fc.property(entries, entries, (a, b) => {
        const x = fromEntries(a)
        const y = fromEntries(b)
        expect(toEntries(merge(x, y))).toEqual(byMap(a, b))
        expect(equal(merge(x, y), concat([x, y]))).toBe(true)
      }),
    )
  })

  it('slice and the searches agree with a filter', () => {
    fc.assert(
      fc.property(
        entries,
        fc.integer({ min: -5, max: 65 }),
        fc.integer({ min: -5, max: 65 }),
        (list, a, b) => {
          const s = fromEntries(list)
          const t = [...s.t]
          expect([...slice(s, a, b).t]).toEqual(t.filter((x) => x >= a && x < b))
          expect(indexAt(s, a)).toBe(t.findLastIndex((x) => x <= a))
          expect(lowerBound(s.t, a)).toBe(t.filter((x) => x < a).length)
        },
      ),
    )
  })

  it('sortUnique returns a sorted series itself', () => {
    const s = fromEntries([
      [1, 1],
      [2, 2],
    ])
    expect(sortUnique(s)).toBe(s)
    expect(
      equal(
        s,
        fromEntries([
          [2, 2],
          [1, 1],
        ]),
      ),
    ).toBe(true)
    expect(
      equal(
        s,
        fromEntries([
          [1, 1],
          [2, 3],
        ]),
      ),
    ).toBe(false)
    expect(equal(fromEntries([[1, null]]), fromEntries([[1, null]]))).toBe(true)
  })
})

describe('valueAt', () => {
  const s = fromEntries([
    [0, 10],
    [10, 20],
    [20, 90, REJECTED],
    [30, 40],
    [40, null],
    [50, 60, SUSPECT],
  ])

  it('instant: linear, across rejected values, not across holes', () => {
    expect(valueAt(s, 10, 'instant')).toEqual({ v: 20, q: GOOD })
    expect(valueAt(s, 5, 'instant')).toEqual({ v: 15, q: GOOD })
    expect(valueAt(s, 20, 'instant')).toEqual({ v: 30, q: ESTIMATED })
    expect(valueAt(s, 25, 'instant')).toEqual({ v: 35, q: ESTIMATED })
    expect(valueAt(s, 25, 'instant', 15)).toEqual({ v: NaN, q: MISSING })
    expect(valueAt(s, 35, 'instant')).toEqual({ v: NaN, q: MISSING })
    expect(valueAt(s, 35, 'instant', Infinity, true)).toEqual({ v: 45, q: SUSPECT })
    expect(valueAt(s, -1, 'instant').v).toBeNaN()
    expect(valueAt(s, 51, 'instant').v).toBeNaN()
  })

  it('step: keeps its value, skips rejected ones, ends at a null', () => {
    expect(valueAt(s, 15, 'step')).toEqual({ v: 20, q: GOOD })
    expect(valueAt(s, 25, 'step')).toEqual({ v: 20, q: ESTIMATED })
    expect(valueAt(s, 39, 'step')).toEqual({ v: 40, q: GOOD })
    expect(valueAt(s, 39, 'step', 8).v).toBeNaN()
    expect(valueAt(s, 45, 'step').v).toBeNaN()
    expect(valueAt(s, 99, 'step').v).toBeNaN()
    expect(valueAt(s, 99, 'step', Infinity, true).v).toBe(60)
    expect(valueAt(s, -1, 'step').v).toBeNaN()
  })

  it('mean, total: belong to the interval that ends at the stamp', () => {
    expect(valueAt(s, 1, 'total')).toEqual({ v: 20, q: GOOD })
    expect(valueAt(s, 10, 'mean')).toEqual({ v: 20, q: GOOD })
    expect(valueAt(s, 0, 'mean', 10).v).toBe(10)
    expect(valueAt(s, -10, 'mean', 10).v).toBeNaN()
    expect(valueAt(s, 11, 'total').v).toBeNaN()
    expect(valueAt(s, 51, 'total').v).toBeNaN()
  })
})
