import { HOUR, MINUTE } from '../time/units.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ESTIMATED, GOOD, MISSING, PARTIAL, REJECTED, SUSPECT } from '../quality/index.ts'
import { fromEntries } from '../series/index.ts'
import type { Entry } from '../series/index.ts'
import {
  RAIN_CHECKS,
  area,
  basinCells,
  biasFactor,
  checkRain,
  gridMean,
  idw,
  idwMean,
  isStuck,
  planeOf,
  project,
  rainOver,
  rainRate,
  thiessenMean,
  thiessenWeights,
  total,
  validWeights,
} from './index.ts'
import type { XY } from './index.ts'

describe('total', () => {
  it('is graded by the missing share', () => {
    const of = (present: number, missing: number) => {
      const { total: t, sum, q } = total([...Array(present).fill(2), ...Array(missing).fill(null)])
      return [t, sum, q]
    }
    expect(of(10, 0)).toEqual([20, 20, GOOD])
    expect(of(9, 1)).toEqual([18, 18, GOOD])
    expect(of(8, 1)).toEqual([16, 16, PARTIAL])
    expect(of(5, 5)).toEqual([10, 10, PARTIAL])
    expect(of(4, 5)).toEqual([null, 8, MISSING])
    expect(of(0, 3)).toEqual([null, 0, MISSING])
    expect(total([])).toEqual({ total: null, sum: 0, missing: 0, share: 1, q: MISSING })
  })

  it('counts absent, rejected and negative increments as missing', () => {
    expect(total([1, 1, 1], { expected: 6 })).toEqual({
      total: 3,
      sum: 3,
      missing: 3,
      share: 0.5,
      q: PARTIAL,
    })
    expect(total([1, 2, -0.4, 4, NaN, 5, 6, 7]).missing).toBe(2)
    const q = [GOOD, REJECTED, SUSPECT, ESTIMATED]
    expect(total([1, 2, 3, 4], { quality: q })).toMatchObject({ sum: 5, missing: 2, q: PARTIAL })
    expect(total([1, 2, 3, 4], { quality: q, allowSuspect: true })).toMatchObject({
      sum: 8,
      missing: 1,
      q: SUSPECT,
    })
    expect(total([1, 999, 3], { missing: 999 })).toMatchObject({ sum: 4, missing: 1 })
  })
})

describe('thiessenMean', () => {
  it('renormalises, and is missing below half of the weight', () => {
    expect(thiessenMean([10, 30], [0.5, 0.5])).toEqual({ mean: 20, present: 1, q: GOOD })
    expect(thiessenMean([10, null], [0.5, 0.5])).toEqual({ mean: 10, present: 0.5, q: PARTIAL })
    expect(thiessenMean([10, null], [0.49, 0.51])).toMatchObject({ mean: null, q: MISSING })
    expect(thiessenMean([10, -1, 40], [0.2, 0.3, 0.5])).toMatchObject({ q: PARTIAL, mean: (2 + 20) / 0.7 })
    expect(thiessenMean([null, null], [1, 1])).toEqual({ mean: null, present: 0, q: MISSING })
    expect(thiessenMean([], [])).toMatchObject({ mean: null, q: MISSING })
    expect(thiessenMean([10, null], [1, 0])).toEqual({ mean: 10, present: 1, q: GOOD })
    expect(thiessenMean([10, 20], [0.5, 0.5], { quality: [GOOD, REJECTED] })).toMatchObject({
      mean: 10,
      q: PARTIAL,
    })
    expect(thiessenMean([10, 20], [0.5, 0.5], { quality: [GOOD, ESTIMATED] })).toMatchObject({
      mean: 15,
      q: ESTIMATED,
    })
  })

  it('knows the weights of a whole basin', () => {
    expect(validWeights([0.5, 0.505])).toBe(true)
    expect(validWeights([0.5, 0.52])).toBe(false)
    expect(validWeights([1.2, -0.2])).toBe(false)
    expect(validWeights([])).toBe(false)
  })
})

/** Whether a point is inside a ring (even-odd). */
function inside(ring: readonly XY[], [x, y]: XY): boolean {
  let is = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i]
    const [xj, yj] = ring[j]
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) is = !is
  }
  return is
}

/** A comb: about as concave as a basin gets. */
const COMB: XY[] = [
  [0, 0],
  [10, 0],
  [10, 8],
  [8, 8],
  [8, 2],
  [6, 2],
  [6, 8],
  [4, 8],
  [4, 2],
  [2, 2],
  [2, 8],
  [0, 8],
]

describe('thiessenWeights', () => {
  it('add up to one, wherever the gauges are', () => {
    const gauge = fc.tuple(fc.integer({ min: -20, max: 30 }), fc.integer({ min: -20, max: 30 }))
    fc.assert(
      fc.property(fc.array(gauge, { minLength: 1, maxLength: 8 }), fc.boolean(), (gauges, turned) => {
        const w = thiessenWeights(turned ? [...COMB].reverse() : [...COMB, COMB[0]], gauges)
        expect(w.reduce((a, x) => a + x, 0)).toBeCloseTo(1, 10)
        expect(w.every((x) => x >= 0 && x <= 1 + 1e-12)).toBe(true)
      }),
    )
  })

  it('are the shares of points nearest to each gauge, in a concave basin', () => {
    const gauges: XY[] = [
      [1, 7],
      [5, 1],
      [9.3, 5.2],
      [4.4, 9],
    ]
    const counts = gauges.map(() => 0)
    let all = 0
    for (let x = 0.025; x < 10; x += 0.05)
      for (let y = 0.025; y < 8; y += 0.05) {
        if (!inside(COMB, [x, y])) continue
        all++
        const d = gauges.map((g) => Math.hypot(g[0] - x, g[1] - y))
        counts[d.indexOf(Math.min(...d))]++
      }
    thiessenWeights(COMB, gauges).forEach((w, i) => expect(Math.abs(w - counts[i] / all)).toBeLessThan(0.004))
  })

  it('share the part of gauges at one place, and refuse a ring without an area', () => {
    const square: XY[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ]
    expect(
      thiessenWeights(square, [
        [2.5, 5],
        [2.5, 5],
        [7.5, 5],
      ]),
    ).toEqual([0.25, 0.25, 0.5])
    expect(thiessenWeights(square, [[100, 100]])).toEqual([1])
    expect(
      thiessenWeights(square, [
        [5, 5],
        [50, 5],
      ]),
    ).toEqual([1, 0])
    expect(() =>
      thiessenWeights(
        [
          [0, 0],
          [1, 1],
        ],
        [[0, 0]],
      ),
    ).toThrow(RangeError)
    expect(() => thiessenWeights(square, [])).toThrow(RangeError)
  })
})

describe('project', () => {
  it('gives published positions', () => {
    // The CN Tower, 43 38 33.24 N 79 23 13.7 W, is 17T 630084 4833438.
    const [x, y] = project(-(79 + 23 / 60 + 13.7 / 3600), 43 + 38 / 60 + 33.24 / 3600, -81, 0.9996)
    expect(Math.abs(x + 500_000 - 630_084)).toBeLessThan(1)
    expect(Math.abs(y - 4_833_438)).toBeLessThan(1)
    // A quarter of the meridian of WGS 84.
    expect(project(105, 90, 105)[1]).toBeCloseTo(10_001_965.729, 2)
    expect(project(105, 0, 105)).toEqual([0, 0])
    expect(project(-179, 10, 179)[0]).toBeCloseTo(project(3, 10, 1)[0], 6)
  })

  it('keeps areas of a basin', () => {
    // A degree by a degree at 15 N, against the radii of curvature of WGS 84 integrated over it.
    const ring: XY[] = [
      [108, 14.5],
      [109, 14.5],
      [109, 15.5],
      [108, 15.5],
    ]
    const fine = ring.flatMap((p, i): XY[] => {
      const r = ring[(i + 1) % 4]
      return Array.from({ length: 50 }, (_, k) => [
        p[0] + ((r[0] - p[0]) * k) / 50,
        p[1] + ((r[1] - p[1]) * k) / 50,
      ])
    })
    let exact = 0
    const [a, e2] = [6_378_137, 0.00669437999014]
    for (let k = 0; k < 1000; k++) {
      const lat = ((14.5 + (k + 0.5) / 1000) * Math.PI) / 180
      const w = 1 - e2 * Math.sin(lat) ** 2
      exact +=
        ((a * Math.cos(lat)) / Math.sqrt(w)) * ((a * (1 - e2)) / w ** 1.5) * (Math.PI / 180) ** 2 * 1e-3
    }
    expect(Math.abs(area(fine.map(planeOf(ring))) / exact - 1)).toBeLessThan(1e-4)
  })
})

describe('idw', () => {
  const points: XY[] = [
    [0, 0],
    [1000, 0],
    [0, 2000],
  ]

  it('is exact at a gauge and between the values elsewhere', () => {
    expect(idw(points, [1, 2, 4], [1000, 0])).toBe(2)
    expect(
      idw(
        [
          [0, 0],
          [0, 0],
        ],
        [1, 3],
        [0, 0],
      ),
    ).toBe(2)
    expect(idw(points, [1, 2, 4], [500, 0])).toBeCloseTo(
      (1 / 0.25 + 2 / 0.25 + 4 / 4.25) / (8 + 1 / 4.25),
      12,
    )
    fc.assert(
      fc.property(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -3000, max: 3000 }), (x, y) => {
        const v = idw(points, [1, 2, 4], [x, y])!
        expect(v).toBeGreaterThanOrEqual(1)
        expect(v).toBeLessThanOrEqual(4)
      }),
    )
  })

  it('skips missing gauges before it counts the nearest, and ignores those beyond the radius', () => {
    expect(idw(points, [null, 2, -1], [0, 0])).toBe(2)
    expect(idw(points, [1, 2, 4], [10, 0], { nearest: 1 })).toBe(1)
    expect(idw(points, [null, 2, 4], [10, 0], { nearest: 1 })).toBe(2)
    expect(idw(points, [1, 2, 4], [60_000, 0])).toBeNull()
    expect(idw(points, [1, 2, 4], [60_000, 0], { radius: 100_000 })).not.toBeNull()
    expect(idw(points, [1, 2, 4], [1e-9, 0], { power: 60 })).toBe(1)
    expect(idw([], [], [0, 0])).toBeNull()
  })
})

describe('grid', () => {
  const basin: XY[] = COMB.map(([x, y]) => [x * 1000, y * 1000])

  it('covers the basin, no more and no less', () => {
    for (const grid of [undefined, { x: -300, y: 450, size: 700 }]) {
      const cells = basinCells(basin, grid)
      const size = grid?.size ?? 1000
      expect(cells.reduce((sum, c) => sum + c.inside * size * size, 0)).toBeCloseTo(area(basin), 3)
    }
    expect(basinCells(basin).length).toBe(56)
    const large = basinCells(basin.map(([x, y]) => [x * 100, y * 100]))
    expect(large.length).toBeLessThanOrEqual(10_000)
  })

  it('gives the mean of the cells, with the missing share', () => {
    const cells = basinCells(basin)
    expect(gridMean(cells, () => 7)).toEqual({ mean: 7, present: 1, q: GOOD })
    expect(gridMean(cells, (c) => (c.column < 4 ? null : c.row)).q).toBe(PARTIAL)
    expect(gridMean(cells, (c) => (c.row > 0 ? null : 1)).mean).toBeNull()
    const gauges: XY[] = [
      [0, 0],
      [9000, 9000],
    ]
    expect(idwMean(cells, gauges, [5, 5])).toMatchObject({ q: GOOD })
    expect(idwMean(cells, gauges, [5, 5]).mean).toBeCloseTo(5, 12)
    expect(idwMean(cells, gauges, [5, null])).toMatchObject({ q: PARTIAL })
    expect(idwMean(cells, gauges, [null, null])).toMatchObject({ mean: null, q: MISSING })
    expect(idwMean(cells, gauges, [5, 6], { radius: 1000 })).toMatchObject({ mean: null, q: MISSING })
  })
})

describe('radar', () => {
  it('converts reflectivity into rain, capped against hail', () => {
    expect(rainRate(53)).toBe(rainRate(70))
    expect(rainRate(53)).toBeCloseTo((10 ** 5.3 / 200) ** (1 / 1.6), 12)
    expect(rainRate(40, { a: 250, b: 1.2 })).toBeCloseTo(40 ** (1 / 1.2), 12)
    expect(rainRate(-Infinity)).toBe(0)
    expect(rainRate(null)).toBeNull()
    expect(rainRate(NaN)).toBeNull()
  })

  it('corrects with at least five pairs, within limits', () => {
    const pairs = (n: number, g: number, r: number) => Array.from({ length: n }, () => [g, r] as const)
    expect(biasFactor(pairs(5, 3, 2))).toEqual({ factor: 1.5, pairs: 5, enough: true, limited: false })
    expect(biasFactor(pairs(4, 3, 2))).toEqual({ factor: 1, pairs: 4, enough: false, limited: false })
    expect(biasFactor([...pairs(4, 3, 2), [0, 5], [5, 0], [null, 3], [3, null], [-1, 2]])).toMatchObject({
      pairs: 4,
    })
    expect(biasFactor(pairs(9, 10, 1))).toMatchObject({ factor: 3, limited: true })
    expect(biasFactor(pairs(9, 1, 10))).toMatchObject({ factor: 0.3, limited: true })
    expect(biasFactor([...pairs(4, 1, 1), [6, 1]])).toMatchObject({ factor: 2 })
  })
})

describe('rainOver', () => {
  // 0.5 mm stamped every 5 minutes of an hour, both ends included.
  const s = fromEntries(Array.from({ length: 13 }, (_, i): Entry => [i * 5 * MINUTE, 0.5]))

  it('an increment covers the time before its stamp, also at both edges', () => {
    expect(rainOver(s, 0, HOUR, 5 * MINUTE)).toMatchObject({ total: 6, q: GOOD, t: HOUR, share: 0 })
    expect(rainOver(s, -5 * MINUTE, 0, 5 * MINUTE)).toMatchObject({ total: 0.5, q: GOOD, t: 0 })
    expect(rainOver(s, 0, 5 * MINUTE - 1, 5 * MINUTE)).toMatchObject({ total: null, q: MISSING, t: null })
  })

  it('spans put together hold each increment once', () => {
    const parts = [-5, 10, 20, 55, 60].map((m) => m * MINUTE)
    const sums = parts.slice(1).map((to, i) => rainOver(s, parts[i], to, 5 * MINUTE).sum)
    expect(sums.reduce((a, b) => a + b, 0)).toBe(6.5)
  })

  it('counts missing increments by the interval', () => {
    expect(rainOver(s, 0, HOUR + 10 * MINUTE, 5 * MINUTE)).toMatchObject({ total: 6, q: PARTIAL, t: HOUR })
    expect(rainOver(s, 0, 3 * HOUR, 5 * MINUTE)).toMatchObject({ total: null, q: MISSING, sum: 6 })
    expect(rainOver(s, 0, 3 * HOUR, 0)).toMatchObject({ total: 6, q: GOOD })
    expect(rainOver(undefined, 0, HOUR, 5 * MINUTE)).toMatchObject({
      total: null,
      q: MISSING,
      share: 1,
      t: null,
    })
  })
})

describe('checkRain', () => {
  const rain = (values: (number | null)[], step: number) =>
    fromEntries(values.map((v, i): Entry => [(i + 1) * step, v]))

  it('marks wild increments as suspect, but not those after them', () => {
    const { q, fired } = checkRain(rain([0, 30, 30.2, 2, 0, null, -0.2, 1], 5 * MINUTE), 5 * MINUTE)
    expect([...q]).toEqual([GOOD, GOOD, SUSPECT, GOOD, GOOD, MISSING, REJECTED, GOOD])
    expect([...fired]).toEqual([0, 0, RAIN_CHECKS.fiveMinutes, 0, 0, 0, RAIN_CHECKS.negative, 0])
  })

  it('adds up one-minute increments', () => {
    const { fired } = checkRain(rain([7, 7, 7, 7, 7, 0, 0], MINUTE), MINUTE)
    expect([...fired]).toEqual([0, 0, 0, 0, RAIN_CHECKS.fiveMinutes, 0, 0])
  })

  it('checks hours and days against their limits', () => {
    const hour = checkRain(rain([...Array(6).fill(27), 20, 20, 20], 10 * MINUTE), 10 * MINUTE)
    expect([...hour.fired]).toEqual([0, 0, 0, 0, 0, RAIN_CHECKS.hour, 0, 0, 0])
    expect(hour.q[5]).toBe(SUSPECT)
    const day = checkRain(rain(Array(30).fill(35), HOUR), HOUR)
    expect([...day.fired].indexOf(RAIN_CHECKS.day)).toBe(22)
    expect(checkRain(rain(Array(30).fill(33), HOUR), HOUR).fired.every((f) => f === 0)).toBe(true)
    expect(checkRain(rain([151], HOUR), HOUR).fired[0]).toBe(RAIN_CHECKS.hour)
    expect(checkRain(rain([149], HOUR), HOUR).fired[0]).toBe(0)
    // The 5-minute limit grows with the interval.
    expect(checkRain(rain([59, 61], 10 * MINUTE), 10 * MINUTE).fired[1]).toBe(RAIN_CHECKS.fiveMinutes)
  })

  it('finds a blocked gauge among wet neighbours', () => {
    const zeros = rain(Array(72 * 6).fill(0), 10 * MINUTE)
    const until = 72 * HOUR
    const wet = [
      { distance: 4, total: 80 },
      { distance: 15, total: 51 },
    ]
    expect(isStuck(zeros, until, wet)).toBe(true)
    expect(isStuck(zeros, until, [wet[0], { distance: 16, total: 90 }])).toBe(false)
    expect(isStuck(zeros, until, [wet[0], { distance: 3, total: 50 }])).toBe(false)
    expect(isStuck(zeros, until, [wet[0], { distance: 3, total: null }])).toBe(false)
    expect(isStuck(rain([...Array(431).fill(0), 0.2], 10 * MINUTE), until, wet)).toBe(false)
    expect(isStuck(rain(Array(100).fill(0), 10 * MINUTE), until, wet)).toBe(false)
    expect(isStuck(fromEntries([]), until, wet)).toBe(false)
  })
})
