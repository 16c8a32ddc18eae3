import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countInSpan, moved, nearestRow, rowsInSpan, snapped, selectedSpan, stepped } from './selection.ts'

const instants = fc
  .uniqueArray(fc.integer({ min: -1000, max: 1000 }), { maxLength: 60 })
  .map((all) => Float64Array.from(all.sort((a, b) => a - b)))
const some = instants.filter((t) => t.length > 0)
const at = fc.integer({ min: -1100, max: 1100 })
const span = fc.tuple(at, at).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))

describe('rows of a span', () => {
  test('are those between its ends, both included', () => {
    fc.assert(
      fc.property(instants, span, (t, s) => {
        const inside = [...t.keys()].filter((i) => t[i] >= s.from && t[i] <= s.to)
        expect(countInSpan(t, s)).toBe(inside.length)
        const [first, last] = rowsInSpan(t, s)
        if (inside.length > 0) expect([first, last]).toEqual([inside[0], inside.at(-1)])
        else expect(last).toBeLessThan(first)
      }),
    )
  })

  test('snapping keeps the rows and ends on them', () => {
    fc.assert(
      fc.property(instants, span, (t, s) => {
        const to = snapped(t, s)
        expect(rowsInSpan(t, to)).toEqual(rowsInSpan(t, s))
        if (countInSpan(t, s) > 0) expect([t.includes(to.from), t.includes(to.to)]).toEqual([true, true])
        else expect(to).toEqual(s)
      }),
    )
  })
})

describe('the keyboard', () => {
  test('finds the nearest row', () => {
    fc.assert(
      fc.property(some, at, (t, x) => {
        const least = Math.min(...[...t].map((v) => Math.abs(v - x)))
        expect(Math.abs(t[nearestRow(t, x)] - x)).toBe(least)
      }),
    )
    expect(nearestRow([], 5)).toBe(-1)
  })

  test('a step down and up again returns to its start, from any row but the ends', () => {
    fc.assert(
      fc.property(some, fc.nat(), (t, n) => {
        const i = n % t.length
        if (i + 1 < t.length) {
          expect(stepped(t, t[i], 1)).toBe(t[i + 1])
          expect(stepped(t, t[i + 1], -1)).toBe(t[i])
        } else expect(stepped(t, t[i], 1)).toBe(t[i])
      }),
    )
  })

  test('between two rows a step leads to the next one in that direction', () => {
    const t = [0, 10, 20]
    expect(stepped(t, 4, 1)).toBe(10)
    expect(stepped(t, 6, 1)).toBe(10)
    expect(stepped(t, 4, -1)).toBe(0)
    expect(stepped(t, 6, -1)).toBe(0)
    expect(stepped(t, 6, 2)).toBe(20)
    expect(stepped(t, 99, -1)).toBe(20)
  })

  test('extends from the row where the selection began, and back over it', () => {
    const t = [0, 10, 20, 30]
    let s = moved(t, null, 1, false)
    expect(s).toEqual({ anchor: 0, head: 0 })
    s = moved(t, s, 2, false)
    expect(selectedSpan((s = moved(t, s, 1, true)))).toEqual({ from: 20, to: 30 })
    s = moved(t, s, -1, true)
    s = moved(t, s, -1, true)
    expect(selectedSpan(s)).toEqual({ from: 10, to: 20 })
    expect(moved(t, s, -1, false)).toEqual({ anchor: 0, head: 0 })
    expect(moved(t, null, -1, true)).toEqual({ anchor: 30, head: 30 })
    expect(moved(t, null, t.length, false).head).toBe(30)
    expect(moved(t, null, -t.length, false).head).toBe(0)
  })
})
