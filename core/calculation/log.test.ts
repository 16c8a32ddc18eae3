import { describe, expect, test } from 'vitest'
import { ESTIMATED, GOOD, MISSING, STALE } from '#core/quality/index.ts'
import { fromEntries, type Entry } from '#core/series/index.ts'
import { compute } from './compute.ts'
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
const END = T0 + 2 * HOUR
const STEP = 5 * MINUTE
const flat = every(BEFORE, END, STEP, () => 612)
const short = [version('p', parameters({ inflowMethod: 1, movingPoints: 1, window: 300 }))]
/** Through an orifice 8 m wide under 12 m, m3/s per metre of opening. */
const ORIFICE = 0.6 * 8 * Math.sqrt(2 * 9.81 * 12)
const step = (...list: Entry[]) => ['step', fromEntries(list)] as ['step', ReturnType<typeof fromEntries>]
const run = (d: ReturnType<typeof description>, more: Parameters<typeof inputsFrom>[0]) =>
  compute(d, inputsFrom({ z: ['instant', flat], ...more }), T0, END, ZONE)
const inflow = (out: ReturnType<typeof run>, t: number) => at(out, 'general.total_discharge_lake', t)
const q = (out: ReturnType<typeof run>, t: number) => at(out, 'outlet.g.q', t)

describe('a gate without a sensor', () => {
  const bare = (more = {}) =>
    description({
      parameters: short,
      gates: [version('g', gate('g', { leaves: [{ id: 'g', name: '' }], ...more }))],
    })

  test('is as logged, and its volume counts from the minute of the movement', () => {
    const log = step([T0 - 6 * HOUR, 0.5], [T0 + 17 * MINUTE, 1])
    const out = run(bare(), { 'log.g': log })
    expect(q(out, T0 + 15 * MINUTE).v).toBeCloseTo(0.5 * ORIFICE, 9)
    expect(q(out, T0 + 20 * MINUTE)).toEqual({ v: expect.closeTo(ORIFICE, 9) as number, q: GOOD })
    // Two minutes at half a metre, three at one.
    expect(inflow(out, T0 + 20 * MINUTE).v).toBeCloseTo((ORIFICE * (0.5 * 2 + 1 * 3)) / 5, 9)
    expect(inflow(out, T0 + 20 * MINUTE).q).toBe(GOOD)
    expect(q(out, END).v).toBeCloseTo(ORIFICE, 9)
  })

  test('is unknown before its first entry', () => {
    const out = run(bare(), { 'log.g': step([T0 + 17 * MINUTE, 1]) })
    expect(q(out, T0 + 15 * MINUTE)).toEqual({ v: NaN, q: MISSING })
    expect(inflow(out, T0 + 20 * MINUTE).v).toBeNaN()
    expect(inflow(out, T0 + 25 * MINUTE).v).toBeCloseTo(ORIFICE, 9)
  })

  test('passes water when it is opened and closed between two instants', () => {
    const log = step([BEFORE, 0], [T0 + MINUTE, 2], [T0 + 4 * MINUTE, 0])
    const out = run(bare(), { 'log.g': log })
    expect(q(out, T0 + STEP)).toEqual({ v: 0, q: GOOD })
    expect(inflow(out, T0 + STEP).v).toBeCloseTo((2 * ORIFICE * 3) / 5, 9)
  })

  test('with a rating by level alone is treated as a gate out of the water', () => {
    const d = bare()
    d.tables.push(
      version(
        'FFZQ',
        table('FFZQ', 'g', [
          [600, 0],
          [620, 1000],
        ]),
      ),
    )
    const log = step([T0 + 20 * MINUTE, 0], [T0 + 40 * MINUTE, 1], [T0 + 60 * MINUTE, 6])
    const out = run(d, { 'log.g': log })
    // Nothing was written yet: it is open, as built.
    expect(q(out, T0)).toEqual({ v: 600, q: GOOD })
    expect(q(out, T0 + 20 * MINUTE).v).toBe(0)
    expect(q(out, T0 + 40 * MINUTE).v).toBeCloseTo(ORIFICE, 9)
    expect(q(out, T0 + 60 * MINUTE).v).toBe(600)
  })

  test('a free overflow has nothing to move', () => {
    const d = bare({ type: 1, parameters: { width: 8, sill: 611 } })
    expect(q(run(d, { 'log.g': step([BEFORE, 0]) }), T0).v).toBe(q(run(d, {}), T0).v)
  })
})

describe('a gate whose sensor falls silent', () => {
  const d = (more = {}, parameters = short) =>
    description({ parameters, gates: [version('g', gate('g', more))] })
  /** 1 m until midnight, then nothing for an hour. */
  const sensor = every(BEFORE, END, STEP, (t) => (t > T0 && t < T0 + HOUR ? undefined : 1))

  test('is as logged since its last reading, as an estimate, until the sensor reports again', () => {
    const out = run(d(), { 'g.opening': ['step', sensor], 'log.g': step([T0 + 10 * MINUTE, 2]) })
    expect(q(out, T0 + 15 * MINUTE)).toEqual({ v: expect.closeTo(ORIFICE, 9) as number, q: GOOD })
    expect(q(out, T0 + 20 * MINUTE)).toEqual({ v: expect.closeTo(2 * ORIFICE, 9) as number, q: ESTIMATED })
    expect(inflow(out, T0 + 20 * MINUTE).v).toBeCloseTo((ORIFICE * (0.001 + 2 * 299.999)) / 300, 9)
    expect(inflow(out, T0 + 20 * MINUTE).q).toBe(ESTIMATED)
    expect(inflow(out, T0 + 55 * MINUTE).v).toBeCloseTo(2 * ORIFICE, 9)
    expect(q(out, T0 + HOUR)).toEqual({ v: expect.closeTo(ORIFICE, 9) as number, q: GOOD })
  })

  test('does not use entries from before its last reading again', () => {
    const readings: Parameters<typeof run>[1] = {
      'g.opening': ['step', sensor],
      'log.g': step([T0 - HOUR, 2]),
    }
    const held = at(run(d(), readings), 'outlet.g.q', T0 + 20 * MINUTE)
    expect(held).toEqual({ v: expect.closeTo(ORIFICE, 9) as number, q: ESTIMATED })
    const none = short.map((p) => ({ ...p, body: { ...p.body, holdSilent: 0 } }))
    expect(q(run(d({}, none), readings), T0 + 20 * MINUTE)).toEqual({ v: NaN, q: STALE })
  })

  test('reads the log in metres, whatever the sensor measures', () => {
    const travel = d({ leaves: [{ id: 'g', name: '', openingSeries: 'g.opening', openingUnit: 'deg' }] })
    travel.tables.push(
      version(
        'ZAoAc',
        table('ZAoAc', 'g', [
          [612, 0, 0],
          [612, 90, 6],
        ]),
      ),
    )
    const turned = every(BEFORE, END, STEP, (t) => (t > T0 && t < T0 + HOUR ? undefined : 15))
    const out = run(travel, { 'g.opening': ['step', turned], 'log.g': step([T0 + 18 * MINUTE, 2]) })
    expect(q(out, T0).v).toBeCloseTo(ORIFICE, 9)
    expect(q(out, T0 + 20 * MINUTE).v).toBeCloseTo(2 * ORIFICE, 9)
    expect(inflow(out, T0 + HOUR).v).toBeCloseTo(2 * ORIFICE, 9)
  })
})

test('a unit runs at the logged power, in kW', () => {
  const rows = [610, 620].flatMap((z) => [0, 1, 20].map((p) => [z, p, 2 * p]))
  const d = description({
    parameters: short,
    units: [version('u', unit('u'))],
    tables: [version('ZPQ', table('ZPQ', 'u', rows, { units: { p: 'MW' } }))],
  })
  const log = step([BEFORE, 0], [T0 + 2 * MINUTE, 10_000], [T0 + 33 * MINUTE, 0])
  const out = run(d, { 'log.u': log })
  expect(at(out, 'unit.u.q', T0 + STEP)).toEqual({ v: 20, q: GOOD })
  expect(at(out, 'general.power', T0 + STEP)).toEqual({ v: 10_000, q: GOOD })
  expect(inflow(out, T0 + STEP).v).toBeCloseTo((20 * 3) / 5, 9)
  expect(inflow(out, T0 + 35 * MINUTE).v).toBeCloseTo((20 * 3) / 5, 9)
  expect(at(out, 'unit.u.q', T0 + 35 * MINUTE)).toEqual({ v: 0, q: GOOD })
  // It ran in between only.
  const between = run(d, { 'log.u': step([BEFORE, 0], [T0 + MINUTE, 5000], [T0 + 3 * MINUTE, 0]) })
  expect(inflow(between, T0 + STEP).v).toBeCloseTo((10 * 2) / 5, 9)
})
