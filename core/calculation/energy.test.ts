import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ESTIMATED, GOOD, MISSING, PARTIAL, grade } from '#core/quality/index.ts'
import { fromEntries, merge, type Entry, type Series, type SeriesKind } from '#core/series/index.ts'
import { integral } from '#core/series/index.ts'
import type { Description } from '#core/description/index.ts'
import { computeEnergy } from './energy.ts'
import {
  at,
  chance,
  description,
  every,
  HOUR,
  inputsFrom,
  MINUTE,
  parameters,
  T0,
  unit,
  version,
  ZONE,
} from './fixtures.ts'
import type { Inputs } from './inputs.ts'
import { reachOfChange } from './reach.ts'

const STEP = 30 * MINUTE
const plant = (more: Partial<Description> = {}) =>
  description({ units: [version('u1', unit('u1'))], ...more })
const readings = (map: Record<string, Series>, kinds: Record<string, SeriesKind> = {}): Inputs =>
  inputsFrom(
    Object.fromEntries(Object.entries(map).map(([code, s]) => [code, [kinds[code] ?? 'instant', s]])),
  )
const over = (d: Description, inputs: Inputs, from: number, to: number, zone = ZONE) =>
  computeEnergy(d, inputs, from, to, zone)
const sum = (s: Series | undefined) => s!.v.reduce((a, b) => a + b, 0)
/** MW at random instants, at most ten minutes apart, before and beyond [T0, T0 + hours]. */
const scattered = (seed: number, hours: number): Series => {
  const next = chance(seed)
  const list: Entry[] = []
  for (let t = T0 - HOUR; t < T0 + (hours + 1) * HOUR; t += 1000 + Math.floor(next() * 10 * MINUTE))
    list.push([t, next() * 20])
  return fromEntries(list)
}

describe('steps of energy', () => {
  test('add up to the trapezoid of any span of whole steps', () => {
    fc.assert(
      fc.property(
        fc.noBias(fc.nat()),
        fc.constantFrom(900, 1800),
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 1, max: 20 }),
        (seed, energyStep, first, n) => {
          const d = plant({ parameters: [version('parameters', parameters({ energyStep }))] })
          const power = scattered(seed, 16)
          const [a, b] = [T0 + first * energyStep * 1000, T0 + (first + n) * energyStep * 1000]
          const out = over(d, readings({ 'u1.power': power }), a + 1, b)
          const whole = integral(power, a, b, 'instant', { maxGap: 15 * MINUTE })
          expect(out.get('energy.u1')!.t.length).toBe(n)
          expect(sum(out.get('energy.u1'))).toBeCloseTo((whole.integral / HOUR) * 1000, 6)
          expect(out.get('energy.plant')).toEqual(out.get('energy.u1'))
          expect([...out.get('energy.u1')!.q].every((q) => grade(q) === GOOD)).toBe(true)
        },
      ),
    )
  })

  test('a reading changes the steps that it touches and no other, as its reach says', () => {
    fc.assert(
      fc.property(fc.noBias(fc.nat()), fc.integer({ min: 0, max: 12 * 60 }), (seed, minute) => {
        const d = plant()
        const power = scattered(seed, 16)
        const t = T0 + HOUR + minute * MINUTE
        const edited = merge(power, fromEntries([[t, 33]]))
        const [a, b] = [
          over(d, readings({ 'u1.power': power }), T0, T0 + 16 * HOUR).get('energy.plant')!,
          over(d, readings({ 'u1.power': edited }), T0, T0 + 16 * HOUR).get('energy.plant')!,
        ]
        const k = edited.t.indexOf(t)
        const [before, after] = [edited.t[k - 1], edited.t[k + 1]]
        const reach = reachOfChange(d, 'u1.power', t, t, null)
        a.t.forEach((end, i) => {
          const touched = end > before && end - STEP < after
          if (!touched) expect(b.v[i]).toBe(a.v[i])
          if (end - STEP <= t && t < end) expect(b.v[i]).not.toBe(a.v[i])
          if (b.v[i] !== a.v[i]) expect(end >= reach.from && end <= reach.to).toBe(true)
        })
      }),
    )
  })

  test('a reading at the very edge changes the step before it and the one after it', () => {
    const flat = every(T0 - HOUR, T0 + 3 * HOUR, 5 * MINUTE, () => 6)
    const edge = merge(flat, fromEntries([[T0 + HOUR, 12]]))
    const out = over(plant(), readings({ 'u1.power': edge }), T0, T0 + 2 * HOUR).get('energy.plant')!
    expect([...out.v]).toEqual([3000, 3000, 3250, 3250, 3000].map((v) => expect.closeTo(v, 9)))
  })

  test('a change from 30 to 15 minutes and back leaves no hole and no overlap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 300 }),
        fc.integer({ min: 1, max: 300 }),
        fc.boolean(),
        (minute, length, shortFirst) => {
          const [x, y] = [T0 + minute * MINUTE, T0 + (minute + length) * MINUTE]
          const p = (energyStep: number, from: number, to: number | null) =>
            version('parameters', parameters({ energyStep }), from, to)
          const [one, other] = shortFirst ? [900, 1800] : [1800, 900]
          const d = plant({ parameters: [p(one, -Infinity, x), p(other, x, y), p(one, y, null)] })
          const flat = every(T0 - HOUR, T0 + 12 * HOUR, 5 * MINUTE, () => 4)
          const out = over(d, readings({ 'u1.power': flat }), T0 + 1, T0 + 11 * HOUR).get('energy.plant')!
          expect(sum(out)).toBeCloseTo(4000 * 11, 6)
          let before = T0
          out.t.forEach((t, i) => {
            expect(out.v[i]).toBeCloseTo((4000 * (t - before)) / HOUR, 6)
            before = t
          })
          expect(before).toBe(T0 + 11 * HOUR)
        },
      ),
    )
  })

  test('a day of 23 or 25 hours has 46 or 50 steps of half an hour', () => {
    const flat = (from: number) => every(from - HOUR, from + 30 * HOUR, 5 * MINUTE, () => 2)
    for (const [day, hours] of [
      ['2025-03-30T00:00:00+01:00', 23],
      ['2025-10-26T00:00:00+02:00', 25],
    ] as const) {
      const from = Date.parse(day)
      const inputs = readings({ 'u1.power': flat(from) })
      const out = over(plant(), inputs, from + 1, from + hours * HOUR, 'Europe/Paris').get('energy.plant')!
      expect(out.t.length).toBe(hours * 2)
      expect(sum(out)).toBeCloseTo(2000 * hours, 6)
    }
  })
})

describe('holes', () => {
  const hole = (from: number, to: number) =>
    readings({
      'u1.power': every(T0 - HOUR, T0 + 3 * HOUR, 5 * MINUTE, (t) =>
        t > T0 + from * MINUTE && t < T0 + to * MINUTE ? undefined : 6,
      ),
    })
  const at0 = (inputs: Inputs, d = plant()) =>
    at(over(d, inputs, T0 + STEP, T0 + STEP), 'energy.plant', T0 + STEP)

  test('two readings in a row are bridged; a longer one counts nothing, PARTIAL above a tenth, no value above half', () => {
    expect(at0(hole(5, 20))).toEqual({ v: expect.closeTo(3000, 9), q: GOOD })
    expect(at0(hole(-20, 2))).toEqual({ v: expect.closeTo(2500, 9), q: PARTIAL })
    expect(at0(hole(5, 25)).v).toBeNaN()
  })

  test('of two units one is unknown: so is the plant', () => {
    const d = plant({ units: [version('u1', unit('u1')), version('u2', unit('u2'))] })
    const u2 = every(T0 - HOUR, T0 + HOUR, 5 * MINUTE, () => 9)
    const out = over(d, readings({ 'u2.power': u2 }), T0 + STEP, T0 + STEP)
    expect(at(out, 'energy.u2', T0 + STEP)).toEqual({ v: expect.closeTo(4500, 9), q: GOOD })
    expect(at(out, 'energy.u1', T0 + STEP)).toEqual({ v: NaN, q: MISSING })
    expect(at(out, 'energy.plant', T0 + STEP)).toEqual({ v: NaN, q: MISSING })
  })

  test('of two units in different parts of a step: what is unknown of the plant is both', () => {
    const d = plant({ units: [version('u1', unit('u1')), version('u2', unit('u2'))] })
    const lacking = (from: number, to: number) =>
      every(T0, T0 + 2 * HOUR, MINUTE, (t) =>
        t > T0 + from * MINUTE && t < T0 + to * MINUTE ? undefined : 10,
      )
    const all = (u1: Series, u2: Series, more: Partial<Description> = {}) =>
      over({ ...d, ...more }, readings({ 'u1.power': u1, 'u2.power': u2 }), T0 + 1.5 * HOUR, T0 + 1.5 * HOUR)
    const [u1, u2] = [lacking(54, 70), lacking(80, 96)]
    const parts = all(u1, u2)
    const twoThirds = { v: expect.closeTo(10_000 / 3, 6), q: PARTIAL }
    expect(at(parts, 'energy.u1', T0 + 1.5 * HOUR)).toEqual(twoThirds)
    expect(at(parts, 'energy.u2', T0 + 1.5 * HOUR)).toEqual(twoThirds)
    expect(at(parts, 'energy.plant', T0 + 1.5 * HOUR)).toEqual({ v: NaN, q: MISSING })
    const share = [version('parameters', parameters({ ownUse: 0.01 }))]
    expect(at(all(u1, u2, { parameters: share }), 'energy.net', T0 + 1.5 * HOUR).v).toBeNaN()
    // At the same time: counted once.
    expect(at(all(u1, u1), 'energy.plant', T0 + 1.5 * HOUR)).toEqual({
      v: expect.closeTo(20_000 / 3, 6),
      q: PARTIAL,
    })
  })

  test('the log speaks where the sensor has been silent since', () => {
    const power = every(T0 - HOUR, T0 - 10 * MINUTE, 5 * MINUTE, () => 6)
    const log = fromEntries([[T0, 2000]])
    const out = over(
      plant(),
      readings({ 'u1.power': power, 'log.u1': log }, { 'log.u1': 'step' }),
      T0,
      T0 + STEP,
    )
    expect(at(out, 'energy.u1', T0 + STEP)).toEqual({ v: expect.closeTo(1000, 9), q: ESTIMATED })
    // What was written before the last reading is older than it.
    const old = readings(
      { 'u1.power': power, 'log.u1': fromEntries([[T0 - HOUR, 2000]]) },
      { 'log.u1': 'step' },
    )
    expect(at(over(plant(), old, T0 + STEP, T0 + STEP), 'energy.u1', T0 + STEP)).toEqual({
      v: NaN,
      q: MISSING,
    })
  })

  test('a plant without units has no energy, a unit none before it was there', () => {
    expect(over(description(), readings({}), T0, T0 + HOUR).size).toBe(0)
    const d = plant({ units: [version('u1', unit('u1'), T0 + 45 * MINUTE)] })
    const power = every(T0 - HOUR, T0 + 3 * HOUR, 5 * MINUTE, () => 6)
    const out = over(d, readings({ 'u1.power': power }), T0, T0 + HOUR)
    expect(out.get('energy.u1')).toEqual(fromEntries([[T0 + HOUR, 1500, GOOD]]))
  })
})

describe('a meter', () => {
  const kWh: SeriesKind = 'total'
  const metered = plant({ units: [version('u1', unit('u1', { meterSeries: 'm1', meterEvery: 1800 }))] })
  const flat = every(T0 - 3 * HOUR, T0 + 6 * HOUR, 5 * MINUTE, () => 6)

  test('wins where it has data; the difference is a quantity of its own', () => {
    const m1 = every(T0, T0 + HOUR, STEP, () => 3030)
    const out = over(metered, readings({ 'u1.power': flat, m1 }, { m1: kWh }), T0 + STEP, T0 + 2 * HOUR)
    expect([...out.get('energy.u1')!.v]).toEqual([3030, 3030, 3000, 3000].map((v) => expect.closeTo(v, 9)))
    expect([...out.get('energy.plant')!.v]).toEqual([...out.get('energy.u1')!.v])
    const { v, q } = out.get('energy.u1.difference')!
    expect([...v]).toEqual([expect.closeTo(30, 9), expect.closeTo(30, 9), NaN, NaN])
    expect([...q].map(grade)).toEqual([GOOD, GOOD, MISSING, MISSING])
    expect(out.has('energy.plant.difference')).toBe(false)
  })

  test('that is replaced counts up to its last reading, of the plant as of a unit', () => {
    const X = T0 + 6 * HOUR
    const power = every(T0, T0 + 9 * HOUR, 5 * MINUTE, () => 10)
    const meters = {
      old: every(T0, X, STEP, () => 4900),
      new: every(X + STEP, X + HOUR, STEP, () => 5100),
    }
    const by = (meterSeries: string) => ({ meterSeries, meterEvery: 1800 })
    const ofPlant = plant({
      parameters: [
        version('parameters', parameters({ ...by('old'), ownUse: 0.01 }), -Infinity, X),
        version('parameters', parameters({ ...by('new'), ownUse: 0.02 }), X),
      ],
    })
    const ofUnit = plant({
      units: [version('u1', unit('u1', by('old')), -Infinity, X), version('u1', unit('u1', by('new')), X)],
    })
    const kinds = { old: kWh, new: kWh }
    for (const d of [ofPlant, ofUnit]) {
      const out = over(d, readings({ 'u1.power': power, ...meters }, kinds), X - STEP, X + HOUR)
      expect([...out.get('energy.plant')!.v]).toEqual([4900, 4900, 5100, 5100])
      const difference = out.get(`energy.${d === ofPlant ? 'plant' : 'u1'}.difference`)!
      expect([...difference.v]).toEqual([-100, -100, 100, 100].map((v) => expect.closeTo(v, 6)))
    }
    // So is the share of own use that of the time before.
    const used = over(ofPlant, readings({ 'u1.power': power, ...meters }, kinds), X - STEP, X + STEP)
    expect([...used.get('energy.own_use')!.v]).toEqual([49, 49, 102].map((v) => expect.closeTo(v, 9)))
    expect([...used.get('energy.net')!.v]).toEqual([4851, 4851, 4998].map((v) => expect.closeTo(v, 9)))
  })

  test('of the plant: unlike the sum of its units', () => {
    const d = plant({
      parameters: [version('parameters', parameters({ meterSeries: 'm', meterEvery: 900 }))],
    })
    const m = every(T0, T0 + HOUR, 15 * MINUTE, () => 1400)
    const out = over(d, readings({ 'u1.power': flat, m }, { m: kWh }), T0 + STEP, T0 + HOUR)
    expect([...out.get('energy.plant')!.v]).toEqual([2800, 2800])
    expect([...out.get('energy.plant.difference')!.v]).toEqual([-200, -200].map((v) => expect.closeTo(v, 9)))
    expect([...out.get('energy.u1')!.v]).toEqual([3000, 3000].map((v) => expect.closeTo(v, 9)))
  })

  test('an hour of it is split as the power says, and its parts add up to it', () => {
    const d = plant({ units: [version('u1', unit('u1', { meterSeries: 'm1', meterEvery: 3600 }))] })
    // Twice the power in the second half.
    const power = every(T0 - HOUR, T0 + 3 * HOUR, 5 * MINUTE, (t) => (t <= T0 + STEP ? 4 : 8))
    const m1 = fromEntries([[T0 + HOUR, 6600]])
    const out = over(d, readings({ 'u1.power': power, m1 }, { m1: kWh }), T0 + STEP, T0 + HOUR).get(
      'energy.u1',
    )!
    expect(sum(out)).toBeCloseTo(6600, 9)
    expect(out.v[1] / out.v[0]).toBeCloseTo((4000 - 100 / 6 - 150) / 2000, 1)
    // Without power, evenly.
    const alone = over(d, readings({ m1 }, { m1: kWh }), T0 + STEP, T0 + HOUR).get('energy.u1')!
    expect([...alone.v]).toEqual([3300, 3300])
  })

  test('a missing reading of it is made good by the power, a null and a refused one too', () => {
    const m1 = fromEntries([
      [T0, 750],
      [T0 + 15 * MINUTE, 1600],
      [T0 + 45 * MINUTE, null],
      [T0 + 60 * MINUTE, 1700],
    ])
    const d = plant({ units: [version('u1', unit('u1', { meterSeries: 'm1', meterEvery: 900 }))] })
    const out = over(d, readings({ 'u1.power': flat, m1 }, { m1: kWh }), T0 + STEP, T0 + HOUR)
    expect([...out.get('energy.u1')!.v]).toEqual([3100, 3200].map((v) => expect.closeTo(v, 9)))
    expect([...out.get('energy.u1.difference')!.v]).toEqual([NaN, NaN])
  })

  test('MWh are converted; a series of another unit is none', () => {
    const m1 = every(T0, T0 + HOUR, STEP, () => 3.1)
    const of = (unit: string) => {
      const inputs = readings({ 'u1.power': flat, m1 }, { m1: kWh })
      const own: Inputs = (code) => (code === 'm1' ? { ...inputs(code)!, unit } : inputs(code))
      return over(metered, own, T0 + STEP, T0 + STEP).get('energy.u1')!.v[0]
    }
    expect(of('MWh')).toBeCloseTo(3100, 9)
    expect(of('m3/s')).toBeCloseTo(3000, 9)
  })
})

describe('own use and net energy', () => {
  const flat = every(T0 - HOUR, T0 + 3 * HOUR, 5 * MINUTE, () => 6)
  const own = (more: Parameters<typeof parameters>[0]) =>
    plant({ parameters: [version('parameters', parameters(more))] })
  const first = (d: Description, more: Record<string, Series> = {}) => {
    const kinds = Object.fromEntries(Object.keys(more).map((c) => [c, 'total'] as const))
    const out = over(d, readings({ 'u1.power': flat, ...more }, kinds), T0 + STEP, T0 + STEP)
    return [out.get('energy.own_use')?.v[0], out.get('energy.net')!.v[0]]
  }
  const once = (v: number) => fromEntries([[T0 + STEP, v]])

  test('by a share, by meters of their own, or all is net', () => {
    expect(first(own({}))).toEqual([undefined, expect.closeTo(3000, 9)])
    expect(first(own({ ownUse: 0.01 }))).toEqual([expect.closeTo(30, 9), expect.closeTo(2970, 9)])
    expect(first(own({ ownUse: 0.01, ownUseSeries: 'o' }), { o: once(45) })).toEqual([
      45,
      expect.closeTo(2955, 9),
    ])
    expect(first(own({ ownUseSeries: 'o' }))).toEqual([NaN, NaN])
    expect(first(own({ ownUse: 0.01, netSeries: 'n' }), { n: once(2900) })).toEqual([
      expect.closeTo(30, 9),
      2900,
    ])
  })
})
