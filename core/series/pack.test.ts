import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packColumn, unpackColumn } from './column.ts'
import { packDay, unpackDay } from './day.ts'
import { equal, fromEntries } from './ops.ts'
import type { Entry } from './ops.ts'

/** The same bytes at an odd offset of a larger buffer, as a database driver hands them out. */
function shifted(bytes: Uint8Array): Uint8Array {
  const pool = new Uint8Array(bytes.length + 7).fill(0xab)
  pool.set(bytes, 3)
  return pool.subarray(3, 3 + bytes.length)
}

function through(values: number[]): number[] {
  const bytes = packColumn(values)
  const out = Array<number>(values.length).fill(-1)
  expect(unpackColumn(shifted(bytes), 0, values.length, out)).toBe(bytes.length)
  return out
}

const reading = fc.oneof(
  fc.integer({ min: -100_000, max: 100_000 }).map((i) => i / 100),
  fc.integer({ min: -10, max: 10 }),
  fc.constant(NaN),
)

describe('column', () => {
  it('restores every double', () => {
    fc.assert(
      fc.property(fc.array(fc.double()), (values) => {
        expect(through(values)).toEqual(values)
      }),
    )
  })

  it('restores decimals to the bit', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.maxSafeInteger(), fc.nat(6)), { minLength: 2 }), (list) => {
        const values = list.map(([i, d]) => i / 10 ** d)
        expect(through(values)).toEqual(values)
      }),
    )
    fc.assert(
      fc.property(fc.array(reading), (values) => {
        expect(through(values)).toEqual(values)
      }),
    )
  })

  it('uses the smallest width', () => {
    const size = (values: number[]) => packColumn(values).length
    expect(size(Array(288).fill(615.24))).toBe(9)
    expect(size(Array(288).fill(NaN))).toBe(9)
    expect(size(Array.from({ length: 288 }, (_, i) => 615 + (i % 200) / 100))).toBe(11 + 288)
    expect(size(Array.from({ length: 288 }, (_, i) => 100 + i / 10))).toBe(11 + 2 * 288)
    expect(size(Array.from({ length: 288 }, (_, i) => i * 300_000))).toBe(11 + 4 * 288)
    expect(size(Array.from({ length: 12 }, (_, i) => i * 300_000))).toBe(11 + 2 * 12)
    expect(size(Array.from({ length: 288 }, (_, i) => Math.sqrt(i)))).toBe(1 + 8 * 288)
    expect(size([])).toBe(9)
  })

  it('distinguishes the edges of each width from NaN', () => {
    for (const top of [0xfe, 0xff, 0xfffe, 0xffff, 0xfffffffe, 0xffffffff])
      expect(through([0, top, NaN, 1])).toEqual([0, top, NaN, 1])
    expect(through([0, -0, 1])).toEqual([0, -0, 1])
    expect(through([Infinity, -Infinity, 0.5])).toEqual([Infinity, -Infinity, 0.5])
  })

  it('refuses bytes that are no column', () => {
    const out: number[] = [0, 0]
    expect(() => unpackColumn(new Uint8Array([9, 0, 0]), 0, 2, out)).toThrow('unknown format 9')
    expect(() => unpackColumn(packColumn([1, 2]).subarray(0, 5), 0, 2, out)).toThrow(RangeError)
    expect(() => unpackColumn(new Uint8Array(0), 0, 2, out)).toThrow(RangeError)
  })
})

describe('day', () => {
  const entries = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 86_399_999 }), reading, fc.constantFrom(0, 0, 1, 12, 7)),
  )
  const start = Date.UTC(2025, 9, 24)

  it('restores any day', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const s = fromEntries(list.map(([t, v, q]): Entry => [start + t, v, q]))
        const p = packDay(s)
        const back = unpackDay({ ...p, t: p.t && shifted(p.t), v: shifted(p.v), q: p.q && shifted(p.q) })
        expect(equal(back, s)).toBe(true)
      }),
    )
  })

  it('detects a regular day, and one of good quality', () => {
    const s = fromEntries(Array.from({ length: 288 }, (_, i): Entry => [start + i * 300_000, 615 + i / 100]))
    const p = packDay(s)
    expect(p).toMatchObject({ n: 288, step: 300_000, first: start, t: null, q: null })
    expect(equal(unpackDay(p), s)).toBe(true)
    const late = packDay(
      fromEntries([
        [start, 1],
        [start + 300_000, 2],
        [start + 600_001, 3, 1],
      ]),
    )
    expect(late).toMatchObject({ n: 3, step: 0, first: start })
    expect(late.t).not.toBeNull()
    expect([...late.q!]).toEqual([0, 0, 1])
    expect(packDay(fromEntries([]))).toMatchObject({ n: 0, step: 0, first: 0, t: null, q: null })
  })

  it('shares no memory with views', () => {
    const all = fromEntries([
      [1, 1],
      [2, 2],
      [3, 3, 8],
    ])
    const view = { t: all.t.subarray(1), v: all.v.subarray(1), q: all.q.subarray(1) }
    const p = packDay(view)
    all.v[1] = 99
    all.q[2] = 0
    expect(
      equal(
        unpackDay(p),
        fromEntries([
          [2, 2],
          [3, 3, 8],
        ]),
      ),
    ).toBe(true)
    expect(() => unpackDay({ ...p, q: new Uint8Array(1) })).toThrow(RangeError)
  })
})
