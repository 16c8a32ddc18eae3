import { describe, expect, test } from 'vitest'
import { flagsIn, isolated } from './flags.ts'
import { pathOf } from './path.ts'

const data = (t: number[], v: number[], q?: number[]) => ({
  t: Float64Array.from(t),
  v: Float64Array.from(v),
  ...(q ? { q: Uint8Array.from(q) } : {}),
})

describe('the path of a series', () => {
  test('a line keeps its gaps, and breaks where entries are too far apart', () => {
    expect([...pathOf({ kind: 'line', data: data([0, 1, 2], [5, NaN, 7]) }, 9)]).toEqual([0, 5, 1, NaN, 2, 7])
    expect([...pathOf({ kind: 'line', data: data([0, 1, 9], [5, 6, 7]), maxGap: 3 }, 9)]).toEqual([
      0,
      5,
      1,
      6,
      1,
      NaN,
      9,
      7,
    ])
  })

  test('a step carries each value to the next entry, the last to the present', () => {
    expect([...pathOf({ kind: 'step', data: data([0, 4], [1, 3]) }, 10)]).toEqual([0, 1, 4, 1, 4, 3, 10, 3])
    expect([...pathOf({ kind: 'step', data: data([0, 4], [1, 3]) }, -Infinity)].slice(-2)).toEqual([4, 3])
  })

  test('a mean lies over the interval that ends at its stamp', () => {
    expect([...pathOf({ kind: 'mean', data: data([10, 20], [1, 3]) }, 0)]).toEqual([
      0, 1, 10, 1, 10, 3, 20, 3,
    ])
    const silent = [...pathOf({ kind: 'mean', data: data([10, 20, 30, 90], [1, 2, 3, 4]) }, 0)]
    expect(silent.slice(12)).toEqual([30, NaN, 80, 4, 90, 4])
  })

  test('flagged values from grade 3 on are marked, apart from each other by grade', () => {
    const d = data([0, 10, 20, 30, 40], [1, 2, NaN, 4, 5], [3, 3, 4, 4, 8 + 2])
    expect(flagsIn(d, 0, 100, 15)).toEqual([
      { t: 0, v: 1, grade: 3 },
      { t: 30, v: 4, grade: 4 },
    ])
    expect(flagsIn(d, 0, 100, 5).map((f) => f.t)).toEqual([0, 10, 30])
  })

  test('a value between two gaps is found, since no line shows it', () => {
    expect(isolated(data([0, 1, 2, 3, 4], [NaN, 5, NaN, 6, 7]), 0, 9)).toEqual([1])
    expect(isolated(data([0, 50, 51], [1, 2, 3]), 0, 99, 10)).toEqual([0])
  })
})
