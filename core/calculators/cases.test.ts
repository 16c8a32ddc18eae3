import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CalcError } from '../errors.ts'
import { expectCase, referenceCases } from '#tests/reference-cases.ts'
import { compile } from '../tables/index.ts'
import {
  catchmentInflow,
  energyRatio,
  shortTermInflow,
  slopeOf,
  targetDischarge,
  time,
  trendWarnings,
  volume,
} from './index.ts'

const cases = referenceCases('calculators')

const curve = (rows: number[][]) =>
  compile({
    group: 'ZV',
    name: '',
    object: null,
    fileName: '',
    uploadedAt: 0,
    active: true,
    loopByYear: false,
    rows,
    units: { v: '10^6 m3' },
  })

function answer(id: string, x: any): Record<string, unknown> {
  const kind = id.split('-')[1]
  if (kind === 'VOL') return { ...volume(curve(x.ZV), x.Z1, x.Z2), unit: 'm3' }
  if (kind === 'TIME') return { hours: time(curve(x.ZV), x) }
  if (kind === 'CF') return { W: catchmentInflow(x), unit: '10^6 m3' }
  if (kind === 'QST') return { Q: shortTermInflow(x).value }
  if (kind === 'DF') return { Q: targetDischarge(x).value }
  if (kind === 'TANA')
    return { TANA: slopeOf(x.t_min.map((t: number, i: number) => ({ t: t * 60_000, q: x.q[i] }))) }
  throw new Error(`no calculator for ${id}`)
}

describe.skipIf(cases === null)('published and analytic cases', () => {
  it.each(cases ?? [])('$id $title', (c) => expectCase(c, () => answer(c.id, c.inputs)))
})

const ZV = [
  [600, 0],
  [610, 2],
  [640, 32],
]
const level = fc.double({ min: 600, max: 640, noNaN: true })
const flow = fc.double({ min: 0, max: 5000, noNaN: true })

describe('any input', () => {
  it('volumes convert both ways, and never decrease with the level', () => {
    fc.assert(
      fc.property(level, level, (a, b) => {
        const [up, down] = [volume(curve(ZV), a, b), volume(curve(ZV), b, a)]
        expect(up.deltaV + down.deltaV).toBe(0)
        expect(Math.sign(up.deltaV) * Math.sign(b - a)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('hours are never negative: the volume is reached, or the reason is reported', () => {
    fc.assert(
      fc.property(level, level, flow, flow, (Z1, Z2, QIN, QPLANT) => {
        try {
          const hours = time(curve(ZV), { Z1, Z2, QIN, QPLANT })
          expect(hours).toBeGreaterThanOrEqual(0)
          const { deltaV } = volume(curve(ZV), Z1, Z2)
          expect(hours * (QIN - QPLANT) * 3600).toBeCloseTo(deltaV, 3)
        } catch (error) {
          if (!(error instanceof CalcError)) throw error
          expect(['NO_NET_FLOW', 'TARGET_UNREACHABLE']).toContain(error.code)
        }
      }),
    )
  })

  it('the slope of a straight line is exact, at any instants', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 86_400_000 }), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(times, fc.integer({ min: -500, max: 500 }), flow, (list, perHour, q0) => {
        const points = list.map((t) => ({ t, q: q0 + (perHour * t) / 3_600_000 }))
        const spread = Math.max(...list) - Math.min(...list)
        fc.pre(spread > 60_000)
        expect(slopeOf(points)).toBeCloseTo(perHour, 4)
      }),
    )
  })
})

describe('refusals', () => {
  const code = (run: () => unknown) => {
    try {
      return String(run())
    } catch (error) {
      if (!(error instanceof CalcError)) throw error
      return `${error.code} ${error.field}`
    }
  }
  it('names the rule and the field', () => {
    const zv = curve(ZV)
    const bounds = { min: 605, max: 639 }
    expect(code(() => volume(zv, 604, 620, bounds))).toBe('OUT_OF_RANGE Z1')
    expect(code(() => volume(zv, 620, 640, bounds))).toBe('OUT_OF_RANGE Z2')
    expect(code(() => volume(zv, 599, 620))).toBe('OUT_OF_TABLE Z1')
    expect(code(() => time(zv, { Z1: 610, Z2: 620, QIN: 10, QPLANT: 20 }))).toBe('TARGET_UNREACHABLE Z2')
    expect(code(() => time(zv, { Z1: 610, Z2: 620, QIN: -1, QPLANT: 20 }))).toBe('OUT_OF_RANGE QIN')
    expect(code(() => catchmentInflow({ R: 1, C: 0.5, CA: 0 }))).toBe('OUT_OF_RANGE CA')
    expect(code(() => catchmentInflow({ R: -1, C: 0.5, CA: 1 }))).toBe('OUT_OF_RANGE R')
    expect(code(() => catchmentInflow({ R: 1e200, C: 1, CA: 1e300 }))).toBe('OUT_OF_RANGE CA')
    expect(code(() => shortTermInflow({ QIN: 1, TANA: 1e308, T: 10 }))).toBe('OUT_OF_RANGE TANA')
    expect(code(() => targetDischarge({ QIN: 1, QPLANT: 1, TANA: 1e308, T: 10 }))).toBe('OUT_OF_RANGE TANA')
    expect(code(() => shortTermInflow({ QIN: 1, TANA: NaN, T: 1 }))).toBe('MISSING_INPUT TANA')
    expect(code(() => targetDischarge({ QIN: 1, QPLANT: 1, TANA: 1, T: -1 }))).toBe('OUT_OF_RANGE T')
  })

  it('warns when a straight line is no longer valid', () => {
    expect(trendWarnings({ QIN: 100, TANA: 10, T: 1 })).toEqual([])
    expect(trendWarnings({ QIN: 100, TANA: 10, T: 4 })).toEqual(['far_ahead'])
    expect(trendWarnings({ QIN: 10, TANA: -20, T: 1 })).toEqual(['above_inflow'])
  })
})

/** The fields that a calculation refuses. */
function refusedFields(run: () => unknown): (string | undefined)[] {
  try {
    run()
  } catch (error) {
    if (error instanceof CalcError) return [error, ...error.also].map((e) => e.field)
  }
  return []
}

it('all faults of the inputs are reported at once', () => {
  expect(refusedFields(() => catchmentInflow({ R: -1, C: 2, CA: 0 }))).toEqual(['R', 'C', 'CA'])
  expect(refusedFields(() => shortTermInflow({ QIN: -1, TANA: NaN, T: -2 }))).toEqual(['QIN', 'TANA', 'T'])
  expect(refusedFields(() => targetDischarge({ QIN: 1, QPLANT: -1, TANA: 0, T: -2 }))).toEqual([
    'QPLANT',
    'T',
  ])
})

it('water use and output coefficient: 80 m3/s on 145 m make 96.7 MW', () => {
  const { m3PerKwh, K } = energyRatio({ Q: 80, H: 145, P_kW: 96_726.6 })
  expect(m3PerKwh).toBeCloseTo(2.977464, 6)
  // 9.81 times an efficiency of 0.85.
  expect(K).toBeCloseTo(8.3385, 9)
  for (const one of [
    { Q: 0, H: 0, P_kW: 0 },
    { Q: -1, H: NaN, P_kW: -5 },
  ])
    expect(refusedFields(() => energyRatio(one))).toEqual(['Q', 'H', 'P_kW'])
  expect(refusedFields(() => energyRatio({ Q: 1e-200, H: 1e-200, P_kW: 1e200 }))).toEqual(['P_kW'])
})
