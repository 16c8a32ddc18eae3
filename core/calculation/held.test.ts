import { describe, expect, test } from 'vitest'
import { ESTIMATED, GOOD, STALE, grade } from '#core/quality/index.ts'
import type { Parameters as Set } from '#core/description/index.ts'
import { fromEntries, slice, type Series } from '#core/series/index.ts'
import { compute } from './compute.ts'
import { explainValue } from './explain/index.ts'
import {
  HOUR,
  MINUTE,
  T0,
  ZONE,
  at,
  description,
  every,
  gate,
  inputsFrom,
  parameters,
  table,
  unit,
  version,
} from './fixtures.ts'

const BEFORE = T0 - 12 * HOUR
const END = T0 + 6 * HOUR
const STEP = 5 * MINUTE
/** 30 cm an hour: a flood. */
const rising = every(BEFORE, END, STEP, (t) => 612 + (0.3 * (t - BEFORE)) / HOUR)
const silent = (from: number, to: number, value: number) =>
  every(BEFORE, END, STEP, (t) => (t > from && t < to ? undefined : value))
const short = (more: Partial<Set> = {}) => [
  version('p', parameters({ inflowMethod: 1, movingPoints: 1, window: 3600, ...more })),
]
const INFLOW = 'general.total_discharge_lake'

describe('a gate that falls silent in a flood', () => {
  const plant = (more: Partial<Set> = {}) =>
    description({ parameters: short(more), gates: [version('g', gate('g'))] })
  const run = (opening: Series, more: Partial<Set> = {}) =>
    compute(
      plant(more),
      inputsFrom({ z: ['instant', rising], 'g.opening': ['step', opening] }),
      T0,
      END,
      ZONE,
    )

  test('for an hour keeps an inflow, as an estimate, equal to the one without silence', () => {
    const out = run(silent(T0, T0 + HOUR, 2))
    const whole = run(silent(0, 0, 2))
    for (let t = T0; t <= T0 + 4 * HOUR; t += STEP) {
      expect(at(out, INFLOW, t).v).toBeCloseTo(at(whole, INFLOW, t).v, 6)
      expect(at(out, 'outlet.g.q', t).v).toBe(at(whole, 'outlet.g.q', t).v)
    }
    const grades = (t: number) => [grade(at(out, 'outlet.g.q', t).q), grade(at(out, INFLOW, t).q)]
    expect(grades(T0 + 15 * MINUTE)).toEqual([GOOD, GOOD])
    expect(grades(T0 + 20 * MINUTE)).toEqual([ESTIMATED, ESTIMATED])
    // The gate is known again, the hour behind it is not.
    expect(grades(T0 + HOUR)).toEqual([GOOD, ESTIMATED])
    expect(grades(T0 + 3 * HOUR)).toEqual([GOOD, GOOD])
  })

  test('is held for as long as the parameter allows, from the last reading on; 0: not at all', () => {
    const forever = silent(T0, END + HOUR, 2)
    const known = (more: Partial<Set>, minutes: number) => {
      const out = run(forever, more)
      return grade(at(out, 'outlet.g.q', T0 + minutes * MINUTE).q)
    }
    expect(known({}, 120)).toBe(ESTIMATED)
    expect(known({}, 125)).toBe(STALE)
    expect(known({ holdSilent: 1800 }, 30)).toBe(ESTIMATED)
    expect(known({ holdSilent: 1800 }, 35)).toBe(STALE)
    expect(known({ holdSilent: 0 }, 15)).toBe(GOOD)
    expect(known({ holdSilent: 0 }, 20)).toBe(STALE)
    // Three of its own intervals are never cut short.
    expect(known({ holdSilent: 60 }, 15)).toBe(GOOD)
  })

  test('late readings replace held values', () => {
    const moved = every(BEFORE, END, STEP, (t) => (t > T0 + 30 * MINUTE ? 3 : 2))
    const late = fromEntries(
      [...moved.t].flatMap((t, i): [number, number][] => (t > T0 && t < T0 + HOUR ? [] : [[t, moved.v[i]]])),
    )
    const held = run(late)
    const known = run(moved)
    const t = T0 + 45 * MINUTE
    expect(at(known, 'outlet.g.q', t).v).toBeCloseTo(1.5 * at(held, 'outlet.g.q', t).v, 6)
    expect(at(known, 'outlet.g.q', t).q).toBe(GOOD)
  })

  test('an instant is the same with and without the readings after it', () => {
    const opening = silent(T0, T0 + HOUR, 2)
    const whole = run(opening)
    const t = T0 + 50 * MINUTE
    const cut = compute(
      plant(),
      inputsFrom({
        z: ['instant', slice(rising, BEFORE, t + 1)],
        'g.opening': ['step', slice(opening, BEFORE, t + 1)],
      }),
      t,
      t,
      ZONE,
    )
    expect(at(cut, INFLOW, t)).toEqual(at(whole, INFLOW, t))
  })

  test('is named in the explanation as the reading that is held', () => {
    const d = plant()
    const inputs = inputsFrom({
      z: ['instant', rising],
      'g.opening': ['step', silent(T0, T0 + HOUR, 2)],
    })
    const of = (t: number) => explainValue(d, inputs, 'leaf.g.q', t, ZONE)!
    const held = of(T0 + 30 * MINUTE)
    expect(held.inputs).toMatchObject([{ t: T0, held: true, effective: 2, q: ESTIMATED }])
    expect(held.q).toBe(ESTIMATED)
    expect(held.parameters!.values).toContainEqual({ name: 'holdSilent', value: 7200, unit: 's' })
    expect(of(T0 + 10 * MINUTE).inputs).toMatchObject([{ t: T0, held: false, q: GOOD }])
  })
})

test('a silent unit continues as it ran, as an estimate, and so does a measured release', () => {
  const rows = [600, 640].flatMap((z) => [0, 1, 20].map((p) => [z, p, 2 * p]))
  const d = description({
    parameters: short({ envFlow: null, envSeries: 'release', holdSilent: 4 * 3600 }),
    units: [
      version('u', unit('u')),
      version('m', unit('m', { method: 'measured', dischargeSeries: 'm.flow' })),
    ],
    tables: [version('ZPQ', table('ZPQ', 'u', rows, { units: { p: 'MW' } }))],
  })
  const away = (value: number) => silent(T0, T0 + HOUR, value)
  const out = compute(
    d,
    inputsFrom({
      z: ['instant', rising],
      'u.power': ['instant', away(10)],
      'm.flow': ['mean', away(7)],
      release: ['step', silent(T0, T0 + 4 * HOUR, 3)],
    }),
    T0,
    END,
    ZONE,
  )
  const t = T0 + 40 * MINUTE
  expect(at(out, 'unit.u.q', t)).toEqual({ v: 20, q: ESTIMATED })
  expect(at(out, 'unit.m.q', t)).toEqual({ v: 7, q: ESTIMATED })
  const late = T0 + 3 * HOUR + 5 * MINUTE
  expect(at(out, 'general.env_discharge', late)).toEqual({ v: 3, q: ESTIMATED })
  expect(grade(at(out, INFLOW, late).q)).toBe(ESTIMATED)
})

test('a volume partly computed from a held release is an estimate, even where the release is known again', () => {
  const d = description({
    parameters: short({ envFlow: null, envSeries: 'release', holdSilent: 4 * 3600 }),
  })
  const back = T0 + 4 * HOUR - 2 * MINUTE
  const release = fromEntries(
    [...every(BEFORE, END, STEP, () => 3).t]
      .map((t) => (t <= T0 ? t : t + 3 * MINUTE))
      .filter((t) => t <= T0 || t >= back)
      .map((t): [number, number] => [t, 3]),
  )
  const out = compute(d, inputsFrom({ z: ['instant', rising], release: ['step', release] }), T0, END, ZONE)
  const grades = (t: number) =>
    ['general.env_discharge', 'general.outflow_volume'].map((code) => grade(at(out, code, t).q))
  expect(grades(T0)).toEqual([GOOD, GOOD])
  expect(grades(T0 + 4 * HOUR)).toEqual([GOOD, ESTIMATED])
  expect(grades(T0 + 5 * HOUR)).toEqual([GOOD, GOOD])
})

test('energy is not computed from a held power', () => {
  const rows = [600, 640].flatMap((z) => [0, 1, 20].map((p) => [z, p, 2 * p]))
  const d = description({
    parameters: short(),
    units: [version('u', unit('u')), version('w', unit('w'))],
    tables: [version('ZPQ', table('ZPQ', null, rows, { units: { p: 'MW' } }))],
  })
  const out = compute(
    d,
    inputsFrom({
      z: ['instant', rising],
      'u.power': ['instant', silent(T0, T0 + HOUR, 10)],
      'w.power': ['instant', silent(0, 0, 10)],
    }),
    T0,
    END,
    ZONE,
  )
  expect(at(out, 'general.power', T0 + 15 * MINUTE)).toEqual({ v: 20_000, q: GOOD })
  expect(at(out, 'general.total_discharge_turbine', T0 + 20 * MINUTE)).toEqual({ v: 40, q: ESTIMATED })
  expect(at(out, 'general.power', T0 + 20 * MINUTE)).toEqual({ v: NaN, q: STALE })
  expect(at(out, 'general.power', T0 + HOUR)).toEqual({ v: 20_000, q: GOOD })
})
