import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CalcError } from '#core/errors.ts'
import type { ExhaustParameters, Outlet } from '#core/description/index.ts'
import { ESTIMATED, EXTRAPOLATED, GOOD, MISSING } from '#core/quality/index.ts'
import type { GateTables } from '#core/tables/index.ts'
import { sampleCurve, sampleGate } from './fixtures.ts'
import {
  exhaustDischarge,
  flow,
  gateDischarge,
  openingFor,
  openingFromAngle,
  rehbock,
  vNotch,
} from './index.ts'

const out = flow()
const ROOT = Math.sqrt(2 * 9.81)

function passes(gate: Outlet, z: number, opening: number, tail: number | null = null, tables?: GateTables) {
  return gateDischarge(gate, 0, { z, opening, tail }, tables ?? null, 'loop', out)
}

function refused(run: () => unknown): [string, string | undefined] {
  try {
    run()
  } catch (e) {
    if (e instanceof CalcError) return [e.code, e.field]
    throw e
  }
  throw new Error('was not refused')
}

const crest: ExhaustParameters = { width: 12, sill: 600 }
const sill: ExhaustParameters = { width: 8, sill: 600 }

describe('free overflow', () => {
  it.each<[string, ExhaustParameters, number, number | null, number, number]>([
    ['default ogee', {}, 604, null, 0.49 * 12 * ROOT * 8, GOOD],
    ['at the crest', {}, 600, null, 0, GOOD],
    ['below the crest, however fast', { approachVelocity: 3 }, 599, null, 0, GOOD],
    ['own m', { m: 0.35 }, 604, null, 0.35 * 12 * ROOT * 8, GOOD],
    // 3 bays of 12 m: eps = 1 - 0.2 (0.7 + 2 * 0.45) 4 / 36
    [
      'contraction',
      { bays: 3, xiAbutment: 0.7, xiPier: 0.45 },
      604,
      null,
      0.49 * 12 * ROOT * 8 * (1 - 1.28 / 36),
      GOOD,
    ],
    [
      'approach velocity',
      { approachVelocity: 2 },
      604,
      null,
      0.49 * 12 * ROOT * (4 + 4 / 19.62) ** 1.5,
      GOOD,
    ],
    // h2/h1 = 0.5
    ['submerged', {}, 604, 602, 0.49 * 12 * ROOT * 8 * 0.8453860455858134, GOOD],
    ['tail below the crest', {}, 604, 599, 0.49 * 12 * ROOT * 8, GOOD],
    ['ogee below its design head', { designHead: 8 }, 604, null, 0.49 * 0.5 ** 0.12 * 12 * ROOT * 8, GOOD],
    ['ogee above 1.3 of it', { designHead: 2 }, 604, null, 0.49 * 1.3 ** 0.12 * 12 * ROOT * 8, EXTRAPOLATED],
    ['ogee below 0.2 of it', { designHead: 40 }, 604, null, 0.49 * 0.2 ** 0.12 * 12 * ROOT * 8, ESTIMATED],
    ['water only below the dam', {}, 601, 602, 0, ESTIMATED],
  ])('%s', (_, extra, z, tail, expected, quality) => {
    expect(passes(sampleGate(1, { ...crest, ...extra }), z, NaN, tail)).toBeCloseTo(expected, 8)
    expect([out.q, out.method]).toEqual([quality, 3])
  })
})

describe('flat gate', () => {
  const gate = sampleGate(3, sill)
  it.each<[string, number, number, number | null, number]>([
    ['shut', 606, 0, null, 0],
    ['below the sill', 599, 1.5, null, 0],
    ['clear of the water', 601, 1.5, null, 0.42 * 8 * ROOT],
    ['clear of the water, drowned', 601, 1.5, 600.5, 0.42 * 8 * ROOT * 0.8453860455858134],
    ['free', 606, 1.5, 604, 0.6 * 8 * 1.5 * Math.sqrt(19.62 * 6)],
    ['in transition', 606, 1.5, 604.5, 0.6 * 8 * 1.5 * Math.sqrt(19.62 * 3 * 1.5)],
    ['submerged', 606, 1.5, 605.4, 0.8 * 8 * 1.5 * Math.sqrt(19.62 * 0.6)],
    ['submerged from r = 0.80 on', 610, 1.5, 608, 0.8 * 8 * 1.5 * Math.sqrt(19.62 * 2)],
    ['level with the tail', 606, 1.5, 606, 0],
  ])('%s', (_, z, a, tail, expected) => {
    expect(passes(gate, z, a, tail)).toBeCloseTo(expected, 8)
    expect(out.q).toBe(GOOD)
  })

  it('smooths the last transition only on request', () => {
    const smooth = sampleGate(3, { ...sill, smoothSubmergence: true })
    const at = (g: Outlet, r: number) => passes(g, 610, 1.5, 600 + 10 * r)
    const middle = 8 * 1.5 * Math.sqrt(19.62 * 2)
    expect(at(smooth, 0.8)).toBeCloseTo((0.6 * Math.sqrt(3) + 0.8) * 0.5 * middle, 8)
    expect(at(smooth, 0.74)).toBeCloseTo(at(gate, 0.74), 10)
    expect(at(smooth, 0.86)).toBeCloseTo(at(gate, 0.86), 10)
    expect(at(gate, 0.7999) - at(gate, 0.8001)).toBeGreaterThan(10)
    for (const r of [0.75, 0.85]) expect(at(smooth, r - 1e-9)).toBeCloseTo(at(smooth, r + 1e-9), 5)
  })

  it('decides at the limits of submergence alike, whatever the last bit of a level is', () => {
    const small = sampleGate(3, { ...sill, smoothSubmergence: false })
    // Both 0.80 of the head; as differences of levels one is 0.7999999999999924.
    for (const [z, tail] of [
      [606, 604.8],
      [605, 604],
    ])
      expect(passes(small, z, 0.5, tail)).toBeCloseTo(0.8 * 8 * 0.5 * Math.sqrt(19.62 * (z - tail)), 8)
    for (let k = 1; k <= 400; k++) {
      // A head of 5 cm to 20 m above sills of any height, at exactly 0.67 and 0.80 of it.
      const h = k * 0.05
      const low = 91.37 + 7.31 * k
      const at = (ratio: number) =>
        passes(sampleGate(3, { ...sill, sill: low }), low + h, 0.4 * h, low + ratio * h)
      const base = 8 * 0.4 * h * ROOT
      expect(at(0.67) / (0.6 * base * Math.sqrt(h))).toBeCloseTo(1, 7)
      expect(at(0.8) / (0.8 * base * Math.sqrt(0.2 * h))).toBeCloseTo(1, 7)
      const radial = sampleGate(2, { ...sill, sill: low, c: 0.7, cSub: 0.8 })
      expect(passes(radial, low + h, 0.4 * h, low + 0.67 * h) / (0.7 * base * Math.sqrt(h))).toBeCloseTo(1, 7)
      expect(passes(radial, low + h, 0.4 * h, low + 0.8 * h) / (0.8 * base * Math.sqrt(0.2 * h))).toBeCloseTo(
        1,
        7,
      )
    }
  })

  it('treats a sensor that reads beyond the end as fully open', () => {
    const limited = sampleGate(3, { ...sill, maxOpening: 3 })
    expect(passes(limited, 610, 3.05)).toBe(passes(limited, 610, 3))
    passes(limited, 610, 3.05)
    expect([out.q, out.code, out.field]).toEqual([ESTIMATED, 'OUT_OF_RANGE', 'opening'])
    expect(passes(limited, 610, 3.1)).toBeNaN()
    expect(out.q).toBe(MISSING)
  })

  it('is continuous at the transition from weir to underflow, and increases with the level', () => {
    const level = fc.double({ min: 600.2, max: 620, noNaN: true })
    fc.assert(
      fc.property(level, fc.double({ min: 0.01, max: 12, noNaN: true }), (z, a) => {
        expect(Math.abs(passes(gate, z, a + 1e-7) - passes(gate, z, a))).toBeLessThan(1e-3)
        expect(Math.abs(passes(gate, z + 1e-7, a) - passes(gate, z, a))).toBeLessThan(1e-3)
        expect(passes(gate, z + 0.1, a)).toBeGreaterThan(passes(gate, z, a))
      }),
    )
  })
})

describe('radial gate', () => {
  const typical = { width: 10, sill: 600, c: 0.7, cSub: 0.8, trunnion: 5, te: 0.16, be: 0.72, he: 0.62 }
  const k = 0.7 * ROOT * 10 * 5 ** 0.16 * 2 ** 0.72
  it.each<[string, number, number | null, number]>([
    ['free', 608, null, k * 8 ** 0.62],
    ['in transition', 608, 606, k * 6 ** 0.62],
    ['submerged', 608, 607, 0.8 * 10 * 2 * ROOT],
    ['clear of the water', 601, null, 0.42 * 10 * ROOT],
    // H = 1.1 a: 0.6 weir + 0.4 underflow
    ['between', 602.2, null, 0.6 * 0.42 * 10 * ROOT * 2.2 ** 1.5 + 0.4 * k * 2.2 ** 0.62],
  ])('%s', (_, z, tail, expected) => {
    expect(passes(sampleGate(2, typical), z, 2, tail)).toBeCloseTo(expected, 8)
  })

  it('is an orifice without exponents, and needs the trunnion with them', () => {
    expect(passes(sampleGate(2, { width: 10, sill: 600 }), 609, 2)).toBeCloseTo(0.7 * 10 * 2 * ROOT * 3, 8)
    const without = sampleGate(2, { ...typical, trunnion: undefined })
    expect(passes(without, 608, 2)).toBeNaN()
    expect([out.code, out.field]).toEqual(['NO_TABLE', 'trunnion'])
  })

  it.each([
    [-Math.PI / 6, 1],
    [0, 6],
    [-Math.PI / 2, 0],
  ])('an arm at %d rad opens %d m', (angle, opening) => {
    expect(openingFromAngle(angle, 606, 10, 600)).toBeCloseTo(opening, 12)
  })
})

describe('sand flush', () => {
  const gate = sampleGate(4, { width: 3, sill: 580, height: 2 })
  it.each<[string, number, number, number | null, number]>([
    ['free', 600, 2, null, 0.65 * 6 * ROOT * Math.sqrt(19)],
    ['part open', 600, 1, null, 0.65 * 3 * ROOT * Math.sqrt(19.5)],
    ['tail below the centre', 600, 2, 580.9, 0.65 * 6 * ROOT * Math.sqrt(19)],
    ['drowned', 600, 2, 590, 0.65 * 6 * ROOT * Math.sqrt(10)],
    ['drowned deep', 600, 2, 599.5, 0.65 * 6 * ROOT * Math.sqrt(0.5)],
    [
      'no longer under pressure: as a gate',
      582.2,
      2,
      null,
      0.6 * 0.42 * 3 * ROOT * 2.2 ** 1.5 + 0.4 * 0.6 * 6 * ROOT * Math.sqrt(2.2),
    ],
    ['dry', 580, 2, null, 0],
  ])('%s', (_, z, a, tail, expected) => {
    expect(passes(gate, z, a, tail)).toBeCloseTo(expected, 8)
  })
})

describe('choice of the method', () => {
  const rating = sampleCurve('ZAQ', [
    [600, 1, 0],
    [600, 2, 0],
    [610, 1, 30],
    [610, 2, 50],
  ])
  const travel = sampleCurve('ZAoAc', [
    [0, 0, 0],
    [0, 400, 2],
  ])
  const gate = sampleGate(2, { width: 10, sill: 600, maxOpening: 2 })

  it('a table before the formula, a sensor before both if configured', () => {
    expect(passes(gate, 605, 1.5, null, { rating, opening: null })).toBeCloseTo(20, 9)
    expect(out.method).toBe(1)
    const measured = sampleGate(2, gate.parameters, {}, { method: 'measured' })
    const input = { z: NaN, opening: NaN, tail: null, measured: 7 }
    expect(gateDischarge(measured, 0, input, { rating, opening: null }, 'loop', out)).toBe(7)
    expect([out.q, out.method]).toEqual([GOOD, 4])
    input.measured = NaN
    expect(gateDischarge(measured, 0, input, { rating, opening: null }, 'loop', out)).toBeNaN()
    expect([out.q, out.code, out.field]).toEqual([MISSING, 'MISSING_INPUT', 'measured'])
  })

  it('the opening in its own unit, through its table where it is no length', () => {
    const inCm = sampleGate(2, {}, { openingUnit: 'cm' })
    expect(passes(inCm, 610, 150, null, { rating, opening: null })).toBeCloseTo(40, 9)
    const turns = sampleGate(2, {}, { openingUnit: 'turns' })
    expect(passes(turns, 610, 300, null, { rating, opening: travel })).toBeCloseTo(40, 9)
    expect(passes(turns, 610, 300, null, { rating, opening: null })).toBeNaN()
    expect([out.code, out.field]).toEqual(['NO_TABLE', 'ZAoAc'])
    expect(passes(turns, 610, 401, null, { rating, opening: travel })).toBeNaN()
    expect([out.code, out.field]).toEqual(['OUT_OF_TABLE', 'ao'])
  })

  it('a closed gate passes 0 whatever else is missing; an open one is missing', () => {
    expect(passes(gate, NaN, 0, NaN)).toBe(0)
    expect(out.q).toBe(GOOD)
    const tables = { rating, opening: null }
    const cases: [number, number, number | null, GateTables | null, string][] = [
      [NaN, 1, null, null, 'z'],
      [605, NaN, null, null, 'opening'],
      [605, 1, NaN, null, 'tail'],
      [NaN, 1, null, tables, 'z'],
      [605, NaN, null, tables, 'opening'],
    ]
    for (const [z, opening, tail, t, field] of cases) {
      expect(gateDischarge(gate, 0, { z, opening, tail }, t, 'loop', out)).toBeNaN()
      expect([out.q, out.code, out.field]).toEqual([MISSING, 'MISSING_INPUT', field])
      expect(refused(() => gateDischarge(gate, 0, { z, opening, tail }, t, 'calculator', out))).toEqual([
        'MISSING_INPUT',
        field,
      ])
    }
    // a table asks for no tail
    expect(passes(gate, 605, 1, NaN, tables)).toBeCloseTo(15, 9)
  })

  it('without table and coefficients there is no result', () => {
    expect(passes(sampleGate(3, { sill: 600 }), 605, 1)).toBeNaN()
    expect([out.code, out.field]).toEqual(['NO_TABLE', 'width'])
    expect(
      refused(() =>
        gateDischarge(
          sampleGate(1, { width: 5 }),
          0,
          { z: 1, opening: NaN, tail: null },
          null,
          'calculator',
          out,
        ),
      ),
    ).toEqual(['NO_TABLE', 'sill'])
    expect(passes(sampleGate(3, sill), 605, -0.2)).toBeNaN()
    expect([out.code, out.field]).toEqual(['OUT_OF_RANGE', 'opening'])
  })

  it('above the table the loop extrapolates and reports it, the calculator refuses', () => {
    const tables = { rating, opening: null }
    expect(passes(gate, 611, 2, null, tables)).toBeCloseTo(50 * 1.1 ** 1.5, 9)
    expect(out.q).toBe(EXTRAPOLATED)
    expect(
      refused(() => gateDischarge(gate, 0, { z: 611, opening: 2, tail: null }, tables, 'calculator', out)),
    ).toEqual(['OUT_OF_TABLE', 'z'])
  })

  it('gates are summed one by one; a missing one makes the sum missing', () => {
    const two: Outlet = { ...gate, leaves: [gate.leaves[0], { ...gate.leaves[0], id: 'b' }] }
    const tables = { rating, opening: null }
    const leaves = [flow(), flow()]
    const inputs = [1, 2].map((opening) => ({ z: 610, opening, tail: null }))
    expect(exhaustDischarge(two, inputs, [tables, tables], 'loop', leaves, out)).toBeCloseTo(80, 9)
    expect(leaves.map((f) => f.value)).toEqual([30, 50])
    inputs[1].opening = NaN
    expect(exhaustDischarge(two, inputs, [tables, tables], 'loop', leaves, out)).toBeNaN()
    expect([out.q, out.code, out.field, leaves[0].value]).toEqual([MISSING, 'MISSING_INPUT', 'opening', 30])
  })
})

describe('opening for a discharge', () => {
  const gate = sampleGate(3, { ...sill, maxOpening: 6 })
  it('inverts the discharge', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 602, max: 615, noNaN: true }),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (z, share) => {
          const q = passes(gate, z, share * 1.6)
          const a = openingFor(gate, 0, q, z, null, null, 'loop', out)
          expect(passes(gate, z, a)).toBeCloseTo(q, 6)
          expect(a).toBeLessThanOrEqual(share * 1.6 + 1e-6)
        },
      ),
    )
  })
  it('finds the largest discharge, just before the lip leaves the water', () => {
    let most = 0
    for (let a = 3; a < 4.2; a += 1e-4) most = Math.max(most, passes(gate, 604, a))
    expect(most).toBeGreaterThan(1.1 * passes(gate, 604, 6))
    const a = openingFor(gate, 0, most - 1e-4, 604, null, null, 'calculator')
    expect(passes(gate, 604, a)).toBeCloseTo(most - 1e-4, 6)
    expect(refused(() => openingFor(gate, 0, most + 1e-3, 604, null, null, 'calculator'))[0]).toBe(
      'OUT_OF_RANGE',
    )
  })
  it('is 0 for no discharge, and refuses more than the gate can pass', () => {
    expect(openingFor(gate, 0, 0, 610, null, null, 'calculator')).toBe(0)
    expect(refused(() => openingFor(gate, 0, 1e4, 610, null, null, 'calculator'))).toEqual([
      'OUT_OF_RANGE',
      'q',
    ])
    expect(openingFor(gate, 0, 1e4, 610, null, null, 'loop')).toBeNaN()
    expect(openingFor(gate, 0, 5, NaN, null, null, 'loop')).toBeNaN()
  })
})

describe('small-flow meters', () => {
  it('Rehbock and Shen', () => {
    expect(rehbock(0, 0.4, 2)).toBe(0)
    // 45 degrees: C = 0.57875, k = 0.001575
    expect(vNotch(0.6, 45)).toBeCloseTo(
      0.57875 * Math.tan(Math.PI / 8) * Math.sqrt(9.81) * 0.601575 ** 2.5,
      12,
    )
    expect(vNotch(0.6, 100)).toBeCloseTo(
      0.58 * Math.tan((50 * Math.PI) / 180) * Math.sqrt(9.81) * 0.601 ** 2.5,
      12,
    )
    expect(vNotch(-0.1, 90)).toBe(0)
    expect(vNotch(0.6, 120)).toBeNaN()
  })
})
