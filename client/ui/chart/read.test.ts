import { describe, expect, test } from 'vitest'
import { extent, indexAt, indexFrom, intervalStart, latest, nearestStamp, neighbour, readAt } from './read.ts'
import type { SeriesData } from './types.ts'

const series = (t: number[], v: number[], q?: number[]): SeriesData => ({
  t: Float64Array.from(t),
  v: Float64Array.from(v),
  ...(q ? { q: Uint8Array.from(q) } : {}),
})
const MIN = 60_000

describe('reading a series at an instant', () => {
  test('index of the entry at or before', () => {
    const t = Float64Array.from([10, 20, 20, 30])
    expect([9, 10, 19, 20, 30, 99].map((at) => indexAt(t, at))).toEqual([-1, 0, 0, 2, 3, 3])
  })

  test('index of the entry at or after', () => {
    const t = Float64Array.from([1.795e12, 1.795e12 + 1, 1.795e12 + 2])
    expect([0, 1.795e12, 1.795e12 + 1, 1.795e12 + 3].map((at) => indexFrom(t, at))).toEqual([0, 0, 1, 3])
    expect(extent(t, Float64Array.from([9, 1, 2]), 1.795e12, 1.795e12 + 1)).toEqual([1, 9])
  })

  test('a line gives its nearest entry, nothing across a gap, nothing outside', () => {
    const data = series(
      [0, 10, 20, 100].map((m) => m * MIN),
      [1, 2, 3, 4],
      [0, 3, 0, 0],
    )
    const line = { kind: 'line' as const, data }
    expect(readAt(line, 9 * MIN, 0)).toEqual({ t: 10 * MIN, v: 2, q: 3 })
    expect(readAt(line, 60 * MIN, 0)).toBeNull()
    expect(readAt(line, -5 * MIN, MIN)).toBeNull()
    expect(readAt(line, 100.5 * MIN, MIN)?.v).toBe(4)
    expect(readAt(line, 108 * MIN, MIN)).toBeNull()
  })

  test('a gap is read as a gap', () => {
    expect(readAt({ kind: 'line', data: series([0, MIN], [1, NaN]) }, MIN, 0)?.v).toBeNaN()
  })

  test('a step gives the value in force, not before its first and not beyond the present', () => {
    const step = { kind: 'step' as const, data: series([0, 10 * MIN], [5, 7]) }
    expect(readAt(step, 9.9 * MIN, 0)?.v).toBe(5)
    expect(readAt(step, 500 * MIN, 0)?.v).toBe(7)
    expect(readAt(step, -1, 0)).toBeNull()
    expect(readAt(step, 500 * MIN, 0, 400 * MIN)).toBeNull()
  })

  test('a bar is read over the interval that ends at its stamp', () => {
    const bar = {
      kind: 'bars' as const,
      data: series(
        [10, 20, 30].map((m) => m * MIN),
        [1, 2, 3],
      ),
    }
    expect(readAt(bar, 10 * MIN + 1, 0)).toMatchObject({ v: 2, span: 10 * MIN })
    expect(readAt(bar, 20 * MIN, 0)?.v).toBe(2)
    expect(readAt(bar, 5 * MIN, 0)?.v).toBe(1)
    expect(readAt(bar, -1, 0)).toBeNull()
    expect(readAt(bar, 31 * MIN, 0)).toBeNull()
  })

  test('after a gap a bar covers only its usual length', () => {
    const t = Float64Array.from([0, 10, 20, 90].map((m) => m * MIN))
    expect(intervalStart(t, 3)).toBe(80 * MIN)
    expect(intervalStart(t, 0)).toBe(-10 * MIN)
  })

  test('the latest value is that of the present; a forecast gives its first', () => {
    expect(latest(series([0, 10, 20], [1, 2, 3]), 15)?.v).toBe(2)
    expect(latest(series([30, 40], [8, 9]), 15)?.v).toBe(8)
    expect(latest(series([], []))).toBeNull()
  })

  test('the cursor stops at the entries of all series', () => {
    const all = [series([0, 10, 20], [0, 0, 0]), series([5, 20, 33], [0, 0, 0])]
    expect(nearestStamp(all, 7)).toBe(5)
    expect(neighbour(all, 10, 1)).toBe(20)
    expect(neighbour(all, 10, -1)).toBe(5)
    expect(neighbour(all, 20, 1)).toBe(33)
    expect(neighbour(all, 33, 1)).toBeNull()
    expect(neighbour(all, 0, -1)).toBeNull()
  })

  test('extent leaves gaps out', () => {
    const { t, v } = series([0, 1, 2, 3], [9, NaN, 4, 7])
    expect(extent(t, v, 1, 3)).toEqual([4, 7])
    expect(extent(t, v, 1, 1)).toBeNull()
    expect(extent(t, v, 1, 2, true)).toEqual([4, 9])
  })
})
