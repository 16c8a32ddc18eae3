import { describe, expect, test } from 'vitest'
import { between, clamp, panBy, replaces, same, zoomAt } from './view.ts'

const H = 3_600_000
const day = { from: 0, to: 24 * H }

describe('view', () => {
  test('zooming keeps the instant under the pointer', () => {
    expect(zoomAt(day, 6 * H, 0.5)).toEqual({ from: 3 * H, to: 15 * H })
    const out = zoomAt(zoomAt(day, 7 * H, 0.3), 7 * H, 1 / 0.3)
    expect(out).toEqual(day)
  })

  test('never shows less than a minute', () => {
    const tiny = zoomAt(day, 0, 1e-9)
    expect(tiny.to - tiny.from).toBe(60_000)
    expect(between(5000, 4000)).toEqual({ from: 4000, to: 64_000 })
  })

  test('limits move a range, and narrow one that is too wide', () => {
    expect(panBy(day, 5 * H, { from: -H, to: 26 * H })).toEqual({ from: 2 * H, to: 26 * H })
    expect(clamp({ from: -90 * H, to: 90 * H }, day)).toEqual(day)
  })

  test('a sliding live window leaves a zoomed chart alone; any other change does not', () => {
    const slid = { from: 60_000, to: 24 * H + 60_000 }
    expect(replaces(day, slid, true)).toBe(false)
    expect(same(day, slid)).toBe(true)
    expect(replaces(day, { from: H, to: 25 * H }, true)).toBe(false)
    expect(replaces(day, { from: H, to: 25 * H }, false)).toBe(true)
    expect(replaces(day, { from: 18 * H, to: 24 * H }, true)).toBe(true)
    expect(replaces(day, { from: -24 * H, to: 0 }, true)).toBe(true)
  })
})
