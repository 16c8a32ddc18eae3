import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GOOD, SUSPECT } from '../quality/index.ts'
import { fromEntries, type Entry } from '../series/index.ts'
import { DAY, HOUR, MINUTE } from '../time/index.ts'
import {
  byFlood,
  byMonth,
  pairUp,
  scoresOf,
  unitChanges,
  unitsOfFactor,
  usualStep,
  volumeOf,
  worstDays,
  type Pairs,
} from './index.ts'

const T0 = Date.UTC(2024, 0, 1)
const ZONE = 'UTC'
const seriesOf = (entries: [number, number, number?][]) =>
  fromEntries(entries.map(([t, v, q = GOOD]): Entry => [t, v, q]))
const pairs = (step: number, published: number[], computed: number[]): Pairs => ({
  t: Float64Array.from(published, (_, i) => T0 + (i + 1) * step),
  published: Float64Array.from(published),
  computed: Float64Array.from(computed),
})

describe('pairs', () => {
  it('compare a published mean with the mean over the step that ends with it', () => {
    const computed = seriesOf(Array.from({ length: 25 }, (_, i) => [T0 + i * 5 * MINUTE, i]))
    const published = seriesOf([
      [T0 + HOUR, 6.5],
      [T0 + 2 * HOUR, 18.5],
      [T0 + 3 * HOUR, 30],
    ])
    const p = pairUp(published, computed, { kind: 'mean', step: HOUR, every: () => 5 * MINUTE })
    expect([...p.t]).toEqual([T0 + HOUR, T0 + 2 * HOUR])
    expect([...p.computed]).toEqual([6.5, 18.5])
  })

  it('leave out doubtful values, and spans of which less than half is computed', () => {
    const computed = seriesOf(
      Array.from({ length: 24 }, (_, i) => [T0 + (i + 1) * 5 * MINUTE, 10, i < 7 ? SUSPECT : GOOD]),
    )
    const published = seriesOf([
      [T0 + HOUR, 10],
      [T0 + 2 * HOUR, 11],
    ])
    const p = pairUp(published, computed, { kind: 'mean', step: HOUR, every: () => 5 * MINUTE })
    expect([...p.published]).toEqual([11])
    const doubted = seriesOf([[T0 + 2 * HOUR, 11, SUSPECT]])
    expect(pairUp(doubted, computed, { kind: 'mean', step: HOUR, every: () => 5 * MINUTE }).t).toHaveLength(0)
  })

  it('use the interval that was in force when a value was computed', () => {
    // After half an hour the interval becomes an hour.
    const computed = seriesOf([
      ...[1, 2, 3].map((i): [number, number] => [T0 + i * 10 * MINUTE, 10]),
      [T0 + 90 * MINUTE, 40],
      [T0 + 3 * HOUR, 50],
    ])
    const every = (t: number) => (t <= T0 + 30 * MINUTE ? 10 * MINUTE : HOUR)
    const published = seriesOf([
      [T0 + 90 * MINUTE, 30],
      [T0 + 3 * HOUR, 50],
    ])
    const p = pairUp(published, computed, { kind: 'mean', step: 90 * MINUTE, every })
    expect([...p.t]).toEqual([T0 + 90 * MINUTE, T0 + 3 * HOUR])
    // Half an hour of 10 and an hour of 40.
    expect([...p.computed]).toEqual([30, 50])
  })

  it('compare a published storage with the nearest instant', () => {
    const computed = seriesOf([
      [T0 - 3 * MINUTE, 1],
      [T0 + 2 * MINUTE, 2],
    ])
    const p = pairUp(seriesOf([[T0, 5]]), computed, { kind: 'instant', step: DAY, every: () => 5 * MINUTE })
    expect([...p.computed]).toEqual([2])
    const far = pairUp(seriesOf([[T0 + HOUR, 5]]), computed, {
      kind: 'instant',
      step: DAY,
      every: () => 5 * MINUTE,
    })
    expect(far.t).toHaveLength(0)
  })
})

describe('scores', () => {
  it('are those of a worked example', () => {
    // Means 4 and 4.5; errors 1, 0, 0, 1.
    const s = scoresOf(pairs(HOUR, [1, 3, 5, 7], [2, 3, 5, 8]))!
    expect(s).toMatchObject({ n: 4, bias: 0.5, published: 4, computed: 4.5 })
    expect(s.nse).toBeCloseTo(1 - 2 / 20, 12)
    expect(s.rmse).toBeCloseTo(Math.sqrt(0.5), 12)
    expect(s.r).toBeCloseTo(20 / Math.sqrt(20 * 21), 12)
    expect(s.peakComputed).toEqual({ t: T0 + 4 * HOUR, v: 8 })
    expect(volumeOf(s.computed, s.n, HOUR)).toBe(18 * 3600)
  })

  it('of a record against itself are perfect; against a multiple r stays 1', () => {
    const values = fc.array(fc.double({ min: 0, max: 1e4, noNaN: true }), { minLength: 2, maxLength: 50 })
    fc.assert(
      fc.property(values, fc.double({ min: 0.1, max: 10, noNaN: true }), (v, k) => {
        fc.pre(Math.max(...v) - Math.min(...v) > 1)
        const same = scoresOf(pairs(HOUR, v, v))!
        expect(same.nse).toBe(1)
        expect(same.rmse).toBe(0)
        const scaled = scoresOf(
          pairs(
            HOUR,
            v,
            v.map((x) => x * k),
          ),
        )!
        expect(scaled.r).toBeCloseTo(1, 9)
      }),
    )
  })

  it('have no r and no NSE where the record is constant, and are empty without pairs', () => {
    expect(scoresOf(pairs(HOUR, [5, 5, 5], [4, 5, 6]))).toMatchObject({ r: null, nse: null })
    expect(scoresOf(pairs(HOUR, [], []))).toBeNull()
  })
})

/** Half a year of daily flow with two floods. */
const year = Array.from({ length: 182 }, (_, i) => {
  const flood = (day: number, peak: number) => peak * Math.exp(-(((i - day) / 2) ** 2))
  return 40 + 20 * Math.sin(i / 9) + flood(60, 900) + flood(130, 500)
})

describe('months, floods and days', () => {
  it('count a value at the first instant of a month to the month that ends there', () => {
    const months = byMonth(pairs(DAY, year, year), ZONE)
    expect(months.map((m) => m.n)).toEqual([31, 29, 31, 30, 31, 30])
    expect(months.every((m) => m.slope === 1)).toBe(true)
    expect(months[1].start).toBe(Date.UTC(2024, 1, 1))
  })

  it('find both floods with their peaks', () => {
    const late = year.map((_, i) => year[i - 1] ?? year[0])
    const floods = byFlood(pairs(DAY, year, late), 5)
    expect(floods).toHaveLength(2)
    expect(floods[0].peakPublished.t).toBe(T0 + 61 * DAY)
    expect(floods[0].peakComputed.t).toBe(T0 + 62 * DAY)
    expect(floods[1].peakPublished.v).toBeGreaterThan(500)
    expect(byFlood(pairs(DAY, year, late), 1)[0].peakPublished.v).toBeGreaterThan(900)
    expect(byFlood(pairs(DAY, [5, 5], [5, 5]), 5)).toEqual([])
  })

  it('list the days with the largest differences', () => {
    const other = year.map((v, i) => (i === 100 ? v + 70 : i === 20 ? v - 30 : v + 1))
    const days = worstDays(pairs(DAY, year, other), ZONE, 2)
    expect(days.map((d) => d.start)).toEqual([T0 + 100 * DAY, T0 + 20 * DAY])
    expect(days[0].computed - days[0].published).toBeCloseTo(70, 9)
  })
})

describe('a unit that changes silently', () => {
  const changed = (factor: number, from: number, to: number) =>
    unitChanges(
      byMonth(
        pairs(
          DAY,
          year.map((v, i) => (i >= from && i < to ? v / factor : v)),
          year.map((v, i) => v * (1 + 0.1 * Math.sin(i))),
        ),
        ZONE,
      ),
    )

  it('is found with its months and its units', () => {
    const [found, ...more] = changed(0.0283168, 60, 121)
    expect(more).toEqual([])
    expect(found.start).toBe(Date.UTC(2024, 2, 1))
    expect(found.end).toBe(Date.UTC(2024, 4, 1))
    expect(found.factor).toBeCloseTo(0.028, 2)
    expect(unitsOfFactor(found.factor)).toEqual({ from: 'ft3/s', to: 'm3/s' })
    expect(unitsOfFactor(changed(11.574, 152, 182)[0].factor)).toEqual({ from: '10^6 m3/day', to: 'm3/s' })
  })

  it('is not found in noise, nor in a month that is twice too large', () => {
    expect(changed(1, 0, 182)).toEqual([])
    expect(changed(0.5, 60, 121)).toEqual([])
    expect(unitsOfFactor(5)).toBeNull()
  })

  it('is found where the whole record is in another one', () => {
    const [found] = changed(0.001, 0, 182)
    expect([found.start, found.end]).toEqual([T0, Date.UTC(2024, 6, 1)])
    expect(unitsOfFactor(found.factor)).toEqual({ from: 'l/s', to: 'm3/s' })
  })
})

it('the usual step is that of most values', () => {
  expect(usualStep(Float64Array.of(0, 10, 20, 50, 60))).toBe(10)
  expect(usualStep(Float64Array.of(7))).toBeNull()
})
