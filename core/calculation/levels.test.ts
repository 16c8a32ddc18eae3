import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GOOD, MISSING, PARTIAL, STALE, grade } from '#core/quality/index.ts'
import { equal, fromEntries, slice, toEntries, type Entry, type Series } from '#core/series/index.ts'
import {
  HOUR,
  MINUTE,
  T0,
  chance,
  cut,
  description,
  every,
  inputsFrom,
  parameters,
  position,
  version,
} from './fixtures.ts'
import { LevelAt, levelTrack, staffsAt } from './levels.ts'
import { liveLevel } from './live.ts'
import { LEVEL_CHECKED, SPIKE_SIDE } from './reach.ts'

const STEP = 5 * MINUTE
const END = T0 + 24 * HOUR

/** A level that jumps to and fro by metres, so that every check has its say for a long time. */
function wild(seed: number): Series {
  const next = chance(seed)
  const list: Entry[] = []
  let z = 612
  for (let t = T0; t <= END; t += STEP) {
    if (next() < 0.15) z = 600 + 20 * next()
    if (next() < 0.9) list.push([t + Math.floor(0.2 * STEP * next()), z + 0.02 * next(), GOOD])
  }
  return fromEntries(list)
}

const even = fc.noBias(fc.integer({ min: 0, max: 999_999 })).map((n) => n / 1e6)
const slow = (rate: number) => description({ parameters: [version('p', parameters({ levelRate: rate }))] })

describe('checked levels', () => {
  const rates = fc.constantFrom(0.02, 0.1, 1)

  test('are the same wherever reading begins', () => {
    fc.assert(
      fc.property(fc.noBias(fc.nat()), rates, even, (seed, rate, place) => {
        const inputs = inputsFrom({ z: ['instant', wild(seed)] })
        const a = T0 + Math.floor(place * (END - T0))
        const whole = levelTrack(slow(rate), inputs, 1, T0, END)
        const within = cut(inputs, a - LEVEL_CHECKED * STEP, END + HOUR)
        const part = levelTrack(slow(rate), within, 1, a, END)
        expect(equal(part, slice(whole, a, END + 1))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('depend on a reading only as far as documented', () => {
    let changed = 0
    fc.assert(
      fc.property(fc.noBias(fc.nat()), rates, even, (seed, rate, place) => {
        const series = wild(seed)
        const entries = toEntries(series)
        const k = Math.floor(place * entries.length)
        const [t, v] = entries[k]
        const other = fromEntries([...entries, [t, v! > 610 ? v! - 5 : v! + 5, GOOD]])
        const track = (s: Series) => levelTrack(slow(rate), inputsFrom({ z: ['instant', s] }), 1, T0, END)
        const before = track(series)
        const after = track(other)
        expect([...after.t]).toEqual([...before.t])
        for (let i = 0; i < before.t.length; i++) {
          if (before.v[i] === after.v[i] && before.q[i] === after.q[i]) continue
          if (before.v[i] !== before.v[i] && after.v[i] !== after.v[i]) continue
          changed++
          expect(before.t[i]).toBeGreaterThanOrEqual(t - SPIKE_SIDE * STEP)
          expect(before.t[i]).toBeLessThanOrEqual(t + LEVEL_CHECKED * STEP)
        }
      }),
      { numRuns: 300 },
    )
    expect(changed).toBeGreaterThan(80)
  })

  test('use the calibration in force at each reading, unaffected by later ones', () => {
    const c = T0 + 12 * HOUR + MINUTE
    // The staff was set a metre lower at c, and calibrated so: the level is constant.
    const raw = every(T0, END, STEP, (t) => (t < c ? 12 : 13))
    const inputs = inputsFrom({ z: ['instant', raw] })
    const old = position('z', { offset: 600 })
    const plain = description({ positions: [version('z', old)] })
    const changed = description({
      positions: [version('z', old, -Infinity, c), version('z', position('z', { offset: 599 }), c)],
    })
    const track = levelTrack(changed, inputs, 1, T0, END)
    expect(new Set(track.v)).toEqual(new Set([612]))
    expect(new Set(track.q)).toEqual(new Set([GOOD]))
    const before = slice(levelTrack(plain, inputs, 1, T0, c - 1), T0, c)
    expect(equal(slice(track, T0, c), before)).toBe(true)
  })

  test('keep the calibration of the last reading of one staff gauge when the other one changes', () => {
    const c = T0 + 6 * HOUR
    const inputs = inputsFrom({
      a: ['instant', every(T0, END, STEP, () => 612)],
      // Reports every ten minutes, so its last reading before c still counts after it.
      b: ['instant', every(T0 + STEP, END, 2 * STEP, (t) => (t < c ? 12 : 2))],
    })
    const b = (offset: number) => position('b', { offset, every: 600 })
    const d = description({
      positions: [version('a', position('a')), version('b', b(600), -Infinity, c), version('b', b(610), c)],
    })
    expect(new Set(levelTrack(d, inputs, 1, T0, END).v)).toEqual(new Set([612]))
  })

  test('of two staff gauges with other reporting times each count for two of their own intervals', () => {
    const silent = T0 + 3 * HOUR
    const inputs = inputsFrom({
      a: ['instant', every(T0, END, STEP, () => 612)],
      b: ['instant', every(T0, END, HOUR, (t) => (t > silent ? undefined : 612.04))],
    })
    const d = description({
      positions: [version('a', position('a')), version('b', position('b', { every: 3600 }))],
    })
    const track = levelTrack(d, inputs, 1, T0, END)
    const level = (t: number) => {
      const i = track.t.indexOf(t)
      return [Math.round(track.v[i] * 100) / 100, track.q[i]]
    }
    expect(level(silent)).toEqual([612.02, GOOD])
    expect(level(silent + 2 * HOUR)).toEqual([612.02, GOOD])
    expect(level(silent + 2 * HOUR + STEP)).toEqual([612, PARTIAL])
  })
})

describe('the level at an instant', () => {
  const at = (series: Series, t: number, known = series) => {
    const d = description()
    const inputs = inputsFrom({ z: ['instant', known] })
    const level = new LevelAt(levelTrack(d, inputsFrom({ z: ['instant', series] }), 1, T0, t))
    level.enter(staffsAt(d, inputs, 1, t))
    return [level.seek(t), grade(level.quality)]
  }
  const flat = every(T0, T0 + HOUR, STEP, () => 612)

  test('is held for two intervals, then stale; it is missing where nothing was ever received', () => {
    expect(at(flat, T0 + HOUR)).toEqual([612, GOOD])
    expect(at(flat, T0 + HOUR + 2 * STEP)).toEqual([612, GOOD])
    expect(at(flat, T0 + HOUR + 2 * STEP + 1)).toEqual([NaN, STALE])
    expect(at(flat, T0 + 20 * HOUR)).toEqual([NaN, STALE])
    expect(at(fromEntries([]), T0 + HOUR)).toEqual([NaN, MISSING])
  })

  test('is the mean of the five minutes before', () => {
    const minutes = every(T0, T0 + HOUR, MINUTE, (t) => 612 + ((t - T0) / MINUTE) * 0.001)
    const [v] = at(minutes, T0 + HOUR)
    expect(v).toBeCloseTo(612 + 0.058, 9)
  })

  test('the live level is the newest, checked as in the calculation', () => {
    const d = description()
    const spiked = fromEntries([...toEntries(flat), [T0 + HOUR + STEP, 618]])
    const inputs = inputsFrom({ z: ['instant', spiked] })
    expect(liveLevel(d, inputs, T0 + HOUR + STEP, HOUR)).toEqual({ t: T0 + HOUR + STEP, v: 612, q: GOOD })
    // Late it is still the last one that is known, and says so.
    expect(liveLevel(d, inputs, T0 + 2 * HOUR, HOUR)).toEqual({ t: T0 + HOUR + STEP, v: 612, q: STALE })
    expect(liveLevel(d, inputs, T0 + 20 * HOUR, HOUR)).toBeNull()
  })
})
