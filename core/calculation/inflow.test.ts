import { describe, expect, test } from 'vitest'
import type { Description, Parameters as Set } from '#core/description/index.ts'
import { EDITED, ESTIMATED, FLOORED, GOOD, MISSING, PARTIAL, SUSPECT, grade } from '#core/quality/index.ts'
import { fromEntries, type Entry, type Series } from '#core/series/index.ts'
import { curveScatter, inflowError, volumesOf } from '#core/balance/index.ts'
import { compute } from './compute.ts'
import { explainValue } from './explain/index.ts'
import {
  HOUR,
  MINUTE,
  T0,
  ZONE,
  at,
  chance,
  description,
  every,
  inputsFrom,
  parameters,
  station,
  version,
} from './fixtures.ts'

const BEFORE = T0 - 12 * HOUR
const END = T0 + 4 * HOUR
const STEP = 5 * MINUTE
const RAW = 'general.total_discharge_lake'
const SMOOTH = 'general.inflow_moving_average'
const WINDOW = 'general.inflow_window'

const with_ = (more: Partial<Set>, rest: Partial<Description> = {}) =>
  description({ parameters: [version('p', parameters(more))], ...rest } as never)
const run = (d: Description, z: Series, more: Parameters<typeof inputsFrom>[0] = {}, to = END) =>
  compute(d, inputsFrom({ z: ['instant', z], ...more }), T0, to, ZONE)

/** Storage of levels in a lake of 1 km2. */
const volumes = (z: Series) => volumesOf(z, (level) => (level - 580) * 1e6)
/** The level of a lake of 1 km2 into which q m3/s run from T0 on. */
const filling = (q: number) => every(BEFORE, END, STEP, (t) => 612 + (Math.max(0, t - T0) / 1000 / 1e6) * q)
const steady = (q: number) => every(BEFORE, END, STEP, (t) => 612 + ((t - T0) / 1000 / 1e6) * q)

describe('inflow by balance', () => {
  test.each([1, 2, 3] as const)(
    'is the slope of storage by method %i, whatever the window',
    (inflowMethod) => {
      for (const window of [300, 900, 1000, 1300, 3600]) {
        const out = run(with_({ inflowMethod, window }), steady(10))
        for (const v of out.get(RAW)!.v) expect(v).toBeCloseTo(10, 6)
        // Two readings are no regression.
        expect(grade(at(out, RAW, END).q)).toBe(inflowMethod === 3 && window === 300 ? ESTIMATED : GOOD)
      }
    },
  )

  test('rounds a window that is no multiple of the interval up to whole intervals', () => {
    // 1000 s are three intervals, 1300 s are four: the rise began at T0.
    for (const [window, steps] of [
      [1000, 3],
      [1300, 4],
      [100, 1],
    ]) {
      const out = run(with_({ inflowMethod: 1, window, movingPoints: 1 }), filling(10))
      for (let k = 0; k <= 5; k++)
        expect(at(out, RAW, T0 + k * STEP).v).toBeCloseTo((10 * Math.min(k, steps)) / steps, 6)
    }
  })

  test('smoothed over one point is the point itself, floored when it is negative', () => {
    const falling = run(with_({ movingPoints: 1 }), steady(-3))
    expect(at(falling, RAW, END).v).toBeCloseTo(-3, 6)
    expect(at(falling, SMOOTH, END)).toEqual({ v: 0, q: GOOD | FLOORED })
    const rising = run(with_({ movingPoints: 1 }), steady(3))
    expect(rising.get(SMOOTH)!.v).toEqual(rising.get(RAW)!.v)
  })

  test('smoothed over five points is their mean, including negatives; missing ones are left out and reported', () => {
    const next = chance(3)
    const level = every(BEFORE, END, STEP, (t) =>
      t > T0 + HOUR && t <= T0 + 2 * HOUR ? undefined : 612 + 0.004 * next(),
    )
    const out = run(with_({ inflowMethod: 1, window: 300, movingPoints: 5 }), level)
    const raw = out.get(RAW)!
    const smooth = out.get(SMOOTH)!
    expect(Math.min(...raw.v.filter((v) => v === v))).toBeLessThan(0)
    let partial = 0
    for (let i = 5; i < raw.t.length; i++) {
      const last = [...raw.v.subarray(i - 4, i + 1)]
      const known = last.filter((v) => v === v)
      if (known.length === 0) {
        expect(smooth.v[i]).toBeNaN()
        continue
      }
      const mean = known.reduce((a, b) => a + b, 0) / known.length
      expect(smooth.v[i]).toBeCloseTo(Math.max(0, mean), 9)
      expect((smooth.q[i] & FLOORED) !== 0).toBe(mean < 0)
      if (known.length < 5) {
        expect(grade(smooth.q[i])).toBeGreaterThanOrEqual(PARTIAL)
        partial++
      }
    }
    expect(partial).toBeGreaterThan(4)
  })
})

describe('the window in floods', () => {
  const windows = (rise: (t: number) => number, more: Partial<Set> = {}) =>
    run(with_({ window: 3600, movingPoints: 1, ...more }), every(BEFORE, END, STEP, rise)).get(WINDOW)!.v
  /** The share of instants at which the hour's window was cut, how often that changed, and the shortest one. */
  const switches = (rise: (t: number) => number) => {
    // A limit so wide that the error of readings does not matter.
    const own = windows(rise, { sigmaLimit: 100 })
    const is = Array.from(own, (seconds) => seconds < 3600)
    let n = 0
    for (let i = 1; i < is.length; i++) if (is[i] !== is[i - 1]) n++
    return { fast: is.filter(Boolean).length / is.length, n }
  }
  const noise = (seed: number) => {
    const next = chance(seed)
    return () => 0.01 * (next() - 0.5)
  }
  const cm = (v: number) => Math.round(v * 100) / 100

  test('is cut to a quarter of an hour while the level changes by more than 5 cm in an hour, up or down', () => {
    for (const sign of [1, -1]) {
      const off = noise(1)
      const rise = (t: number) => 612 + (sign * 0.08 * (t - T0)) / HOUR + off() / 5
      expect(switches(rise)).toEqual({ fast: 1, n: 0 })
      expect(new Set(windows(rise, { sigmaLimit: 100 }))).toEqual(new Set([900]))
    }
    const off = noise(2)
    expect(switches((t) => 612 + (0.02 * (t - T0)) / HOUR + off() / 5)).toEqual({ fast: 0, n: 0 })
  })

  test('is cut only until its standard error reaches its share of the inflow', () => {
    // 22 m3/s into 1 km2; readings that scatter by a millimetre are off by 1.4 m3/s over 900 s.
    const rough = () => {
      const off = noise(4)
      return (t: number) => 612 + (0.08 * (t - T0)) / HOUR + off() / 3
    }
    const level = every(BEFORE, END, STEP, rough())
    let before = 0
    for (const sigmaLimit of [1, 0.2, 0.1, 0.05, 0.01]) {
      const d = with_({ window: 3600, movingPoints: 1, sigmaLimit })
      const out = run(d, level)
      const mean = out.get(WINDOW)!.v.reduce((a, v) => a + v, 0) / out.get(WINDOW)!.v.length
      expect(mean).toBeGreaterThanOrEqual(before)
      before = mean
      const whole = run(with_({ window: 3600, movingPoints: 1, holdWindow: true }), level)
      out.get(WINDOW)!.v.forEach((seconds, i) => {
        expect(seconds % 300).toBe(0)
        if (seconds === 900 || seconds === 3600) return
        // No more than the limit, by the scatter that the whole window shows.
        const q = whole.get(RAW)!.v[i]
        const error = curveScatter(volumes(level), out.get(WINDOW)!.t[i] - HOUR, out.get(WINDOW)!.t[i])
        expect(inflowError(3, error, seconds)).toBeLessThanOrEqual(sigmaLimit * q * (1 + 1e-9))
      })
    }
    expect(before).toBe(3600)
    // Nothing scatters: a quarter of an hour, as it was.
    expect(new Set(windows((t) => 612 + (0.5 * (t - T0)) / HOUR))).toEqual(new Set([900]))
  })

  test('is kept where that is configured', () => {
    const rise = (t: number) => 612 + (0.5 * (t - T0)) / HOUR
    expect(new Set(windows(rise, { holdWindow: true }))).toEqual(new Set([3600]))
    expect(new Set(windows(rise, { holdWindow: false }))).toEqual(new Set([900]))
  })

  test('does not alternate around the limit', () => {
    let before = 0
    let now = 0
    for (let seed = 0; seed < 10; seed++) {
      const off = noise(seed)
      const level = every(BEFORE, END, STEP, (t) => cm(612 + (0.05 * (t - T0)) / HOUR + off()))
      const value = new Map(Array.from(level.t, (t, i) => [t, level.v[i]]))
      now += switches((t) => value.get(t)!).n
      // Without memory it would follow every centimetre.
      let was = false
      for (let t = T0; t <= END; t += STEP) {
        const fast = Math.abs(value.get(t)! - value.get(t - HOUR)!) > 0.05
        if (t > T0 && fast !== was) before++
        was = fast
      }
    }
    expect(before).toBeGreaterThan(100)
    expect(now).toBeLessThan(before / 10)
  })

  test('is long again an hour after the last fast rise, or once the lake is calm', () => {
    const until = T0 + HOUR
    const then = (calm: number) => (t: number) =>
      612 + (0.08 * (Math.min(t, until) - T0)) / HOUR + (calm * Math.max(0, t - until)) / HOUR
    const lengthOf = (rise: (t: number) => number) => {
      const next = chance(5)
      const { fast } = switches((t) => rise(t) + 0.0005 * next())
      return fast * (END - T0)
    }
    const slow = lengthOf(then(0.04))
    const calm = lengthOf(then(0))
    expect(calm).toBeLessThan(slow)
    expect(slow).toBeGreaterThan(2 * HOUR)
    expect(slow).toBeLessThan(3.2 * HOUR)
  })
})

describe('a level that jumps', () => {
  const SUDDEN = T0 + HOUR
  /** Still, but for a jump by `by` m that stays for `stay` ms. */
  const jumping = (by: number, stay: number) =>
    every(BEFORE, END, STEP, (t) => 612 + (t >= SUDDEN && t < SUDDEN + stay ? by : 0))
  const bad = (out: Map<string, Series>, code: string) => {
    const s = out.get(code)!
    return [...s.t].filter((_, i) => grade(s.q[i]) === SUSPECT).map((t) => (t - SUDDEN) / MINUTE)
  }

  test.each([2, -2])(
    'by %d m and stays: results that depend on both sides of it are suspect, there and back',
    (by) => {
      for (const inflowMethod of [1, 2, 3] as const) {
        const stay = 30 * MINUTE
        const d = with_({ window: 900, inflowMethod, movingPoints: 1, smoothing: 300 })
        const out = run(d, jumping(by, stay))
        const raw = out.get(RAW)!
        // What it says is not what came in, and never good.
        raw.v.forEach((v, i) => {
          if (Math.abs(v) > 20) expect(grade(raw.q[i]), new Date(raw.t[i]).toISOString()).toBe(SUSPECT)
        })
        const suspect = bad(out, RAW)
        expect(suspect.some((m) => m < 30)).toBe(true)
        expect(suspect.some((m) => m >= 30)).toBe(true)
        expect(bad(out, SMOOTH)).toEqual(suspect)
        // Once the window has passed it, the lake is believed again.
        for (const m of suspect) expect(m < 30 ? m : m - 30).toBeLessThanOrEqual(10 + 15 + 5)
        expect(at(out, RAW, END)).toEqual({ v: expect.closeTo(0, 6) as number, q: GOOD })
      }
    },
  )

  test('is reported in the explanation of the inflow', () => {
    const d = with_({ window: 900, movingPoints: 1 })
    const inputs = inputsFrom({ z: ['instant', jumping(2, 30 * MINUTE)] })
    const at15 = explainValue(d, inputs, RAW, SUDDEN + 15 * MINUTE, ZONE)!
    expect([at15.reason?.code, grade(at15.q)]).toEqual(['LEVEL_JUMP', SUSPECT])
    expect(at15.lines.find((line) => line.id === 'level_jump')).toMatchObject({ value: 2, unit: 'm' })
    expect(explainValue(d, inputs, RAW, END, ZONE)!.reason).toBeNull()
  })

  test('makes the points of its moving average suspect while they count', () => {
    const out = run(with_({ window: 900, movingPoints: 5 }), jumping(2, HOUR))
    expect(bad(out, SMOOTH).length).toBeGreaterThan(bad(out, RAW).length)
  })

  test('and returns at once is a spike, which is not used', () => {
    const out = run(with_({ window: 900, movingPoints: 1 }), jumping(2, STEP))
    expect(bad(out, RAW)).toEqual([])
    for (const v of out.get(RAW)!.v) expect(Math.abs(v)).toBeLessThan(1e-6)
  })

  test.each([2, -2])('by %d m: the volume of its interval is suspect too, there and back', (by) => {
    const stay = 30 * MINUTE
    for (const more of [{ inflowMethod: 3 as const }, { inflowMethod: 4 as const, inflowSeries: 'q' }]) {
      const d = with_({ window: 900, movingPoints: 1, ...more })
      const q = every(BEFORE, END, STEP, () => 20)
      const out = run(d, jumping(by, stay), { q: ['instant', q] })
      for (const code of ['general.inflow_volume', 'general.balance_residual']) {
        if (code === 'general.inflow_volume' && more.inflowMethod === 4) continue
        const s = out.get(code)!
        const suspect = bad(out, code)
        s.v.forEach((v, i) => {
          // 2 m are 2 million m3 of this lake.
          if (Math.abs(v) > 100_000) expect(suspect).toContain((s.t[i] - SUDDEN) / MINUTE)
        })
        expect([suspect.some((m) => m < 30), suspect.some((m) => m >= 30)]).toEqual([true, true])
        for (const m of suspect) expect(m < 30 ? m : m - 30).toBeLessThanOrEqual(20)
      }
      // The measured inflow does not rest on the level.
      if (more.inflowMethod === 4) expect(bad(out, 'general.inflow_volume')).toEqual([])
    }
  })

  test('and was confirmed by a person is a real change of volume', () => {
    const z = jumping(2, 30 * MINUTE)
    const confirmed = [{ from: SUDDEN, to: END }]
    const inputs = (code: string) =>
      code === 'z' ? { kind: 'instant' as const, series: z, confirmed } : undefined
    const out = compute(with_({ window: 900, movingPoints: 1 }), inputs, T0, END, ZONE)
    expect(bad(out, RAW)).toEqual([])
  })

  test('by less than the limit of the rate is a flood', () => {
    const z = every(BEFORE, END, STEP, (t) => 612 + Math.min(4, Math.max(0, (0.9 * (t - SUDDEN)) / STEP)))
    expect(bad(run(with_({ window: 900, movingPoints: 1 }), z), RAW)).toEqual([])
  })
})

describe('inflow of another source', () => {
  const flat = every(BEFORE, END, STEP, () => 612)

  test('measured upstream hourly: the mean over the window, with its coverage', () => {
    const hourly = every(BEFORE, T0 + 2 * HOUR, HOUR, (t) => 20 + (t - T0) / HOUR)
    const d = with_({ inflowMethod: 4, inflowSeries: 'q', movingPoints: 1 })
    const out = run(d, flat, { q: ['instant', hourly] })
    expect(at(out, RAW, T0 + HOUR)).toEqual({ v: 20.5, q: GOOD })
    expect(at(out, RAW, T0 + 90 * MINUTE)).toEqual({ v: 21, q: GOOD })
    // The next one is to come: what is known of the window counts.
    expect(at(out, RAW, T0 + 150 * MINUTE)).toEqual({ v: 21.75, q: PARTIAL })
    expect(at(out, RAW, END).v).toBeNaN()
    expect(grade(at(out, RAW, END).q)).toBe(MISSING)
    const mean = run(d, flat, { q: ['mean', hourly] })
    expect(at(mean, RAW, T0 + 2 * HOUR)).toEqual({ v: 22, q: GOOD })
    expect(at(mean, RAW, T0 + 90 * MINUTE).v).toBeCloseTo(21.5, 9)
  })

  test('measured by a station: gaps are found by its own interval', () => {
    const gauge = station('q', { type: 3, every: 900 })
    const holed = every(BEFORE, END, 15 * MINUTE, (t) => (t > T0 && t < T0 + HOUR ? undefined : 20))
    const d = with_(
      { inflowMethod: 4, inflowSeries: 'q', movingPoints: 1 },
      { stations: [version('q', gauge)] },
    )
    const out = run(d, flat, { q: ['instant', holed] })
    expect(at(out, RAW, T0 + 30 * MINUTE)).toEqual({ v: 20, q: PARTIAL })
    expect(at(out, RAW, T0 + HOUR).v).toBeNaN()
  })

  test('entered by hand: in force until the next entry, and flagged', () => {
    const list: Entry[] = [
      [BEFORE, 30],
      [T0 + HOUR, 40],
      [T0 + 2 * HOUR, null],
    ]
    const d = with_({ inflowMethod: 5, inflowSeries: 'q', movingPoints: 1 })
    const out = run(d, flat, { q: ['step', fromEntries(list)] })
    expect(at(out, RAW, T0 + HOUR - STEP)).toEqual({ v: 30, q: GOOD | EDITED })
    expect(at(out, RAW, T0 + HOUR)).toEqual({ v: 40, q: GOOD | EDITED })
    expect(at(out, RAW, T0 + 2 * HOUR).v).toBeNaN()
    const nothing = run(with_({ inflowMethod: 5 }), flat)
    expect(grade(at(nothing, RAW, END).q)).toBe(MISSING)
  })
})

describe('basin rain', () => {
  const flat = every(BEFORE, END, STEP, () => 612)
  const RAIN = 'basin.rain'
  const d = (...stations: ReturnType<typeof station>[]) =>
    description({ stations: stations.map((s) => version(s.code, s)) })

  test('is weighted over the gauges that report; the others are reported as missing', () => {
    const plant = d(station('a', { thiessen: 0.75 }), station('b', { thiessen: 0.25 }))
    const a = every(BEFORE, END, STEP, () => 2)
    const b = every(BEFORE, END, STEP, (t) => (t > T0 + HOUR ? undefined : 6))
    const out = run(plant, flat, { a: ['total', a], b: ['total', b] })
    expect(at(out, RAIN, T0)).toEqual({ v: 3, q: GOOD })
    expect(at(out, RAIN, END)).toEqual({ v: 2, q: PARTIAL })
    const lost = run(plant, flat, { b: ['total', b] })
    expect(at(lost, RAIN, T0).v).toBeNaN()
  })

  test('covers the hour of the slowest gauge, on the local clock, and adds up to the fallen rain', () => {
    const plant = d(station('a'), station('b', { every: 3600 }))
    const a = every(BEFORE, END, STEP, () => 1)
    const b = every(BEFORE, END, HOUR, () => 12)
    const out = run(plant, flat, { a: ['total', a], b: ['total', b] })
    const s = out.get(RAIN)!
    expect([...s.t]).toEqual([0, 1, 2, 3, 4].map((h) => T0 + h * HOUR))
    expect(new Set(s.v)).toEqual(new Set([12]))
  })

  test('is partial with more than a tenth of the totals of a gauge missing; a gauge with more than half missing is left out', () => {
    const plant = d(station('a'), station('b', { every: 3600 }))
    const b = every(BEFORE, END, HOUR, () => 12)
    const without = (n: number) =>
      every(BEFORE, END, STEP, (t) => (((t - T0) / STEP + 1200) % 12 < n ? undefined : 1))
    const rain = (n: number) => {
      const out = run(plant, flat, { a: ['total', without(n)], b: ['total', b] })
      return at(out, RAIN, END)
    }
    expect(rain(1)).toEqual({ v: 11.5, q: GOOD })
    expect(rain(3)).toEqual({ v: (9 + 12) / 2, q: PARTIAL })
    // Left out, its neighbour stands for the basin.
    expect(rain(7)).toEqual({ v: 12, q: PARTIAL })
  })

  test('uses the local hours of a zone that is 45 minutes off', () => {
    const plant = d(station('a', { every: 3600 }))
    const from = Date.UTC(2025, 9, 9, 18, 15)
    const level = every(from - 12 * HOUR, from + 4 * HOUR, STEP, () => 612)
    const a = every(from - 12 * HOUR, from + 4 * HOUR, HOUR, () => 3)
    const out = compute(
      plant,
      inputsFrom({ z: ['instant', level], a: ['total', a] }),
      from,
      from + 2 * HOUR,
      'Asia/Kathmandu',
    )
    expect([...out.get(RAIN)!.t]).toEqual([from, from + HOUR, from + 2 * HOUR])
    expect(new Set(out.get(RAIN)!.v)).toEqual(new Set([3]))
  })
})

test('suspect levels are used only where that is allowed, and make every result suspect', () => {
  const level = fromEntries(
    Array.from(every(BEFORE, END, STEP, () => 612).t, (t): Entry => [t, 612, SUSPECT]),
  )
  expect(at(run(with_({}), level), RAW, END).v).toBeNaN()
  const out = run(with_({ allowSuspect: true }), level)
  expect(at(out, 'general.lake_level', END)).toEqual({ v: 612, q: SUSPECT })
})
