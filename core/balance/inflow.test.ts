import { HOUR, MINUTE } from '../time/units.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  EDITED,
  ESTIMATED,
  EXTRAPOLATED,
  GOOD,
  MISSING,
  PARTIAL,
  REJECTED,
  SUSPECT,
} from '../quality/index.ts'
import { fromEntries } from '../series/index.ts'
import type { Entry } from '../series/index.ts'
import {
  CALIBRATION,
  MovingAverage,
  ReadingErrors,
  accumulated,
  accumulation,
  curveScatter,
  evaporation,
  inflow,
  isImbalanced,
  manual,
  measured,
  movingAverage,
  noise,
  publish,
  volumesOf,
  windowFor,
} from './index.ts'

const T0 = Date.UTC(2025, 9, 28)
const EVERY = 5 * MINUTE

/** Storage readings [minutes, m3] from T0. */
const storage = (entries: [number, number | null, number?][]) =>
  fromEntries(entries.map(([m, v, q]): Entry => [T0 + m * MINUTE, v, q]))
const every5 = (v: (m: number) => number | null, keep: (m: number) => boolean = () => true) =>
  storage(
    Array.from({ length: 13 }, (_, i) => i * 5)
      .filter(keep)
      .map((m) => [m, v(m)]),
  )
const window = { from: T0, to: T0 + HOUR, outflow: 40, every: EVERY }
const line = (m: number) => 316e6 + 6000 * m

describe('inflow', () => {
  it('is exact on a straight line, by every method, whenever the readings were taken', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 3600 }), { minLength: 3, maxLength: 40 })
    fc.assert(
      fc.property(
        times,
        fc.integer({ min: -300, max: 300 }),
        fc.constantFrom<1 | 2 | 3>(1, 2, 3),
        (seconds, rate, method) => {
          const volumes = fromEntries(seconds.map((s): Entry => [T0 + s * 1000, 250e6 + rate * s]))
          const b = inflow(method, { ...window, volumes, every: 20 * MINUTE, smoothing: 10 * MINUTE })
          expect(b.storage).toBeCloseTo(rate, 5)
          expect(b.q).toBeCloseTo(rate + 40, 5)
        },
      ),
    )
  })

  it('adds evaporation and seepage', () => {
    const volumes = every5(line)
    expect(inflow(3, { ...window, volumes }).q).toBeCloseTo(140, 9)
    expect(inflow(1, { ...window, volumes, evaporation: 0.29, seepage: 0.5 }).q).toBeCloseTo(140.79, 9)
    expect(inflow(3, { ...window, volumes, outflow: NaN })).toMatchObject({
      q: NaN,
      quality: MISSING,
      sigma: null,
    })
    expect(inflow(3, { ...window, volumes, outflowQuality: ESTIMATED }).quality).toBe(ESTIMATED)
    expect(inflow(1, { ...window, volumes: every5((m) => 1e6 - 6000 * m) }).q).toBeCloseTo(-60, 9)
  })

  it('regression: holes make it PARTIAL, one lost reading does not', () => {
    const quality = (keep: (m: number) => boolean) =>
      inflow(3, { ...window, volumes: every5(line, keep) }).quality
    expect(quality(() => true)).toBe(GOOD)
    expect(quality((m) => m !== 30)).toBe(GOOD)
    expect(quality((m) => m < 25 || m > 35)).toBe(PARTIAL)
    expect(quality((m) => m >= 15)).toBe(PARTIAL)
    expect(quality((m) => m <= 45)).toBe(PARTIAL)
    expect(quality((m) => m <= 10)).toBe(SUSPECT)
  })

  it('regression: rejected readings are ignored', () => {
    const volumes = storage(
      Array.from({ length: 13 }, (_, i): [number, number, number] => [
        i * 5,
        i === 6 ? 0 : line(i * 5),
        i === 6 ? REJECTED : GOOD,
      ]),
    )
    expect(inflow(3, { ...window, volumes })).toMatchObject({ quality: GOOD, used: 12 })
    expect(inflow(3, { ...window, volumes }).q).toBeCloseTo(140, 6)
  })

  it('regression: fewer than three readings fall back to end points', () => {
    const two = inflow(3, {
      ...window,
      every: HOUR,
      volumes: storage([
        [0, 0],
        [60, 360_000],
      ]),
    })
    expect(two).toMatchObject({ q: 140, quality: ESTIMATED, used: 2, sigma: null })
    expect(inflow(3, { ...window, volumes: storage([]) })).toMatchObject({
      q: NaN,
      quality: MISSING,
      used: 0,
    })
    expect(inflow(3, { ...window, volumes: storage([[30, 5]]) })).toMatchObject({ q: NaN, quality: MISSING })
    expect(
      inflow(3, {
        ...window,
        volumes: storage([
          [-300, 5],
          [300, 9],
        ]),
      }).quality,
    ).toBe(MISSING)
  })

  it('end points: near readings are used, distant ones shorten the window', () => {
    const by = (entries: [number, number | null][]) => inflow(1, { ...window, volumes: storage(entries) })
    expect(
      by([
        [0, 0],
        [60, 360_000],
      ]),
    ).toMatchObject({ q: 140, quality: GOOD })
    expect(
      by([
        [-3, -18_000],
        [58, 348_000],
      ]),
    ).toMatchObject({ q: 140, quality: GOOD })
    expect(
      by([
        [-8, -48_000],
        [58, 348_000],
      ]),
    ).toMatchObject({ q: 140, quality: ESTIMATED })
    expect(
      by([
        [20, 120_000],
        [60, 360_000],
      ]),
    ).toMatchObject({ q: 140, quality: PARTIAL })
    expect(
      by([
        [0, 0],
        [30, 180_000],
        [60, null],
      ]),
    ).toMatchObject({ q: 140, quality: PARTIAL })
    expect(
      by([
        [0, 0],
        [5, 30_000],
      ]),
    ).toMatchObject({ q: 140, quality: SUSPECT })
    // What came after T2 is not looked at: the same result now and when computed anew.
    expect(
      by([
        [0, 0],
        [55, 330_000],
        [61, 0],
      ]),
    ).toMatchObject({ q: 140, quality: GOOD })
  })

  it('smoothed end points: means on both sides', () => {
    const noisy = every5((m) => line(m) + (m % 10 === 0 ? 3000 : -3000))
    const by = (smoothing: number) => inflow(2, { ...window, volumes: noisy, smoothing })
    expect(by(0).q).toBeCloseTo(140, 6)
    expect(by(10 * MINUTE)).toMatchObject({ used: 6, quality: GOOD })
    expect(by(10 * MINUTE).q).toBeCloseTo(140, 6)
    expect(inflow(2, { ...window, volumes: storage([]), smoothing: 1 })).toMatchObject({ quality: MISSING })
  })

  it('has its standard error', () => {
    const volumes = every5(line)
    const sigmaVolume = 5e6 * 0.01
    for (const method of [1, 2, 3] as const) {
      const own = (more: object) => inflow(method, { ...window, volumes, smoothing: 10 * MINUTE, ...more })
      const seconds = method === 2 ? 3600 - 600 : 3600
      // The error of both ends, as calibrated, whichever way the slope was taken.
      const ends = noise(5e6, 0.01, seconds)
      expect(own({ sigmaVolume }).sigma!).toBeCloseTo(CALIBRATION[method] * ends, 9)
      expect(own({}).sigma).toBeCloseTo(0, 6)
      // What scatters more than readings say by themselves counts more: 3000 m3 to either side.
      const noisy = every5((m) => line(m) + (m % 10 === 0 ? 3000 : -3000))
      const scatter = own({ volumes: noisy, sigmaVolume: 100 }).sigma!
      expect(scatter / (CALIBRATION[method] * Math.SQRT2 * (3000 / seconds))).toBeCloseTo(1, 0)
    }
    // Two readings have a line and no scatter.
    const two = storage([
      [0, 0],
      [60, 360_000],
    ])
    expect(inflow(1, { ...window, volumes: two }).sigma).toBeNull()
    expect(inflow(1, { ...window, volumes: two, sigmaVolume }).sigma).toBeCloseTo(
      1.4 * noise(5e6, 0.01, 3600),
      9,
    )
  })
})

describe('volumesOf', () => {
  it('keeps the flag of a level outside the table', () => {
    const levels = fromEntries([
      [0, 600],
      [1, 601, ESTIMATED],
      [2, 700],
      [3, null],
      [4, 602, REJECTED],
    ])
    const v = volumesOf(levels, (z) => (z > 650 ? NaN : z === 602 ? { v: 1, q: EXTRAPOLATED } : z * 10))
    expect([...v.v]).toEqual([6000, 6010, NaN, NaN, 1])
    expect([...v.q]).toEqual([GOOD, ESTIMATED, MISSING, MISSING, REJECTED])
  })
})

describe('entered inflow', () => {
  it('measured: the mean over the window', () => {
    const s = fromEntries([
      [T0, 10],
      [T0 + HOUR, 30],
    ])
    expect(measured(s, T0, T0 + HOUR, HOUR)).toMatchObject({ q: 20, quality: GOOD, sigma: null })
    expect(measured(s, T0, T0 + 2 * HOUR, HOUR)).toMatchObject({ q: 20, quality: PARTIAL })
    expect(measured(s, T0, T0 + HOUR, 10 * MINUTE)).toMatchObject({ q: NaN, quality: MISSING })
  })

  it('manual: the entered value, flagged', () => {
    const s = fromEntries([[T0, 75]])
    expect(manual(s, T0 + HOUR)).toMatchObject({ q: 75, quality: GOOD | EDITED })
    expect(manual(s, T0 - 1)).toMatchObject({ q: NaN, quality: MISSING })
  })
})

describe('publishing', () => {
  it('floors the published value', () => {
    expect(publish(12.5)).toEqual({ value: 12.5, floored: false })
    expect(publish(-0.1)).toEqual({ value: 0, floored: true })
    expect(publish(0)).toEqual({ value: 0, floored: false })
    expect(publish(null)).toEqual({ value: null, floored: false })
    expect(publish(NaN)).toEqual({ value: null, floored: false })
  })

  it('raises an alarm when the balance itself is wrong', () => {
    expect(isImbalanced([5, -21, -22, -23], 20)).toBe(true)
    expect(isImbalanced([-21, -22, -20], 20)).toBe(false)
    expect(isImbalanced([-21, -22], 20)).toBe(false)
    expect(isImbalanced([-21, null, -22], 20)).toBe(false)
  })

  it('averages the last N values and skips nulls', () => {
    expect(movingAverage([10, null, 12, null, null, 6], 2)).toEqual([10, 10, 12, 12, null, 6])
    expect(movingAverage([null, 4], 5)).toEqual([null, 4])
    expect(movingAverage([3, -9], 1)).toEqual([3, -9])
    expect(() => movingAverage([1], 0)).toThrow(RangeError)
    expect(() => new MovingAverage(2.5)).toThrow(RangeError)
  })

  it('gives the same averages one by one', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer())), fc.integer({ min: 1, max: 7 }), (values, n) => {
        const direct = values.map((_, i) => {
          const last = values.slice(Math.max(0, i - n + 1), i + 1).filter((v) => v !== null)
          return last.length ? last.reduce((a, v) => a + v, 0) / last.length : null
        })
        expect(movingAverage(values, n)).toEqual(direct)
      }),
    )
  })

  it('accumulates by the trapezoid rule, not across holes', () => {
    const q = fromEntries([
      [0, 100],
      [HOUR, 200],
      [2 * HOUR, null],
      [3 * HOUR, 300],
      [4 * HOUR, 300],
    ])
    expect([...accumulation(q)].map((w) => (Number.isNaN(w) ? null : Math.round(w * 1e6) / 1e6))).toEqual([
      0,
      0.54,
      null,
      0.54,
      1.62,
    ])
    expect(accumulated(q)).toBeCloseTo(1.62, 9)
    expect(accumulated(fromEntries([]))).toBe(0)
  })
})

it('helpers of the settings', () => {
  expect(evaporation(5, 5e6)).toBeCloseTo(0.289, 3)
})

describe('the window while the level changes fast', () => {
  // 1000 m3 of error and method 1: 1.4 sqrt(2) 1000 m3 / dt.
  const seconds = (q: number, limit = 0.05, whole = 10_800) => windowFor(1, whole, 1000, q, limit)

  it('is as short as its standard error allows, and not shorter than 15 min', () => {
    expect(seconds(20)).toBeCloseTo((1.4 * Math.SQRT2 * 1000) / (0.05 * 20), 9)
    expect(seconds(-20)).toBe(seconds(20))
    expect(seconds(20, 0.02)).toBeCloseTo(2.5 * seconds(20), 9)
    expect(seconds(1000)).toBe(900)
    expect(seconds(1000, 0.05, 600)).toBe(600)
  })

  it('stays whole where that takes longer, and where the inflow is unknown', () => {
    expect(seconds(2)).toBe(10_800)
    expect(seconds(0)).toBe(10_800)
    expect(seconds(NaN)).toBe(10_800)
    expect(windowFor(1, 10_800, NaN, 20, 0.05)).toBe(10_800)
  })
})

describe('errors of readings', () => {
  const levels = (values: number[], step = EVERY) =>
    fromEntries(values.map((v, i): Entry => [T0 + i * step, v]))
  const of = (values: number[]) =>
    new ReadingErrors(levels(values)).at(T0 + values.length * EVERY, 12 * EVERY)

  it('are at least the last digit, even while the level changes fast', () => {
    const digit = (m: number) => m / Math.sqrt(12)
    // A lake that stands still, read to the centimetre or better: nobody can tell.
    expect(of(Array(9).fill(612))).toBeCloseTo(digit(0.01), 12)
    expect(of([612, 612, 612, 612.002, 612.002, 612.002, 612.002, 612.002])).toBeCloseTo(digit(0.002), 9)
    // Half a metre an hour: every step is large, the digit is a millimetre.
    const fast = Array.from({ length: 9 }, (_, i) => Math.round((612 + i * 0.04167) * 1000) / 1000)
    expect(of(fast)).toBeLessThan(0.001)
  })

  it('are those of the scatter, whatever the slope, and not those of a step', () => {
    const zigzag = (m: number) => Array.from({ length: 9 }, (_, i) => 612 + 0.03 * i + (i % 2 ? m : -m))
    expect(of(zigzag(0.01))).toBeCloseTo((1.4826 * 0.04) / Math.sqrt(6), 6)
    const stepped = zigzag(0.0001).map((v, i) => (i > 5 ? v + 0.4 : v))
    expect(of(stepped)).toBeLessThan(0.004)
  })

  it('about a parabola vanish where the inflow rises evenly', () => {
    const volumes = every5((m) => line(m) + 40 * m * m + (m % 10 ? 50 : -50))
    expect(curveScatter(volumes, T0, T0 + HOUR)).toBeGreaterThan(40)
    expect(curveScatter(volumes, T0, T0 + HOUR)).toBeLessThan(65)
    expect(
      curveScatter(
        every5((m) => line(m) + 40 * m * m),
        T0,
        T0 + HOUR,
      ),
    ).toBeLessThan(1)
    expect(curveScatter(every5(line), T0, T0 + 15 * MINUTE)).toBeNaN()
  })
})
