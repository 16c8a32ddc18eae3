import { HOUR, MINUTE } from '../time/units.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slopeOf } from '../calculators/index.ts'
import {
  ESTIMATED,
  FLOORED,
  GOOD,
  MISSING,
  PARTIAL,
  REJECTED,
  STALE,
  SUSPECT,
  grade,
} from '../quality/index.ts'
import { fromEntries, type Entry } from '../series/index.ts'
import {
  HORIZONS,
  MODELS,
  forecastBand,
  forecastInflow,
  shareAt,
  stepOf,
  summaryOf,
  windowOf,
  type Forecast,
  type InflowInput,
} from './index.ts'

const NOW = Date.UTC(2026, 9, 16, 6)

const input = (more: Partial<InflowInput> = {}): InflowInput => ({
  model: 'trend',
  hours: 24,
  now: NOW,
  interval: 5 * MINUTE,
  maxAge: 15 * MINUTE,
  ...more,
})

/** Entries of an inflow up to now, one an interval, the value by hours before now (negative). */
function entries(hours: number, value: (h: number) => number | null, interval = 5 * MINUTE): Entry[] {
  const n = Math.round((hours * HOUR) / interval)
  return Array.from({ length: n + 1 }, (_, i): Entry => {
    const t = NOW - (n - i) * interval
    return [t, value((t - NOW) / HOUR)]
  })
}

function made(list: Entry[], more: Partial<InflowInput> = {}): Forecast {
  const { forecast, refused } = forecastInflow(fromEntries(list), input(more))
  expect(refused).toBeNull()
  return forecast!
}
const refused = (list: Entry[], more: Partial<InflowInput> = {}) => {
  const outcome = forecastInflow(fromEntries(list), input(more))
  expect(outcome.forecast).toBeNull()
  return outcome.refused!
}

const horizon = fc.constantFrom(...HORIZONS)
const model = fc.constantFrom(...MODELS)
const minutes = fc.constantFrom(1, 5, 10, 15, 30, 60)
const flow = fc.double({ min: -500, max: 30_000, noNaN: true })

describe('any inflow', () => {
  const any = fc.record({ hours: horizon, model, interval: minutes }).chain((o) =>
    fc.record({
      o: fc.constant(o),
      values: fc.array(fc.option(flow, { freq: 12 }), { minLength: 1, maxLength: 400 }),
      q: fc.array(fc.constantFrom(GOOD, ESTIMATED, FLOORED, SUSPECT, REJECTED, STALE), { maxLength: 400 }),
    }),
  )

  it('is forecast as finite, ordered, at least 0 and over the whole horizon, or not at all', () => {
    let both = 0
    fc.assert(
      fc.property(any, ({ o, values, q }) => {
        const interval = o.interval * MINUTE
        const list = values.map((v, i): Entry => [
          NOW - (values.length - 1 - i) * interval,
          v,
          v === null ? 7 : q[i],
        ])
        const { forecast: f, refused: no } = forecastInflow(
          fromEntries(list),
          input({ ...o, interval, maxAge: 3 * interval }),
        )
        expect((f === null) !== (no === null)).toBe(true)
        if (!f) return void both++
        const step = stepOf(o.hours, interval)
        expect(f.t[0]).toBe(NOW)
        expect(f.t[f.t.length - 1]).toBe(NOW + o.hours * HOUR)
        expect(grade(f.q)).toBeGreaterThanOrEqual(ESTIMATED)
        for (let i = 0; i < f.t.length; i++) {
          for (const x of [f.v[i], f.lower[i], f.upper[i]]) expect(Number.isFinite(x)).toBe(true)
          expect(f.lower[i]).toBeGreaterThanOrEqual(0)
          expect(f.lower[i]).toBeLessThanOrEqual(f.v[i])
          expect(f.upper[i]).toBeGreaterThanOrEqual(f.v[i])
          if (i > 0) expect(f.t[i] - f.t[i - 1]).toBeLessThanOrEqual(step)
          if (i > 0) expect(f.t[i]).toBeGreaterThan(f.t[i - 1])
        }
        const s = summaryOf(f)!
        expect(s.max).toBe(Math.max(...f.v))
        expect(s.volumeLower).toBeLessThanOrEqual(s.volume)
        expect(s.volume).toBeLessThanOrEqual(s.volumeUpper)
        // m3/s over the horizon in 10^6 m3.
        expect(s.volume).toBeCloseTo((s.mean * o.hours * 3600) / 1e6, 6)
      }),
      { numRuns: 400 },
    )
    expect(both).toBeGreaterThan(0)
  })

  it('persistence stays constant', () => {
    fc.assert(
      fc.property(horizon, flow, (hours, v) => {
        const f = made([[NOW, v]], { model: 'persistence', hours })
        expect(new Set(f.v)).toEqual(new Set([Math.max(0, v)]))
        expect([f.slope, f.window]).toEqual([null, null])
      }),
    )
  })

  it('the trend of a straight line is that line, down to 0, for three hours, and then constant', () => {
    fc.assert(
      fc.property(
        horizon,
        minutes,
        fc.double({ min: 0, max: 5000, noNaN: true }),
        fc.double({ min: -60, max: 60, noNaN: true }),
        (hours, every, q, slope) => {
          const interval = every * MINUTE
          const list = entries(windowOf(interval) / HOUR, (h) => q + slope * h, interval)
          const f = made(list, { hours, interval, maxAge: 3 * interval })
          expect(f.slope).toBeCloseTo(slope, 6)
          expect(f.window).toMatchObject({ points: list.length, expected: list.length })
          f.v.forEach((v, i) => {
            const line = Math.max(0, q + slope * Math.min(3, (f.t[i] - NOW) / HOUR))
            expect(Math.abs(v - line)).toBeLessThan(1e-6 * (1 + Math.abs(line)))
          })
        },
      ),
    )
  })
})

describe('the line', () => {
  it('is the least-squares slope of the window, from the latest value on', () => {
    // Before the window it was wholly different.
    const list = entries(60, (h) => (h < -3 ? 900 : 100 + 10 * Math.sin(h) + 2 * h))
    const f = made(list)
    const inside = list.filter(([t]) => t >= NOW - 3 * HOUR).map(([t, q]) => ({ t, q: q! }))
    expect(f.slope).toBeCloseTo(slopeOf(inside)!, 9)
    expect(f.v[0]).toBe(100)
    expect(f.v[2]).toBeCloseTo(100 + 2 * f.slope!, 9)
    expect(f.v[24]).toBeCloseTo(100 + 3 * f.slope!, 9)
    expect(f.t).toHaveLength(25)
    // Whatever the horizon: the same line.
    expect(made(list, { hours: 1 }).v[12]).toBe(f.v[1])
    expect(made(list, { hours: 72 }).v.slice(0, 25)).toEqual(f.v)
  })

  it('skips unusable values, and reports when many are missing', () => {
    const list = entries(3, (h) => 100 + h).map(([t, v], i): Entry =>
      i % 7 === 0 && t < NOW ? [t, 9e5, SUSPECT] : [t, v],
    )
    const f = made(list)
    expect(f.slope).toBeCloseTo(1, 6)
    expect(f.window).toMatchObject({ expected: 37, points: 37 - 6 })
    expect(f.warnings).toContain('gaps')
    expect(grade(f.q)).toBe(PARTIAL)
    expect(made(list, { allowSuspect: true }).slope).not.toBeCloseTo(1, 0)
  })

  it('warns where a straight line is no longer valid', () => {
    expect(
      made(
        entries(3, (h) => 100 + h),
        { hours: 1 },
      ).warnings,
    ).toEqual([])
    expect(made(entries(24, (h) => 100 + h)).warnings).toEqual(['far_ahead'])
    expect(
      made(
        entries(3, (h) => 100 + 150 * h),
        { hours: 1 },
      ).warnings,
    ).toEqual(['above_inflow'])
    // Of three hours a third is enough.
    expect(made(entries(3, (h) => 100 + 40 * h)).warnings).toEqual(['far_ahead', 'above_inflow'])
    expect(made([[NOW, 100]], { model: 'persistence', hours: 72 }).warnings).toEqual([])
  })

  it('uses an hour of intervals, or hours; the last point is at the horizon even where steps do not fit', () => {
    const lead = (f: Forecast) => Array.from(f.t, (t) => (t - NOW) / MINUTE)
    expect(
      lead(
        made(
          entries(3, () => 5),
          { hours: 1 },
        ),
      ),
    ).toEqual([...Array(13).keys()].map((i) => 5 * i))
    const odd = { hours: 1 as const, interval: 25 * MINUTE, maxAge: HOUR }
    expect(
      lead(
        made(
          entries(3, () => 5, 25 * MINUTE),
          odd,
        ),
      ),
    ).toEqual([0, 25, 50, 60])
    expect(
      made(
        entries(3, () => 5),
        { hours: 72 },
      ).t,
    ).toHaveLength(73)
  })
})

describe('without a present inflow there is no forecast, with the reason', () => {
  const steady = entries(24, () => 50)
  const lastAs = (v: number | null, q: number): Entry[] => [...steady.slice(0, -1), [NOW, v, q]]

  it.each(MODELS)('%s', (m) => {
    const more = { model: m }
    expect(refused([], more)).toEqual({ reason: 'none', at: null })
    expect(refused([[NOW + 1, 5]], more)).toEqual({ reason: 'none', at: null })
    expect(refused(lastAs(null, MISSING), more)).toEqual({ reason: 'missing', at: NOW })
    expect(refused(lastAs(50, MISSING), more)).toEqual({ reason: 'missing', at: NOW })
    expect(refused(lastAs(50, STALE), more)).toEqual({ reason: 'stale', at: NOW })
    expect(refused(lastAs(50, SUSPECT), more)).toEqual({ reason: 'suspect', at: NOW })
    expect(refused(lastAs(50, REJECTED), { ...more, allowSuspect: true })).toEqual({
      reason: 'suspect',
      at: NOW,
    })
    expect(refused(steady, { ...more, now: NOW + 15 * MINUTE + 1 })).toEqual({ reason: 'stale', at: NOW })
    expect(made(steady, { ...more, now: NOW + 15 * MINUTE }).from).toBe(NOW)
    expect(made(lastAs(50, SUSPECT), { ...more, allowSuspect: true }).start).toBe(50)
  })

  it('a line needs half of its window', () => {
    const keep = (n: number) => steady.slice(-n)
    expect(refused(keep(18))).toEqual({ reason: 'gaps', at: NOW })
    expect(made(keep(19)).window).toMatchObject({ points: 19, expected: 37 })
    expect(made(keep(1), { model: 'persistence' }).start).toBe(50)
  })

  it('a floored inflow starts from 0 and reports it', () => {
    const f = made(lastAs(0, FLOORED))
    expect(f.start).toBe(0)
    expect(f.warnings).toContain('floored')
    expect(f.q & FLOORED).toBe(FLOORED)
    expect(made([[NOW, -3]], { model: 'persistence' }).warnings).toEqual(['floored'])
  })
})

describe('the band', () => {
  it('is 20 % at 1 h, 40 % at 24 h, and keeps growing', () => {
    expect([0, 1, 24].map(shareAt)).toEqual([0, 0.2, expect.closeTo(0.4, 12)])
    expect(shareAt(72)).toBeCloseTo(0.4 + (48 * 0.2) / 23, 12)
    for (let h = 0; h < 72; h++) expect(shareAt(h + 1)).toBeGreaterThan(shareAt(h))
    expect(forecastBand(100, 100, 1)).toEqual([80, 120])
    expect(forecastBand(100, 80, 24)).toEqual([expect.closeTo(60, 9), expect.closeTo(140, 9)])
  })

  it('does not close where the line falls to 0', () => {
    const f = made(entries(3, (h) => 50 - 20 * h))
    expect(f.v[24]).toBe(0)
    expect(f.lower[24]).toBe(0)
    expect(f.upper[24]).toBeCloseTo(0.4 * 50, 9)
  })
})

it('the forecast volume: 100 m3/s over a day are 8.64 million m3', () => {
  const f = made([[NOW, 100]], { model: 'persistence' })
  const s = summaryOf(f)!
  expect(s).toMatchObject({ mean: expect.closeTo(100, 9), max: 100, maxAt: NOW })
  expect(s.volume).toBeCloseTo(8.64, 9)
  expect(summaryOf({ t: [NOW], v: [1], lower: [1], upper: [1] })).toBeNull()
  const falling = summaryOf(
    made(
      entries(3, (h) => 100 + 40 * h),
      { hours: 1 },
    ),
  )!
  expect(falling.mean).toBeCloseTo(120, 6)
  expect(falling.max).toBeCloseTo(140, 6)
  expect(falling.maxAt).toBe(NOW + HOUR)
})
