import { HOUR, MINUTE } from '../time/units.ts'
import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ESTIMATED, GOOD, MISSING, PARTIAL, SUSPECT, grade } from '../quality/index.ts'
import { fromEntries, hourBins, hourEdges, type Entry, type Series } from '../series/index.ts'
import {
  energyOfHours,
  energyOfSteps,
  energyOver,
  joined,
  reportedEnergy,
  waterUse,
  type EnergyOver,
} from './index.ts'

const T0 = Date.UTC(2026, 9, 15, 17)
const STEP = 5 * MINUTE
const GAP = 3 * STEP
const file = new URL('../../../shared/cases/turbines.json', import.meta.url)

/** Power every five minutes over hours from T0, both ends; null: nothing came. */
const power = (hours: number, kw: (h: number) => number | null, q = GOOD): Series =>
  fromEntries(
    Array.from({ length: hours * 12 + 1 }, (_, i): Entry | null => {
      const v = kw(i / 12)
      return v === null ? null : [T0 + i * STEP, v, q]
    }).filter((e) => e !== null),
  )
it.skipIf(!existsSync(file))('TUR-E-01', () => {
  const { cases } = JSON.parse(readFileSync(file, 'utf8'))
  const { inputs, expected } = cases.find((c: { id: string }) => c.id === 'TUR-E-01')
  const s = fromEntries(inputs.t_min.map((m: number, i: number): Entry => [m * MINUTE, inputs.P_kW[i]]))
  expect(energyOver(s, 0, 15 * MINUTE, 'instant', { maxGap: GAP }).kwh).toBeCloseTo(expected.E_kWh, 9)
})

describe('by readings', () => {
  it('100 MW over 10 h are 1,000 MWh', () => {
    const e = energyOver(
      power(10, () => 100_000),
      T0,
      T0 + 10 * HOUR,
      'instant',
      { maxGap: GAP },
    )
    expect(e).toEqual({ kwh: expect.closeTo(1e6, 3), covered: 10 * HOUR, expected: 10 * HOUR, q: GOOD })
    expect(reportedEnergy(e)).toEqual({ value: e.kwh, q: GOOD, missing: 0 })
  })

  it('does not expect the present interval yet', () => {
    const s = power(2, () => 60)
    const now = T0 + 2 * HOUR + 4 * MINUTE
    expect(reportedEnergy(energyOver(s, T0, now, 'instant', { maxGap: GAP, lag: STEP }))).toEqual({
      value: expect.closeTo(120, 9),
      q: GOOD,
      missing: 0,
    })
    // Just after midnight nothing was generated and nothing is missing.
    expect(
      reportedEnergy(
        energyOver(
          power(0, () => 60),
          T0,
          T0 + MINUTE,
          'instant',
          { maxGap: GAP, lag: STEP },
        ),
      ),
    ).toEqual({ value: 0, q: GOOD, missing: 0 })
  })

  it('adds nothing for a gap, and reports it', () => {
    const gap = (from: number, to: number) => (h: number) => (h > from && h < to ? null : 60)
    const of = (s: Series) => reportedEnergy(energyOver(s, T0, T0 + 10 * HOUR, 'instant', { maxGap: GAP }))
    // Two readings in a row are bridged.
    expect(of(power(10, gap(5, 5.25)))).toMatchObject({ value: expect.closeTo(600, 6), missing: 0 })
    expect(of(power(10, gap(5, 5.5)))).toMatchObject({ value: expect.closeTo(570, 6), q: GOOD })
    expect(of(power(10, gap(5, 7)))).toEqual({
      value: expect.closeTo(480, 6),
      q: PARTIAL,
      missing: expect.closeTo(0.2, 9),
    })
    expect(of(power(10, gap(3, 9)))).toEqual({ value: null, q: MISSING, missing: expect.closeTo(0.6, 9) })
    expect(of(fromEntries([]))).toEqual({ value: null, q: MISSING, missing: 1 })
  })

  it('has the worst quality of its readings', () => {
    const e = energyOver(
      power(1, () => 60, ESTIMATED),
      T0,
      T0 + HOUR,
      'instant',
      { maxGap: GAP },
    )
    expect(reportedEnergy(e).q).toBe(ESTIMATED)
    expect(
      reportedEnergy(
        energyOver(
          power(1, () => 60, SUSPECT),
          T0,
          T0 + HOUR,
          'instant',
          { maxGap: GAP },
        ),
      ).value,
    ).toBeNull()
  })
})

describe('by steps', () => {
  const HALF = 30 * MINUTE
  /** Two days of half hours from T0, kWh; null: missing. */
  const steps = (n: number, kwh: (i: number) => number | null): Series =>
    fromEntries(Array.from({ length: n }, (_, i): Entry => [T0 + (i + 1) * HALF, kwh(i)]))
  const hours = (s: Series, n: number) =>
    hourBins(s, { kind: 'total', edges: hourEdges(T0, T0 + n * HOUR, 'Asia/Ho_Chi_Minh'), step: HALF })

  it('sums those that are over; the one that runs, and one that is late, are not waited for', () => {
    const s = steps(10, () => 30)
    for (const late of [0, 20 * MINUTE, 59 * MINUTE])
      expect(energyOfSteps(s, T0, T0 + 5 * HOUR + late)).toEqual({
        kwh: 300,
        covered: 5 * HOUR,
        expected: 5 * HOUR,
        q: GOOD,
      })
    expect(reportedEnergy(energyOfSteps(s, T0, T0 + 10 * HOUR)).missing).toBeCloseTo(4 / 9, 9)
    expect(energyOfSteps(s, T0 + 2 * HOUR, T0 + 3 * HOUR + MINUTE)).toMatchObject({ kwh: 60, covered: HOUR })
    expect(reportedEnergy(energyOfSteps(undefined, T0, T0 + 20 * MINUTE))).toEqual({
      value: 0,
      q: GOOD,
      missing: 0,
    })
  })

  it('a missing one counts nothing and is reported', () => {
    const s = steps(20, (i) => (i >= 4 && i < 8 ? null : 30))
    expect(reportedEnergy(energyOfSteps(s, T0, T0 + 10 * HOUR))).toEqual({
      value: 480,
      q: PARTIAL,
      missing: expect.closeTo(0.2, 9),
    })
  })

  it('hour bins of steps, joined with the steps of the day, are the sum of all steps', () => {
    const values = fc.array(fc.double({ min: 0, max: 1e5, noNaN: true }), { minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(values, (kwh) => {
        const s = steps(20, (i) => kwh[i])
        const past = energyOfHours(hours(s, 6), T0, T0 + 6 * HOUR)
        const all = joined(past, energyOfSteps(s, T0 + 6 * HOUR, T0 + 10 * HOUR))
        expect(all.kwh).toBeCloseTo(
          kwh.reduce((a, b) => a + b, 0),
          6,
        )
        expect([all.covered, all.expected]).toEqual([10 * HOUR, 10 * HOUR])
        expect(energyOfHours(hours(s, 6), T0 + HOUR, T0 + 3 * HOUR).covered).toBe(2 * HOUR)
      }),
    )
  })

  it('adds up joined spans', () => {
    const s = power(6, (h) => 10 * h)
    const [a, b] = [
      energyOver(s, T0, T0 + 2 * HOUR, 'instant', { maxGap: GAP }),
      energyOver(s, T0 + 2 * HOUR, T0 + 6 * HOUR, 'instant', { maxGap: GAP }),
    ]
    const whole = energyOver(s, T0, T0 + 6 * HOUR, 'instant', { maxGap: GAP })
    expect(joined(a, b).kwh).toBeCloseTo(whole.kwh, 6)
    expect(joined(a, b)).toMatchObject({ covered: whole.covered, expected: whole.expected, q: GOOD })
    const empty: EnergyOver = { kwh: 0, covered: 0, expected: HOUR, q: MISSING }
    expect(joined(empty, a).q).toBe(GOOD)
    expect(joined(a, empty).q).toBe(GOOD)
  })
})

describe('water use', () => {
  const over = (value: number, covered = 10 * HOUR, q = GOOD): EnergyOver => ({
    kwh: (value * covered) / HOUR,
    covered,
    expected: 10 * HOUR,
    q,
  })

  it('160 m3/s for 121.5 MW are 4.74 m3 per kWh', () => {
    expect(waterUse(over(160), over(121_500))).toEqual({
      value: expect.closeTo((3600 * 160) / 121_500, 9),
      q: GOOD,
      reason: null,
    })
    // Each over the time that it is known of.
    expect(waterUse(over(160, 9.2 * HOUR), over(121_500)).value).toBeCloseTo(4.7407, 3)
  })

  it('is unknown where nothing was generated, or too little is known', () => {
    expect(waterUse(over(5), over(0))).toEqual({ value: null, q: MISSING, reason: 'idle' })
    expect(waterUse(over(5), over(0.5))).toMatchObject({ reason: 'idle' })
    expect(waterUse(over(160, 4 * HOUR), over(121_500))).toMatchObject({ value: null, reason: 'unknown' })
    const empty: EnergyOver = { kwh: 0, covered: 0, expected: 0, q: MISSING }
    expect(waterUse(empty, empty)).toMatchObject({ value: null, reason: 'unknown' })
    expect(grade(waterUse(over(160, 8 * HOUR), over(121_500)).q)).toBe(PARTIAL)
  })
})
