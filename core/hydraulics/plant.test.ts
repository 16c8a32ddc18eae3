import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CalcError } from '#core/errors.ts'
import type { GeneratingUnit } from '#core/description/index.ts'
import { ESTIMATED, EXTRAPOLATED, GOOD, MISSING } from '#core/quality/index.ts'
import { found, lookup } from '#core/tables/index.ts'
import type { Compiled, UnitTables } from '#core/tables/index.ts'
import { sampleCurve, sampleUnit, unitTables } from './fixtures.ts'
import { kilowatts, outputCoefficient, unitFlow, unitsDischarge } from './index.ts'
import type { UnitsInput } from './index.ts'

const qeta = sampleCurve('QETA', [
  [0.2, 0.6],
  [0.4, 0.75],
  [0.6, 0.86],
  [0.8, 0.91],
  [1.0, 0.9],
])
const qhl = sampleCurve('QHL', [
  [0, 0],
  [5, 0.25],
  [10, 1],
  [15, 2.25],
  [20, 4],
])
const curves = unitTables({ qeta, qhl })
const out = [1, 2, 3, 4].map(unitFlow)

const given = (power: number[], extra: Partial<UnitsInput> = {}): UnitsInput => ({
  z: 700,
  tail: 600,
  spill: 0,
  power,
  ...extra,
})

function solve(
  units: GeneratingUnit[],
  tables: UnitTables[],
  input: UnitsInput,
  qz: Compiled | null = null,
): number {
  return unitsDischarge(units, tables, qz, input, 'loop', out)
}

function refused(
  units: GeneratingUnit[],
  tables: UnitTables[],
  input: UnitsInput,
  qz: Compiled | null = null,
) {
  try {
    unitsDischarge(units, tables, qz, input, 'calculator', out)
  } catch (e) {
    if (e instanceof CalcError) return [e.code, e.field, e.detail.unit]
    throw e
  }
  throw new Error('was not refused')
}

/** Turbine efficiency and head loss at q, read afresh. */
const eta = (q: number) => lookup(qeta, q / 20, 'loop', found())
const loss = (q: number) => lookup(qhl, q, 'loop', found())
const power = (q: number, gross: number, inWaterway = q) => 9.81 * q * (gross - loss(inWaterway)) * eta(q)

describe('one unit by its curves', () => {
  it('finds the discharge from which the power was computed', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 20, noNaN: true }),
        fc.double({ min: 40, max: 150, noNaN: true }),
        fc.double({ min: 0.9, max: 1, noNaN: true }),
        (q, gross, generatorEfficiency) => {
          const p = power(q, gross) * generatorEfficiency
          const unit = sampleUnit({ generatorEfficiency, ratedPower: 100 })
          solve([unit], [curves], given([p], { tail: 700 - gross }))
          expect(out[0].value).toBeCloseTo(q, 6)
          expect(out[0].head).toBeCloseTo(gross - loss(q), 6)
          expect([out[0].q, out[0].method]).toEqual([GOOD, 2])
        },
      ),
    )
  })

  it('takes the smaller of two solutions where P(Q) falls again', () => {
    // Loss grows with the square: under 12 m the power peaks well below 20 m3/s.
    const steep = sampleCurve('QHL', [
      [0, 0],
      [20, 12],
    ])
    const flat = sampleCurve('QETA', [
      [0, 0.9],
      [1, 0.9],
    ])
    const tables = unitTables({ qeta: flat, qhl: steep })
    // P = 8.829 q (12 - 0.6 q): 6 and 14 give the same
    const p = 8.829 * 6 * 8.4
    solve([sampleUnit({ ratedPower: 500 })], [tables], given([p], { z: 612 }))
    expect(out[0].value).toBeCloseTo(6, 8)
    // The summit, 8.829 * 10 * 6, at 10: just below is found, just above refused.
    const most = 8.829 * 60
    solve([sampleUnit({ ratedPower: 500 })], [tables], given([most * (1 - 1e-9)], { z: 612 }))
    expect(out[0].value).toBeCloseTo(10, 2)
    expect(refused([sampleUnit({ ratedPower: 500 })], [tables], given([most * 1.001], { z: 612 }))[0]).toBe(
      'POWER_ABOVE_CAPACITY',
    )
  })

  it('finds a maximum between two scanned points', () => {
    const sharp = sampleCurve('QETA', [
      [0.2, 0.5],
      [0.61, 0.9],
      [1, 0.4],
    ])
    const tables = unitTables({ qeta: sharp })
    const unit = sampleUnit({ waterwayType: 3 })
    // 12.2 m3/s stands between 12 and 12.4
    const most = 9.81 * 12.2 * 100 * 0.9
    solve([unit], [tables], given([most * 0.9999]))
    expect(out[0].value).toBeCloseTo(12.2, 1)
    expect(out[0].value).toBeLessThan(12.2)
    expect(out[0].q).toBe(GOOD)
  })

  it('above its capacity: qmax in the loop, flagged; refused in a calculator', () => {
    solve([sampleUnit()], [curves], given([25_000]))
    expect(out[0]).toMatchObject({ value: 20, q: EXTRAPOLATED, code: 'POWER_ABOVE_CAPACITY', method: 2 })
    expect(refused([sampleUnit({ name: 'U1' })], [curves], given([25_000]))).toEqual([
      'POWER_ABOVE_CAPACITY',
      'power',
      'U1',
    ])
    // no head at all: nothing to guess from
    expect(solve([sampleUnit()], [curves], given([5000], { tail: 701 }))).toBeNaN()
  })

  it.each([
    [0, {}, 0],
    [-40, {}, 0],
    [119, {}, 0],
    [119, { speedNoLoadFlow: 0.8 }, 0.8],
    [500, { cutIn: 0.05, speedNoLoadFlow: 0.8 }, 0.8],
  ])('at %d kW with %o is stopped', (p, extra, q) => {
    expect(solve([sampleUnit(extra)], [curves], given([p], { z: NaN, tail: null, spill: NaN }))).toBe(q)
    expect(out[0].q).toBe(GOOD)
  })

  it('runs from the cut-in on', () => {
    expect(solve([sampleUnit()], [curves], given([120]))).toBeGreaterThan(0)
  })

  it('deducts the generator losses, efficiency 0.97 by default', () => {
    solve([sampleUnit({ generatorEfficiency: undefined })], [curves], given([power(14, 100) * 0.97]))
    expect(out[0].value).toBeCloseTo(14, 7)
  })

  it('with an impulse turbine ignores the tailwater', () => {
    const pelton = sampleUnit({ type: 7, centreElevation: 610 })
    for (const tail of [550, 605, null]) {
      solve([pelton], [curves], given([power(9, 90)], { tail }))
      expect(out[0].value).toBeCloseTo(9, 7)
    }
  })

  it('with a waterway read beyond its table is flagged', () => {
    const short = sampleCurve('QHL', [
      [0, 0],
      [10, 1],
    ])
    // loss at 14: 1 * 1.4^2
    const p = 9.81 * 14 * (100 - 1.96) * 0.885
    solve([sampleUnit()], [unitTables({ qeta, qhl: short })], given([p]))
    expect(out[0].value).toBeCloseTo(14, 7)
    expect(out[0]).toMatchObject({ q: EXTRAPOLATED, code: 'OUT_OF_TABLE', field: 'QHL' })
  })
})

describe('one unit by its table', () => {
  const rows = [80, 100, 120].flatMap((h) =>
    [2, 4, 6, 8, 10].map((p) => [1, h, p, (p * 1000) / (9.81 * h * 0.9)]),
  )
  const hpq = sampleCurve('HPQ', rows)
  const at = (h: number, p: number) => (p / 9.81 / 0.9) * (1 / h)

  it('gross head to the tailwater, or to the nozzle of an impulse turbine', () => {
    solve([sampleUnit()], [unitTables({ hpq })], given([6000]))
    expect(out[0].value).toBeCloseTo(at(100, 6000), 9)
    expect([out[0].head, out[0].method]).toEqual([100, 1])
    solve([sampleUnit({ type: 7, centreElevation: 620 })], [unitTables({ hpq })], given([6000]))
    expect(out[0].value).toBeCloseTo(at(80, 6000), 9)
  })

  it('net head deducts the loss of the waterway at the computed discharge', () => {
    const net = sampleCurve('HPQ', rows, { headKind: 'net' })
    solve([sampleUnit()], [unitTables({ hpq: net, qhl })], given([6000]))
    const q = out[0].value
    const head = 100 - loss(q)
    const w = (100 - head) / 20
    expect(out[0].head).toBeCloseTo(head, 6)
    expect(q).toBeCloseTo(at(100, 6000) * (1 - w) + at(80, 6000) * w, 6)
    solve([sampleUnit()], [unitTables({ hpq: net })], given([6000]))
    expect(out[0]).toMatchObject({ q: MISSING, code: 'NO_TABLE', field: 'QHL' })
    solve([sampleUnit({ waterwayType: 3 })], [unitTables({ hpq: net })], given([6000]))
    expect(out[0].value).toBeCloseTo(at(100, 6000), 9)
  })

  it('the order of methods: own table, plant table, level table, curves, none', () => {
    const nhpq = sampleCurve(
      'nHPQ',
      rows.map(([n, h, p, q]) => [n, h, p, q * 1.1]),
    )
    const zpq = sampleCurve('ZPQ', [
      [690, 2, 3],
      [690, 10, 15],
      [710, 2, 2],
      [710, 10, 10],
    ])
    const all = { hpq, nhpq, zpq, qeta, qhl }
    const q = at(100, 6000)
    const ask = (t: Partial<UnitTables>) => solve([sampleUnit()], [unitTables(t)], given([6000]))
    expect(ask(all)).toBeCloseTo(q, 9)
    expect(ask({ ...all, hpq: null })).toBeCloseTo(1.1 * q, 9)
    expect(ask({ ...all, hpq: null, nhpq: null })).toBeCloseTo(7.5, 9)
    expect(ask({ qeta, qhl })).toBeGreaterThan(0)
    expect(out[0].method).toBe(2)
    expect(ask({ qeta })).toBeNaN()
    expect(out[0]).toMatchObject({ code: 'NO_TABLE', field: 'QHL', q: MISSING })
    expect(ask({})).toBeNaN()
    expect(out[0]).toMatchObject({ code: 'NO_TABLE', field: 'HPQ', q: MISSING })
  })

  it('a sensor outranks all methods if configured', () => {
    const unit = sampleUnit({ method: 'measured' })
    expect(solve([unit], [unitTables({ hpq })], given([6000], { measured: [6.3] }))).toBe(6.3)
    expect([out[0].method, out[0].head]).toEqual([4, 100])
    expect(solve([unit], [unitTables({ hpq })], given([6000], { measured: [NaN] }))).toBeNaN()
    expect(out[0]).toMatchObject({ code: 'MISSING_INPUT', field: 'measured' })
  })

  it('has the flags and refusals of the table', () => {
    solve([sampleUnit()], [unitTables({ hpq })], given([1000]))
    expect(out[0].q).toBe(ESTIMATED)
    solve([sampleUnit()], [unitTables({ hpq })], given([10_150]))
    expect(out[0].q).toBe(EXTRAPOLATED)
    // heads 80 to 120: 0.8 m beyond is the most
    solve([sampleUnit()], [unitTables({ hpq })], given([6000], { z: 720.8 }))
    expect(out[0].q).toBe(EXTRAPOLATED)
    solve([sampleUnit()], [unitTables({ hpq })], given([6000], { z: 720.9 }))
    expect(out[0]).toMatchObject({ q: MISSING, code: 'OUT_OF_TABLE', field: 'h' })
    expect(refused([sampleUnit()], [unitTables({ hpq })], given([10_300]))).toEqual([
      'OUT_OF_TABLE',
      'p',
      'unit',
    ])
  })

  it('power in MW is a thousand times as large', () => {
    expect(solve([sampleUnit()], [unitTables({ hpq })], given([kilowatts(6, 'MW')]))).toBeCloseTo(
      at(100, 6000),
      9,
    )
  })

  it('the output coefficient is 9.81 times the efficiency', () => {
    solve([sampleUnit()], [unitTables({ hpq })], given([6000]))
    expect(outputCoefficient(6000, out[0].value, out[0].head)).toBeCloseTo(9.81 * 0.9, 9)
  })
})

describe('units together', () => {
  const shared = (n: number, extra: Partial<GeneratingUnit> = {}) =>
    sampleUnit({ name: `U${n}`, number: n, waterwayType: 2, ...extra })
  const wide = sampleCurve('QHL', [
    [0, 0],
    [10, 1],
    [20, 3],
    [40, 12],
  ])
  const tables = unitTables({ qeta, qhl: wide })
  const lossOf = (q: number) => lookup(wide, q, 'loop', found())

  it('share the loss of a waterway', () => {
    const p = [14, 9].map((q) => 9.81 * q * (100 - lossOf(23)) * eta(q))
    solve([shared(1), shared(2)], [tables, tables], given(p))
    expect(out[0].value).toBeCloseTo(14, 5)
    expect(out[1].value).toBeCloseTo(9, 5)
    expect(out[0].head).toBeCloseTo(100 - lossOf(23), 5)
  })

  it('but not the loss of another waterway, nor of their own', () => {
    const p = [14, 9].map((q) => 9.81 * q * (100 - lossOf(q)) * eta(q))
    for (const other of [shared(2, { waterway: 'w2' }), shared(2, { waterwayType: 1 })]) {
      solve([shared(1), other], [tables, tables], given(p))
      expect(out[0].value).toBeCloseTo(14, 6)
      expect(out[1].value).toBeCloseTo(9, 6)
    }
  })

  const qz = sampleCurve('QZ', [
    [0, 598],
    [20, 600],
    [100, 604],
  ])

  it('share the tailwater, with the discharge of the gates', () => {
    // 14 + 9 + 17 m3/s stand at 601 m
    const p = [14, 9].map((q) => power(q, 99))
    const units = [sampleUnit(), sampleUnit({ name: 'U2' })]
    solve(units, [curves, curves], given(p, { tail: null, spill: 17 }), qz)
    expect(out[0].value).toBeCloseTo(14, 5)
    expect(out[1].value).toBeCloseTo(9, 5)
    expect(out[0].tail).toBeCloseTo(601, 5)
    // a stale sensor counts as none
    solve(units, [curves, curves], given(p, { tail: NaN, spill: 17 }), qz)
    expect(out[0].value).toBeCloseTo(14, 5)
    // a fresh one outranks the rating
    solve(units, [curves, curves], given(p, { tail: 601, spill: 80 }), qz)
    expect(out[0].value).toBeCloseTo(14, 6)
  })

  it('give the same in any order of the units', () => {
    const p = [5000, 9000, 12_000]
    const units = [shared(1), shared(2), sampleUnit({ name: 'U3' })]
    const all = [tables, tables, curves]
    solve(units, all, given(p, { tail: null, spill: 3 }), qz)
    const before = out.slice(0, 3).map((o) => o.value)
    solve(units.toReversed(), all.toReversed(), given(p.toReversed(), { tail: null, spill: 3 }), qz)
    out
      .slice(0, 3)
      .toReversed()
      .forEach((o, i) => expect(o.value).toBeCloseTo(before[i], 6))
  })

  it('a rating read beyond its end flags every unit that depends on it, and reaches at most 20% further', () => {
    const p = [power(14, 98)]
    solve([sampleUnit()], [curves], given(p, { tail: null, spill: 96 }), qz)
    expect(out[0]).toMatchObject({ q: EXTRAPOLATED, code: 'OUT_OF_TABLE', field: 'QZ' })
    solve([sampleUnit()], [curves], given(p, { tail: null, spill: 110 }), qz)
    expect(out[0]).toMatchObject({ q: MISSING, code: 'OUT_OF_TABLE', field: 'QZ' })
    // it does not flag an impulse wheel
    solve([sampleUnit({ type: 7 })], [curves], given(p, { tail: null, spill: 110 }), qz)
    expect(out[0].q).toBe(GOOD)
  })

  it('needs a tailwater: measured or rated', () => {
    expect(solve([sampleUnit()], [curves], given([9000], { tail: null }))).toBeNaN()
    expect(out[0]).toMatchObject({ q: MISSING, code: 'NO_TABLE', field: 'QZ' })
  })

  it('results that depend on a missing flow are missing, others are not', () => {
    const units = [shared(1), shared(2), sampleUnit({ name: 'U3', waterway: 'w9' })]
    const all = [tables, tables, curves]
    expect(solve(units, all, given([NaN, 9000, 9000]))).toBeNaN()
    expect(out.slice(0, 3).map((o) => o.q)).toEqual([MISSING, MISSING, GOOD])
    expect(out.slice(0, 3).map((o) => o.field)).toEqual(['power', 'waterway', null])
    // with the tail by rating, all rest on the total
    solve(units, all, given([NaN, 9000, 9000], { tail: null }), qz)
    expect(out.slice(0, 3).map((o) => o.q)).toEqual([MISSING, MISSING, MISSING])
    solve(units, all, given([9000, 9000, 9000], { tail: null, spill: NaN }), qz)
    expect(out.slice(0, 3).map((o) => o.field)).toEqual(['spill', 'spill', 'spill'])
    expect(
      refused(
        [sampleUnit({ name: 'U3' }), ...units],
        [curves, ...all],
        given([9000, NaN, 9000, 9000], { tail: null }),
        qz,
      ),
    ).toEqual(['MISSING_INPUT', 'power', 'U1'])
    solve(units, all, given([9000, 9000, 9000], { z: NaN }))
    expect(out.slice(0, 3).map((o) => o.field)).toEqual(['z', 'z', 'z'])
  })

  it('nHPQ: the plant by the number of running units, shared out by power', () => {
    const nhpq = sampleCurve('nHPQ', [
      [1, 90, 5, 6],
      [1, 110, 5, 5],
      [1, 90, 10, 12],
      [1, 110, 10, 10],
      [2, 90, 10, 13],
      [2, 110, 10, 11],
      [2, 90, 20, 26],
      [2, 110, 20, 22],
    ])
    const t = unitTables({ nhpq })
    const units = [sampleUnit(), sampleUnit(), sampleUnit()]
    expect(solve(units, [t, t, t], given([9000, 0, 6000]))).toBeCloseTo(18, 9)
    expect(out.slice(0, 3).map((o) => o.value)).toEqual([expect.closeTo(10.8, 9), 0, expect.closeTo(7.2, 9)])
    expect(solve(units, [t, t, t], given([8000, 0, 0]))).toBeCloseTo(8.8, 9)
    expect(solve(units, [t, t, t], given([5000, 5000, 5000]))).toBeNaN()
    expect(out[0]).toMatchObject({ code: 'UNKNOWN_N', field: 'n', q: MISSING })
    solve(units, [t, t, t], given([8000, NaN, 0]))
    expect(out.slice(0, 3).map((o) => o.q)).toEqual([MISSING, MISSING, GOOD])
  })

  it('a table that the first guess would miss is still read at the solution', () => {
    // Heads 97.9 to 98.1 only; the plant at rest has 100.
    const narrow = sampleCurve('HPQ', [
      [1, 97.9, 4, 5],
      [1, 97.9, 8, 10],
      [1, 98.1, 4, 5],
      [1, 98.1, 8, 10],
    ])
    const steep = sampleCurve('QZ', [
      [0, 600],
      [10, 602],
      [20, 630],
    ])
    solve([sampleUnit()], [unitTables({ hpq: narrow })], given([8000], { tail: null }), steep)
    expect(out[0].value).toBeCloseTo(10, 6)
    expect(out[0].q).toBe(GOOD)
  })

  it('without a common solution the last good one is kept, or none; a calculator throws', () => {
    // More discharge, much more head: the plain and the relaxed iteration both swing.
    const steep = sampleCurve('QZ', [
      [0, 600],
      [11, 600],
      [11.001, 640],
      [40, 640],
    ])
    const odd = sampleCurve('HPQ', [
      [1, 60, 4, 6],
      [1, 60, 8, 10],
      [1, 100, 4, 9],
      [1, 100, 8, 13],
    ])
    const t = unitTables({ hpq: odd })
    const unit = sampleUnit({ name: 'U1' })
    solve([unit], [t], given([8000], { tail: null }), steep)
    expect(out[0]).toMatchObject({ value: NaN, q: MISSING, code: 'NO_CONVERGENCE', method: 1 })
    solve([unit], [t], given([8000], { tail: null, last: [11.5] }), steep)
    expect(out[0]).toMatchObject({ value: 11.5, q: ESTIMATED, code: 'NO_CONVERGENCE', method: 1 })
    expect(refused([unit], [t], given([8000], { tail: null }), steep)).toEqual([
      'NO_CONVERGENCE',
      'power',
      'U1',
    ])
  })
})
