import { HOUR, MINUTE } from '../../time/units.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GOOD, MISSING, SUSPECT } from '../index.ts'
import { fromEntries, slice, type Entry, type Series } from '../../series/index.ts'
import {
  calibratedBy,
  checkReadings,
  cutTo,
  meterSpans,
  negativeInflow,
  monthBand,
  outputCoefficientSpans,
  rainDepths,
  rainStuck,
  residual,
  silences,
  stuckRuns,
  tailwaterAgainstFlow,
  twins,
} from './index.ts'

const FIVE = 5 * MINUTE
const series = (values: readonly (number | null)[], step = FIVE, from = 0, q = GOOD): Series =>
  fromEntries(values.map((v, i): Entry => [from + i * step, v, v === null ? MISSING : q]))
const flat = (n: number, v = 1) => Array<number>(n).fill(v)
const wavy = (n: number) => Array.from({ length: n }, (_, i) => 1 + (i % 3) / 100)

describe('range, rate and spike', () => {
  const limits = { every: FIVE, block: 12 * FIVE, spikes: true, resolution: 0.01 }

  test('each fires by itself, with its value and its limit', () => {
    const values = wavy(60)
    values[20] = 1.9
    values[40] = -3
    const found = checkReadings(series(values), { ...limits, min: 0, max: 10, rate: 5 })
    expect(found.range).toMatchObject([{ from: 40 * FIVE, to: 40 * FIVE, n: 1, value: -3, limit: 0 }])
    expect(found.spike).toMatchObject([{ from: 20 * FIVE, n: 1 }])
    expect(found.spike[0].value).toBeCloseTo(0.89, 2)
    const flat = checkReadings(series([1, 1, 1, 1, 4, 1, 1, 1, 1]), limits)
    expect(flat.spike).toMatchObject([{ n: 1, value: 3, limit: 0.03 }])
    expect(found.rate).toEqual([])
  })

  test('a jump that stays is too fast at first, then accepted; the onset of a flood is neither', () => {
    const jump = checkReadings(series([...wavy(30), ...wavy(30).map((v) => v + 4)]), { ...limits, rate: 1 })
    expect(jump.spike).toEqual([])
    expect(jump.rate).toHaveLength(1)
    expect(jump.rate[0]).toMatchObject({ from: 30 * FIVE, limit: 1 })
    const flood = Array.from({ length: 60 }, (_, i) => 1 + Math.max(0, i - 30) ** 1.5 / 20)
    const found = checkReadings(series(flood), { ...limits, rate: 3 })
    expect([...found.spike, ...found.rate, ...found.range]).toEqual([])
  })

  test('a confirmed reading does not fire', () => {
    const values = wavy(60)
    values[20] = 1.9
    const sure = [{ from: 20 * FIVE, to: 20 * FIVE }]
    expect(checkReadings(series(values), { ...limits, min: 0, max: 1.5 }, sure).range).toEqual([])
    expect(checkReadings(series(values), limits, sure).spike).toEqual([])
  })

  test('every reading out of range is in one of its spans, and no other is (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { maxLength: 60 }), (values) => {
        const s = series(values)
        const { range } = checkReadings(s, { ...limits, spikes: false, min: -5, max: 5 })
        values.forEach((v, i) => {
          const inside = range.some((x) => x.from <= s.t[i] && s.t[i] <= x.to)
          expect(inside).toBe(v < -5 || v > 5)
        })
        expect(range.reduce((n, x) => n + x.n, 0)).toBe(values.filter((v) => v < -5 || v > 5).length)
      }),
    )
  })
})

describe('stuck', () => {
  const limits = { duration: HOUR, tolerance: 0 }

  test('fires after longer than allowed without a change, from the second equal reading on', () => {
    const s = series([...wavy(6), ...flat(14, 2), ...wavy(6)])
    expect(stuckRuns(s, limits)).toEqual([
      { from: 7 * FIVE, to: 19 * FIVE, n: 13, value: 13 * FIVE, limit: HOUR, open: false },
    ])
    expect(stuckRuns(series([...wavy(6), ...flat(13, 2), ...wavy(6)]), limits)).toEqual([])
  })

  test('small changes within the tolerance are none; silence does not count as a change', () => {
    expect(stuckRuns(series(wavy(30)), { ...limits, tolerance: 0.05 })).toMatchObject([{ open: true, n: 29 }])
    const gap = series([...flat(5), ...Array<null>(10).fill(null), ...flat(5)])
    expect(stuckRuns(gap, limits)).toMatchObject([{ n: 9, value: 19 * FIVE }])
  })

  test('gaps do not count: two equal readings a day apart are no stuck sensor', () => {
    const gap = series([1, ...Array<null>(300).fill(null), 1, 1, 2])
    expect(stuckRuns(gap, limits)).toHaveLength(1)
    expect(stuckRuns(gap, { ...limits, hole: 3 * FIVE })).toEqual([])
    const through = series([...flat(10), ...Array<null>(10).fill(null), ...flat(10)])
    expect(stuckRuns(through, { ...limits, hole: 3 * FIVE })).toMatchObject([{ n: 19, value: 18 * FIVE }])
  })

  test('fires only where a neighbour moved', () => {
    const s = series(flat(30))
    expect(stuckRuns(s, limits, undefined, () => 0.01, 0.02)).toEqual([])
    expect(stuckRuns(s, limits, undefined, () => 0.03, 0.02)).toHaveLength(1)
  })

  test('ends at a confirmed reading', () => {
    const sure = [{ from: 15 * FIVE, to: 15 * FIVE }]
    expect(stuckRuns(series(flat(20)), limits, sure)).toMatchObject([{ to: 14 * FIVE }])
  })

  test('within a span nothing changes, and spans never touch (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 120 }), (values) => {
        const s = series(values)
        const found = stuckRuns(s, { duration: 3 * FIVE })
        for (const x of found) {
          const inside = slice(s, x.from, x.to + 1)
          expect(new Set(inside.v).size).toBe(1)
          expect(inside.t.length).toBe(x.n)
          expect(x.value).toBeGreaterThan(3 * FIVE)
        }
        for (let i = 1; i < found.length; i++) expect(found[i].from).toBeGreaterThan(found[i - 1].to)
      }),
    )
  })
})

describe('missing', () => {
  test('begins where the first reading is missing; the last span is open until now', () => {
    const times = [0, FIVE, 2 * FIVE, 10 * FIVE]
    expect(silences(times, FIVE, 3, 13 * FIVE)).toEqual([
      { from: 3 * FIVE, to: 10 * FIVE - 1, n: 0, value: 8 * FIVE, limit: 3 * FIVE, open: false },
    ])
    expect(silences(times, FIVE, 3, 14 * FIVE)[1]).toMatchObject({
      from: 11 * FIVE,
      to: 14 * FIVE,
      open: true,
    })
    expect(silences([], FIVE, 3, 14 * FIVE)).toEqual([])
  })

  test('no reading lies in a span, and each span is longer than allowed (property)', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 500 })), (steps) => {
        const times = steps.sort((a, b) => a - b).map((n) => n * FIVE)
        for (const x of silences(times, FIVE, 3, 520 * FIVE)) {
          expect(times.some((t) => t >= x.from && t <= x.to)).toBe(false)
          expect(x.value).toBeGreaterThan(3 * FIVE)
        }
      }),
    )
  })
})

describe('twin sensors', () => {
  const one = (values: number[]) => ({ series: series(values), fresh: 2 * FIVE })

  test('of two both fire, of three the one that differs', () => {
    const a = flat(12)
    const b = flat(12).map((v, i) => (i >= 4 && i < 8 ? v + 0.3 : v))
    const two = twins([one(a), one(b)], 0.1)
    expect(two[0]).toMatchObject([{ from: 4 * FIVE, to: 7 * FIVE, n: 4, limit: -0.1 }])
    expect(two[1][0].value).toBeCloseTo(0.3)
    expect(twins([one(a), one(b), one(flat(12, 1.01))], 0.1).map((x) => x.length)).toEqual([0, 1, 0])
  })

  test('a silent or unusable one is not compared', () => {
    const old = { series: series(flat(2, 9)), fresh: 2 * FIVE }
    expect(twins([one(flat(12)), old], 0.1)[0]).toMatchObject([{ to: 3 * FIVE }])
    const doubtful = { series: series(flat(12, 9), FIVE, 0, SUSPECT), fresh: 2 * FIVE }
    expect(twins([one(flat(12)), doubtful], 0.1)).toEqual([[], []])
  })

  test('their order does not matter (property)', () => {
    const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(values, values, values, (a, b, c) => {
        const abc = twins([one(a), one(b), one(c)], 0.2)
        const cab = twins([one(c), one(a), one(b)], 0.2)
        expect([cab[1], cab[2], cab[0]]).toEqual(abc)
      }),
    )
  })
})

describe('rain', () => {
  const limits = { fiveMinutes: 30, hour: 150, day: 800 }

  test('5 minutes above 30 mm, an hour above 150 mm, a day above 800 mm', () => {
    const tips = flat(12 * 30, 0)
    tips[10] = 30.2
    expect(rainDepths(series(tips), FIVE, limits)).toMatchObject([{ n: 1, value: 30.2, limit: 30 }])
    const hour = flat(60, 0).map((_, i) => (i >= 12 && i < 24 ? 13 : 0))
    expect(rainDepths(series(hour), FIVE, limits)).toMatchObject([{ from: 23 * FIVE, limit: 150 }])
    expect(rainDepths(series(hour), FIVE, limits)[0].value).toBeCloseTo(156)
    const day = flat(12 * 30, 2.8)
    const found = rainDepths(series(day), FIVE, limits)
    expect(found[0]).toMatchObject({ limit: 800 })
    expect(found[0].from).toBe(285 * FIVE)
  })

  test('dry for 72 h near two wet gauges within 15 km', () => {
    const s = series(flat(72 * 12 + 1, 0))
    const until = 72 * HOUR
    const wet = (distance: number, total: number) => ({ distance, total })
    expect(rainStuck(s, until, [wet(8, 60), wet(12, 80)])).toMatchObject({ value: 60, limit: 50, n: 864 })
    expect(rainStuck(s, until, [wet(8, 60), wet(16, 80)])).toBe(null)
    expect(rainStuck(s, until, [wet(8, 60), wet(12, 50)])).toBe(null)
    const tip = series(flat(72 * 12 + 1, 0).map((v, i) => (i === 500 ? 0.2 : v)))
    expect(rainStuck(tip, until, [wet(8, 60), wet(12, 80)])).toBe(null)
  })
})

describe('water balance', () => {
  const limits = { points: 5, sigmas: 1, duration: 3 * HOUR }

  test('inflow below minus sigma for three windows', () => {
    const low = series([...flat(24, 20), ...flat(48, -15), ...flat(24, 20)])
    const found = negativeInflow(low, () => 10, limits)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ value: -15, limit: -10, open: false })
    expect(negativeInflow(low, () => 16, limits)).toEqual([])
    expect(negativeInflow(low, () => NaN, limits)).toEqual([])
    expect(
      negativeInflow(series([...flat(24, 20), ...flat(30, -15), ...flat(24, 20)]), () => 10, limits),
    ).toEqual([])
  })

  test('with measured inflow: storage that does not follow inflow and outflow', () => {
    const n = 120
    // 10 m3/s stay in the lake: 3,000 m3 in five minutes.
    const good = series(Array.from({ length: n }, (_, i) => 3000 * i))
    const bad = series(Array.from({ length: n }, (_, i) => 3000 * i + (i > 40 ? 12_000 * (i - 40) : 0)))
    const rest = { window: HOUR, sigmas: 2, duration: 3 * HOUR }
    const [qin, qout] = [series(flat(n, 50)), series(flat(n, 40))]
    expect(residual(good, qin, qout, () => 5, rest)).toEqual([])
    const [found] = residual(bad, qin, qout, () => 5, rest)
    expect(found.value).toBeCloseTo(40)
    expect(found.limit).toBe(10)
  })
})

describe('power against flow and tailwater', () => {
  test('K = P / (Q H) out of 6 .. 9.5 for three instants while the unit runs', () => {
    const head = series(flat(20, 100))
    const flow = series(flat(20, 30))
    // K = 8, then 10, then 8; and a stop.
    const power = series([...flat(6, 24_000), ...flat(5, 30_000), ...flat(6, 24_000), ...flat(3, 0)])
    const band = { bandAt: () => [6, 9.5] as const, least: 4000 }
    expect(outputCoefficientSpans(power, flow, head, band)).toMatchObject([
      { from: 6 * FIVE, to: 10 * FIVE, n: 5, value: 10, limit: 9.5 },
    ])
    expect(outputCoefficientSpans(power, flow, head, { ...band, least: 31_000 })).toEqual([])
  })

  test('a band of its own at each instant; without one nothing fires', () => {
    const head = series(flat(20, 100))
    const flow = series(flat(20, 30))
    const power = series([...flat(10, 24_000), ...flat(10, 21_000)])
    const own = (t: number) => (t < 15 * FIVE ? ([7.6, 8.2] as const) : null)
    expect(outputCoefficientSpans(power, flow, head, { bandAt: own, least: 4000 })).toMatchObject([
      { from: 10 * FIVE, to: 14 * FIVE, n: 5, value: 7, limit: 7.6 },
    ])
  })

  test('the band of a month is all but its lowest and highest hundredth, and needs two days of running', () => {
    const hours = Array.from({ length: 400 }, (_, i) =>
      i % 100 === 0 ? 2 : i % 100 === 1 ? 20 : 8 + i / 4000,
    )
    const [low, high] = monthBand([...hours, NaN, NaN])!
    expect(low).toBeGreaterThanOrEqual(8)
    expect(high).toBeLessThanOrEqual(8.1)
    expect(monthBand(flat(47, 8))).toBeNull()
    expect(monthBand(flat(48, 8))).toEqual([8, 8])
    expect(monthBand([...flat(47, 8), ...flat(600, NaN)])).toBeNull()
  })

  test('the release changes and the tailwater does not, or vice versa', () => {
    const rating = (q: number) => q / 100
    const limits = { difference: 0.5, duration: 30 * MINUTE }
    const step = (a: number, b: number) => series([...flat(12, a), ...flat(12, b)])
    const still = (v: number) => series(flat(24, v))
    expect(tailwaterAgainstFlow(step(1, 2), step(100, 200), rating, limits)).toEqual([])
    expect(tailwaterAgainstFlow(still(1), step(100, 200), rating, limits)).toMatchObject([
      { from: 12 * FIVE, to: 17 * FIVE, value: 0, limit: 1 },
    ])
    expect(tailwaterAgainstFlow(step(1, 2), still(100), rating, limits)).toMatchObject([
      { value: 1, limit: 0 },
    ])
    expect(tailwaterAgainstFlow(step(1, 2), step(200, 100), rating, limits)).toHaveLength(1)
    expect(tailwaterAgainstFlow(still(1), step(100, 120), rating, limits)).toEqual([])
  })
})

test('a span cut to the time in which its threshold is in force keeps the readings of that time', () => {
  const s = series(flat(20))
  const whole = { from: 2 * FIVE, to: 10 * FIVE, n: 9, value: 1, limit: 0, open: true }
  expect(cutTo([whole], s, -Infinity, 5 * FIVE)).toEqual([{ ...whole, to: 4 * FIVE, n: 3, open: false }])
  expect(cutTo([whole], s, 5 * FIVE, Infinity)).toEqual([{ ...whole, from: 5 * FIVE, n: 6 }])
  expect(cutTo([whole], s, 11 * FIVE, Infinity)).toEqual([])
})

test('a silence is cut like any span, though it contains no reading', () => {
  const s = series(flat(2))
  const silence = { from: 5 * FIVE, to: 20 * FIVE, n: 0, value: 1, limit: 0, open: true }
  expect(cutTo([silence], s, -Infinity, 10 * FIVE)).toEqual([{ ...silence, to: 10 * FIVE - 1, open: false }])
  expect(cutTo([silence], s, 10 * FIVE, Infinity)).toEqual([{ ...silence, from: 10 * FIVE }])
  expect(cutTo([silence], s, 21 * FIVE, Infinity)).toEqual([])
})

test('each reading is calibrated by the version in force at its instant (property)', () => {
  const cut = fc.integer({ min: 0, max: 20 })
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 20 }), cut, (values, k) => {
      const s = series(values)
      const used = calibratedBy(s, [
        { from: -Infinity, to: k * FIVE, gain: 1, offset: 0 },
        { from: k * FIVE, to: Infinity, gain: 2, offset: 5 },
      ])
      expect([...used.v]).toEqual(values.map((v, i) => (i < k ? v : 2 * v + 5)))
      expect([...s.v]).toEqual(values)
    }),
  )
})

describe('a meter beside the power', () => {
  const HALF = 1_800_000
  const of = (values: number[]) => fromEntries(values.map((v, i): Entry => [i * HALF, v]))

  test('fires where both differ by more than the limit for two steps, not in a start or at rest', () => {
    const energy = of([1000, 1000, 1000, 1000, 0, 3, 1000])
    const spans = (beside: number[]) => meterSpans(of(beside), energy, { difference: 2, least: 100 })
    expect(spans([10, 15, -19, 0, 0, 2, 0])).toEqual([])
    expect(spans([10, 50, 0, 0, 0, 2, 0])).toEqual([])
    expect(spans([30, 40, 0, 0, 0, 0, 0])).toEqual([
      { from: 0, to: HALF, n: 2, value: 4, limit: 2, open: false },
    ])
    // A meter that stands still while the unit runs.
    expect(spans([0, 0, 0, -1000, -1000, -3, 0])).toMatchObject([{ from: 3 * HALF, to: 4 * HALF }])
  })
})
