import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Description, Outlet, Parameters as Set } from '#core/description/index.ts'
import { ESTIMATED, GOOD, MISSING, STALE, SUSPECT, grade } from '#core/quality/index.ts'
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
  position,
  table,
  unit,
  version,
} from './fixtures.ts'

const BEFORE = T0 - 12 * HOUR
const END = T0 + 3 * HOUR
const STEP = 5 * MINUTE
const flat = every(BEFORE, END, STEP, () => 612)
const end = (more: Partial<Set> = {}) => [
  version('p', parameters({ inflowMethod: 1, movingPoints: 1, window: 3600, ...more })),
]
const run = (d: Description, more: Parameters<typeof inputsFrom>[0]) =>
  compute(d, inputsFrom({ z: ['instant', flat], ...more }), T0, END, ZONE)
const inflow = (out: ReturnType<typeof run>, t: number) => at(out, 'general.total_discharge_lake', t)

/** Through an orifice 8 m wide under 12 m, m3/s per metre of opening. */
const ORIFICE = 0.6 * 8 * Math.sqrt(2 * 9.81 * 12)

describe('discharge of the gates', () => {
  test('is the integral of every movement while the level is constant', () => {
    const program = fc.array(
      fc.tuple(fc.integer({ min: -120 * 60, max: 180 * 60 }), fc.integer({ min: 0, max: 60 })),
      { minLength: 1, maxLength: 40 },
    )
    const windows = fc.constantFrom(300, 900, 3600)
    fc.assert(
      fc.property(program, windows, fc.boolean(), (moves, window, heartbeat) => {
        const list: Entry[] = [[BEFORE, 0.5], ...moves.map(([s, a]): Entry => [T0 + s * 1000, a / 10])]
        const log = fromEntries(list)
        const known = [...log.t].map((t, i): [number, number] => [t, log.v[i]])
        const opening = (t: number) => known.findLast(([x]) => x <= t)![1]
        if (heartbeat) {
          for (let t = BEFORE; t <= END; t += STEP) if (!log.t.includes(t)) list.push([t, opening(t)])
        }
        const d = description({
          parameters: end({ window }),
          gates: [version('g', gate('g', { every: heartbeat ? 300 : 0 }))],
        })
        const out = run(d, { 'g.opening': ['step', fromEntries(list)] })
        for (let t = T0; t <= END; t += STEP) {
          const from = t - window * 1000
          const edges = [from, ...known.map(([x]) => x).filter((x) => x > from && x < t), t]
          let sum = 0
          for (let i = 1; i < edges.length; i++) sum += opening(edges[i - 1]) * (edges[i] - edges[i - 1])
          const b = inflow(out, t)
          expect(b.v).toBeCloseTo((ORIFICE * sum) / (window * 1000), 6)
          expect(b.q).toBe(GOOD)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('is unknown for a gate that was silent within an interval', () => {
    const opening = every(BEFORE, END, STEP, (t) => (t > T0 && t < T0 + 30 * MINUTE ? undefined : 1))
    const d = description({
      parameters: end({ interval: 3600, holdSilent: 0 }),
      gates: [version('g', gate('g'))],
    })
    const out = run(d, { 'g.opening': ['step', opening] })
    expect(inflow(out, T0).v).toBeCloseTo(ORIFICE, 9)
    expect(inflow(out, T0 + HOUR).v).toBeNaN()
    expect(grade(inflow(out, T0 + HOUR).q)).toBeGreaterThanOrEqual(STALE)
    expect(at(out, 'outlet.g.q', T0 + HOUR).v).toBeCloseTo(ORIFICE, 9)
    expect(inflow(out, T0 + 2 * HOUR).v).toBeCloseTo(ORIFICE, 9)
  })

  test.each(['step', 'instant', 'mean'] as const)(
    'over a silence within an interval, opening as %s',
    (kind) => {
      // Length of the silence and of holding, minutes; the end of the silence is known again within the same hour.
      const lengths = fc.record({
        begin: fc.integer({ min: 0, max: 4 }),
        silence: fc.integer({ min: 1, max: 10 }),
        hold: fc.constantFrom(0, 20, 30, 120),
      })
      fc.assert(
        fc.property(lengths, ({ begin, silence, hold }) => {
          const from = T0 + begin * STEP
          const until = from + silence * STEP
          if (until > T0 + HOUR) return
          const opening = every(BEFORE, END, STEP, (t) => (t > from && t < until ? undefined : 1))
          const d = description({
            parameters: end({ interval: 3600, holdSilent: hold * 60 }),
            gates: [version('g', gate('g'))],
          })
          const b = inflow(run(d, { 'g.opening': [kind, opening] }), T0 + HOUR)
          // What an entry of a mean covers is no silence.
          const quiet = until - from - (kind === 'mean' ? 1.25 * STEP : 0)
          if (quiet > Math.max(3 * STEP, hold * MINUTE)) {
            expect(b.v).toBeNaN()
            expect(grade(b.q)).toBeGreaterThanOrEqual(STALE)
            return
          }
          expect(b.v).toBeCloseTo(ORIFICE, 9)
          if (quiet > 3 * STEP) expect(grade(b.q)).toBe(ESTIMATED)
          else if (kind !== 'mean') expect(b.q).toBe(GOOD)
        }),
        { numRuns: 60 },
      )
    },
  )

  test('is as doubtful as a doubtful movement between two instants', () => {
    const opening = every(BEFORE, END, MINUTE, () => 1)
    const q = Uint8Array.from(opening.q, (g, i) => (opening.t[i] === T0 + 2 * MINUTE ? SUSPECT : g))
    const d = description({
      parameters: end({ window: 300, allowSuspect: true }),
      gates: [version('g', gate('g', { every: 60 }))],
    })
    const out = run(d, { 'g.opening': ['step', { ...opening, q }] })
    expect([inflow(out, T0).q, grade(inflow(out, T0 + STEP).q)]).toEqual([GOOD, SUSPECT])
  })

  test('counts a gate that is opened and closed between two instants', () => {
    const list: Entry[] = [
      [BEFORE, 0],
      [T0 + MINUTE, 2],
      [T0 + 4 * MINUTE, 0],
    ]
    const d = description({
      parameters: end({ window: 300 }),
      gates: [version('g', gate('g', { every: 0 }))],
    })
    const out = run(d, { 'g.opening': ['step', fromEntries(list)] })
    expect(inflow(out, T0 + STEP).v).toBeCloseTo((2 * ORIFICE * 3) / 5, 9)
    expect(at(out, 'outlet.g.q', T0 + STEP)).toEqual({ v: 0, q: GOOD })
  })

  test.each(['step', 'instant', 'mean'] as const)('measured as %s', (kind) => {
    const d = description({
      parameters: end({ window: 300 }),
      gates: [
        version(
          'g',
          gate('g', {
            method: 'measured',
            every: 3600,
            leaves: [{ id: 'g', name: '', dischargeSeries: 'q' }],
          }),
        ),
      ],
    })
    const q = every(BEFORE, T0 + 2 * HOUR, HOUR, (t) => (t - T0) / HOUR + 20)
    const out = run(d, { q: [kind, q] })
    const half = T0 + HOUR + 30 * MINUTE
    const expected = { step: 21, instant: 21.5 - 2.5 / 60, mean: 22 }[kind]
    expect(inflow(out, half).v).toBeCloseTo(expected, 9)
    expect(at(out, 'outlet.g.q', half)).toEqual({ v: kind === 'mean' ? 22 : 21, q: GOOD })
    expect(at(out, 'outlet.g.method', half).v).toBe(4)
    // The hour at hand has not ended.
    expect(at(out, 'outlet.g.q', END)).toEqual({ v: 22, q: kind === 'mean' ? ESTIMATED : GOOD })
    expect(inflow(out, END).v).toBeCloseTo(22, 9)
  })
})

describe('discharge of the units', () => {
  // 2 m3/s for every MW at any level, down to nothing.
  const rows = [610, 620].flatMap((z) => [0, 1, 20].map((p) => [z, p, 2 * p]))
  const plant = (more = {}, own: Partial<Set> = {}) =>
    description({
      parameters: end({ window: 300, ...own }),
      units: [version('u', unit('u', more))],
      tables: [version('ZPQ', table('ZPQ', 'u', rows, { units: { p: 'MW' } }))],
    })

  test('counts starts and stops within an interval by their energy', () => {
    const powers = fc.array(fc.constantFrom(0, 0, 4, 9, 16), { minLength: 200, maxLength: 200 })
    fc.assert(
      fc.property(
        powers,
        fc.constantFrom('instant' as const, 'step' as const, 'mean' as const),
        (list, kind) => {
          // Every two minutes, so that the unit comes and goes between instants.
          const step = 2 * MINUTE
          const from = T0 - HOUR
          const series = every(from, from + 199 * step, step, (t) => list[(t - from) / step])
          const out = run(plant({ every: 120 }), { 'u.power': [kind, series] })
          for (let t = T0; t <= T0 + 2 * HOUR; t += STEP) {
            const value = (x: number) => {
              const i = (x - from) / step
              if (kind === 'step') return list[Math.floor(i)]
              if (kind === 'mean') return list[Math.ceil(i)]
              return list[Math.floor(i)] + (i % 1) * ((list[Math.floor(i) + 1] ?? 0) - list[Math.floor(i)])
            }
            // By the middle of every half minute, within which each kind is straight.
            let megawattSeconds = 0
            for (let x = t - STEP; x < t; x += MINUTE / 2) megawattSeconds += value(x + MINUTE / 4) * 30
            const expected = (2 * megawattSeconds) / 300
            expect(inflow(out, t).v).toBeCloseTo(expected, 9)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test.each(['step', 'instant', 'mean'] as const)(
    'after a silence with the unit running at both ends, as %s',
    (kind) => {
      const power = every(BEFORE, END, STEP, (t) => (t > T0 && t < T0 + 40 * MINUTE ? undefined : 0))
      const hourly = (holdSilent: number) =>
        inflow(
          run(plant({}, { interval: 3600, window: 3600, holdSilent }), { 'u.power': [kind, power] }),
          T0 + HOUR,
        )
      // It may have run for half an hour.
      expect(hourly(0).v).toBeNaN()
      expect(grade(hourly(0).q)).toBeGreaterThanOrEqual(STALE)
      expect([hourly(7200).v, grade(hourly(7200).q)]).toEqual([0, ESTIMATED])
      const whole = every(BEFORE, END, STEP, () => 0)
      const known = run(plant({}, { interval: 3600, window: 3600 }), { 'u.power': [kind, whole] })
      expect(inflow(known, T0 + HOUR)).toEqual({ v: 0, q: GOOD })
    },
  )

  test('is missing for a silent unit, and so is its volume', () => {
    const power = every(BEFORE, END, STEP, (t) => (t > T0 && t < T0 + 40 * MINUTE ? undefined : 10))
    const out = run(plant({}, { holdSilent: 0 }), { 'u.power': ['instant', power] })
    expect(at(out, 'unit.u.q', T0 + 15 * MINUTE)).toEqual({ v: 20, q: GOOD })
    expect(at(out, 'unit.u.q', T0 + 20 * MINUTE)).toEqual({ v: NaN, q: STALE })
    expect(at(out, 'general.total_discharge_out', T0 + 20 * MINUTE)).toEqual({ v: NaN, q: STALE })
    expect(inflow(out, T0 + 40 * MINUTE).v).toBeNaN()
    expect(inflow(out, T0 + 45 * MINUTE).v).toBeCloseTo(20, 9)
  })
})

describe('the tailwater', () => {
  const rating = version(
    'QZ',
    table('QZ', null, [
      [0, 604],
      [200, 609],
      [1000, 611],
    ]),
  )
  const d = (positions: Description['positions'] = [], tables = [rating]) =>
    description({
      parameters: end({ window: 300 }),
      positions: [version('z', position('z')), ...positions],
      gates: [version('g', gate('g'))],
      tables,
    })
  const opening = every(BEFORE, END, STEP, (t) => (t < T0 ? 0.2 : 3))
  const below = version('t', position('t', { type: 3 }))
  const q = (out: ReturnType<typeof run>, t: number) => at(out, 'outlet.g.q', t)

  test('without a gauge follows from the whole outflow', () => {
    const out = run(d(), { 'g.opening': ['step', opening] })
    const { v, q: quality } = q(out, T0)
    const tail = v < 200 ? 604 + v / 40 : 609 + ((v - 200) * 2) / 800
    // Between 0.67 and 0.8 of the head, the flow is by what is left of it.
    const submerged = (tail - 600) / 12
    const expected =
      submerged > 0.8
        ? 0.8 * 8 * 3 * Math.sqrt(2 * 9.81 * (612 - tail))
        : 0.6 * 8 * 3 * Math.sqrt(2 * 9.81 * 3 * (612 - tail))
    expect(submerged).toBeGreaterThan(0.67)
    expect(v).toBeCloseTo(expected, 6)
    expect(quality).toBe(GOOD)
  })

  test('has no memory: each instant computed alone has the same digits', () => {
    const out = run(d(), { 'g.opening': ['step', opening] })
    const inputs = inputsFrom({ z: ['instant', flat], 'g.opening': ['step', opening] })
    for (const t of [T0, T0 + 5 * MINUTE, END]) {
      const alone = compute(d(), inputs, t, t, ZONE)
      expect(q(alone, t).v).toBe(q(out, t).v)
    }
    expect(q(out, END).v).toBe(q(out, T0 + HOUR).v)
  })

  test('is measured by its gauge; by the rating while that is silent, as an estimate; free without either, as an estimate', () => {
    const gauge = every(BEFORE, END, STEP, (t) => (t > T0 + HOUR ? undefined : 601))
    const inputs = { 'g.opening': ['step', opening], t: ['instant', gauge] } as const
    const withBoth = run(d([below]), { ...inputs } as never)
    expect(q(withBoth, T0 + HOUR).v).toBeCloseTo(ORIFICE * 3, 9)
    expect(q(withBoth, T0 + HOUR).q).toBe(GOOD)
    expect(at(withBoth, 'general.downstream_water_level', END)).toEqual({ v: NaN, q: STALE })
    expect(q(withBoth, END).v).toBeLessThan(ORIFICE * 3)
    expect(q(withBoth, END).q).toBe(ESTIMATED)
    const without = run(d([below], []), { ...inputs } as never)
    expect(q(without, END).v).toBeCloseTo(ORIFICE * 3, 9)
    expect(q(without, END).q).toBe(ESTIMATED)
  })

  test('a suspect gauge does not improve the discharges that depend on it', () => {
    const gauge = fromEntries(Array.from(flat.t, (t): Entry => [t, 603, ESTIMATED]))
    const out = run(d([below]), { 'g.opening': ['step', opening], t: ['instant', gauge] })
    expect(q(out, T0).q).toBe(ESTIMATED)
    const low = fromEntries(Array.from(flat.t, (t): Entry => [t, 599, ESTIMATED]))
    const free = run(d([below]), { 'g.opening': ['step', opening], t: ['instant', low] })
    expect(q(free, T0).q).toBe(GOOD)
  })
})

describe('further outflow', () => {
  test('evaporation by the month of the local clock', () => {
    const d = description({ parameters: end({ evaporation: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }) })
    // Local midnight of 1 November is 17:00 UTC of the day before.
    const first = Date.UTC(2025, 9, 31, 17)
    const level = every(first - 12 * HOUR, first + HOUR, STEP, () => 612)
    const out = compute(d, inputsFrom({ z: ['instant', level] }), first - HOUR, first + HOUR, ZONE)
    const perMillimetre = 1e6 / 1000 / 86_400
    expect(at(out, 'general.evaporation', first - STEP).v).toBeCloseTo(10 * perMillimetre, 9)
    expect(at(out, 'general.evaporation', first).v).toBeCloseTo(11 * perMillimetre, 9)
    // What evaporates came in.
    expect(at(out, 'general.total_discharge_lake', first).v).toBeCloseTo(11 * perMillimetre, 9)
  })

  test('seepage is interpolated by level, and constant beyond the ends', () => {
    const seepageByLevel: [number, number][] = [
      [600, 0.2],
      [620, 0.6],
    ]
    const d = description({ parameters: end({ seepage: 9, seepageByLevel }) })
    const q = (z: number) => {
      const level = every(BEFORE, END, STEP, () => z)
      return at(run(d, { z: ['instant', level] }), 'general.seepage', END).v
    }
    expect(q(610)).toBeCloseTo(0.4, 12)
    expect(q(590)).toBe(0.2)
    expect(q(625)).toBe(0.6)
    const out = run(d, {})
    expect(inflow(out, END).v).toBeCloseTo(0.2 + (0.4 * 12) / 20, 9)
  })

  test('without any outlet or release described, outflow and inflow are unknown', () => {
    const out = run(description({ parameters: end({ envFlow: null }) }), {})
    for (const code of ['dam', 'turbine', 'out'])
      expect(at(out, `general.total_discharge_${code}`, END)).toEqual({ v: NaN, q: MISSING })
    expect(inflow(out, END).v).toBeNaN()
    expect(at(out, 'general.lake_level', END).v).toBe(612)
    const result = run(description({ parameters: end({ envFlow: 0 }) }), {})
    expect(at(result, 'general.total_discharge_out', END)).toEqual({ v: 0, q: GOOD })
  })

  test('seepage counts once, whether it returns or not', () => {
    for (const seepageReturns of [true, false]) {
      const out = run(description({ parameters: end({ seepage: 0.5, seepageReturns }) }), {})
      expect(inflow(out, END).v).toBeCloseTo(0.5, 9)
      expect(at(out, 'general.total_discharge_out', END).v).toBe(seepageReturns ? 0.5 : 0)
    }
  })

  test('the environmental release: fixed, measured hourly, or through a gate and then counted once', () => {
    const fixed = run(description({ parameters: end({ envFlow: 2 }) }), {})
    expect(at(fixed, 'general.env_discharge', END)).toEqual({ v: 2, q: ESTIMATED })
    expect(inflow(fixed, END).v).toBeCloseTo(2, 9)
    const hourly = every(BEFORE, END, HOUR, () => 3)
    const measured = run(description({ parameters: end({ envSeries: 'env' }) }), { env: ['mean', hourly] })
    expect(at(measured, 'general.env_discharge', END - STEP)).toEqual({ v: 3, q: GOOD })
    expect(inflow(measured, END - STEP)).toEqual({ v: 3, q: GOOD })
    const d = description({
      parameters: end({ envFlow: 2 }),
      gates: [version('g', gate('g', { environmental: true, every: 0 }))],
    })
    const through = run(d, { 'g.opening': ['step', fromEntries([[BEFORE, 0.1]])] })
    expect(at(through, 'general.env_discharge', END).v).toBeCloseTo(0.1 * ORIFICE, 9)
    expect(at(through, 'general.total_discharge_dam', END).v).toBeCloseTo(0.1 * ORIFICE, 9)
    expect(inflow(through, END).v).toBeCloseTo(0.1 * ORIFICE, 9)
    const silent = run(description({ parameters: end({ envSeries: 'env' }) }), {})
    expect(at(silent, 'general.total_discharge_out', END)).toEqual({ v: NaN, q: MISSING })
  })

  test('a measured total outflow counts once; gates and units beside it are only shown', () => {
    const whole: Partial<Outlet> = { method: 'measured', total: true, parameters: {}, every: 300 }
    const leaves = [{ id: 'all', name: 'all', dischargeSeries: 'all.q' }]
    const d = description({
      parameters: end(),
      gates: [version('all', gate('all', { ...whole, leaves })), version('g', gate('g', { every: 0 }))],
      units: [version('u', unit('u', { method: 'measured', dischargeSeries: 'u.q' }))],
    })
    const out = run(d, {
      'all.q': ['instant', every(BEFORE, END, STEP, () => 100)],
      'g.opening': ['step', fromEntries([[BEFORE, 0.1]])],
      'u.q': ['instant', every(BEFORE, END, STEP, () => 40)],
      'u.power': ['instant', every(BEFORE, END, STEP, () => 18)],
    })
    expect(at(out, 'general.total_discharge_out', END)).toEqual({ v: 100, q: GOOD })
    expect(inflow(out, END).v).toBeCloseTo(100, 9)
    expect(at(out, 'outlet.g.q', END).v).toBeCloseTo(0.1 * ORIFICE, 9)
    expect(at(out, 'unit.u.q', END).v).toBe(40)
    expect(at(out, 'general.power', END).v).toBe(18_000)
    // A unit that is silent takes nothing from what is known.
    const silent = run(d, { 'all.q': ['instant', every(BEFORE, END, STEP, () => 100)] })
    expect(at(silent, 'general.total_discharge_out', END)).toEqual({ v: 100, q: GOOD })
  })
})
