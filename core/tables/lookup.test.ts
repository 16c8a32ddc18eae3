import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CalcError } from '#core/errors.ts'
import { ESTIMATED, EXTRAPOLATED, GOOD, MISSING } from '#core/quality/index.ts'
import { sampleTable } from './fixtures.ts'
import { areaAt, compile, explainLookup, found, inverse, lookup, lookup2, lookupN } from './index.ts'
import type { Compiled, Mode } from './index.ts'

const out = found()

function refused(run: () => unknown): CalcError {
  try {
    run()
  } catch (e) {
    if (e instanceof CalcError) return e
    throw e
  }
  throw new Error('was not refused')
}

function near(got: number, want: number): void {
  if (want === want) expect(got).toBeCloseTo(want, 6)
  else expect(got).toBeNaN()
}

const zv = compile(
  sampleTable('ZV', [
    [610, 2],
    [600, 0],
    [615, 5],
    [605, 0.5],
    [612, 2],
  ]),
)

describe('ZV', () => {
  it('reads unsorted rows in m3, exactly at nodes', () => {
    expect(lookup(zv, 610, 'calculator', out)).toBe(2e6)
    expect(lookup(zv, 615, 'calculator', out)).toBe(5e6)
    expect(lookup(zv, 607.5, 'calculator', out)).toBeCloseTo(1.25e6, 6)
    expect(out).toEqual({ value: 1.25e6, q: GOOD, code: null, field: null })
  })

  it('reads volumes in m3 when the table declares it', () => {
    const table = compile(
      sampleTable(
        'ZV',
        [
          [320.5, 0],
          [325, 120_000],
        ],
        { units: { v: 'm3' } },
      ),
    )
    expect(lookup(table, 322.75, 'calculator', out)).toBeCloseTo(60_000, 6)
  })

  it('is refused outside by a calculator, naming the field of the input', () => {
    const e = refused(() => lookup(zv, 615.2, 'calculator', out, 'Z2'))
    expect([e.code, e.field, e.detail.low, e.detail.high]).toEqual(['OUT_OF_TABLE', 'Z2', 600, 615])
  })

  it.each([
    [615.4, 5.4e6, EXTRAPOLATED, 'OUT_OF_TABLE'],
    [615.5, 5.5e6, EXTRAPOLATED, 'OUT_OF_TABLE'],
    [615.6, NaN, MISSING, 'OUT_OF_TABLE'],
    [599.9, NaN, MISSING, 'OUT_OF_TABLE'],
    [NaN, NaN, MISSING, 'MISSING_INPUT'],
  ])('in the loop at %d gives %d', (z, value, q, code) => {
    near(lookup(zv, z, 'loop', out), value)
    expect([out.q, out.code]).toEqual([q, code])
  })

  it.each([
    [0, 600],
    [0.5e6, 605],
    [2e6, 610],
    [3.5e6, 613.5],
    [5e6, 615],
  ])('holds %d m3 at %d m, a flat segment by its left end', (v, z) => {
    expect(inverse(zv, v, 'calculator', out)).toBeCloseTo(z, 9)
    expect(out.code).toBeNull()
  })

  it('inverts within the same bounds', () => {
    expect(refused(() => inverse(zv, 5.1e6, 'calculator', out, 'V')).field).toBe('V')
    expect(inverse(zv, 5.4e6, 'loop', out)).toBeCloseTo(615.4, 9)
    expect(out.q).toBe(EXTRAPOLATED)
    expect(inverse(zv, 5.6e6, 'loop', out)).toBeNaN()
    expect(inverse(zv, -1, 'loop', out)).toBeNaN()
    expect(inverse(zv, NaN, 'loop', out)).toBeNaN()
    expect(out.code).toBe('MISSING_INPUT')
  })

  it.each([
    [600, 1e5],
    [604.9, 1e5],
    [605, 3e5],
    [610, 0],
    [612, 1e6],
    [615, 1e6],
  ])('the lake at %d m is %d m2: the slope to the right', (z, area) => {
    expect(areaAt(zv, z, 'calculator', out)).toBeCloseTo(area, 6)
  })

  it('has no area outside', () => {
    expect(areaAt(zv, 599, 'loop', out)).toBeNaN()
    expect(areaAt(zv, 615.3, 'loop', out)).toBeCloseTo(1e6, 6)
    expect(out.q).toBe(EXTRAPOLATED)
  })
})

const ffzq = compile(
  sampleTable('FFZQ', [
    [600, 0],
    [601, 8],
    [604, 64],
  ]),
)

describe('FFZQ', () => {
  it.each<[Mode, number, number, number]>([
    ['calculator', 599, 0, GOOD],
    ['calculator', 602.5, 36, GOOD],
    ['loop', 604, 64, GOOD],
    // 8 and 64 are 1 and 4 to the power 1.5, times 8: weir law with its origin at 600
    ['loop', 609, 216, EXTRAPOLATED],
  ])('%s at %d gives %d', (mode, z, q, quality) => {
    expect(lookup(ffzq, z, mode, out)).toBeCloseTo(q, 9)
    expect(out.q).toBe(quality)
  })

  it('is refused by a calculator above, and below a first node with flow', () => {
    expect(refused(() => lookup(ffzq, 604.1, 'calculator', out)).field).toBe('z')
    const high = compile(
      sampleTable('FFZQ', [
        [601, 8],
        [604, 64],
      ]),
    )
    expect(lookup(high, 600.9, 'loop', out)).toBeNaN()
  })

  it('applies no weir law where the last nodes do not rise', () => {
    const flat = compile(
      sampleTable('FFZQ', [
        [600, 0],
        [601, 8],
        [602, 8],
      ]),
    )
    expect(lookup(flat, 602.5, 'loop', out)).toBeNaN()
  })
})

// Ragged: the upper curve knows a larger opening. The sill curve is dry.
const zaq = compile(
  sampleTable('ZAQ', [
    [610, 2, 50],
    [610, 1, 30],
    [600, 1, 0],
    [600, 2, 0],
    [620, 1, 40],
    [620, 2, 70],
    [620, 3, 90],
  ]),
)

describe('ZAQ', () => {
  it.each<[number, number, number, number]>([
    [610, 1.5, 40, GOOD],
    [615, 1.5, 47.5, GOOD],
    [615, 0, 0, GOOD],
    [700, 0, 0, GOOD],
    [NaN, 0, 0, GOOD],
    // between shut and the first opening: linear to 0
    [610, 0.5, 15, GOOD],
    [615, 0.25, 8.75, GOOD],
    // the sensor runs 1.5% past its end
    [610, 2.03, 50, ESTIMATED],
    [610, 2.04, 50, ESTIMATED],
    [620, 3.05, 90, ESTIMATED],
    // below a dry sill
    [598, 1.7, 0, GOOD],
    [620, 3, 90, GOOD],
  ])('at level %d and opening %d passes %d', (z, a, q, quality) => {
    expect(lookup2(zaq, z, a, 'calculator', out)).toBeCloseTo(q, 9)
    expect(out.q).toBe(quality)
  })

  it.each([
    [610, 2.05, 'OUT_OF_TABLE', 'a'],
    // the lower of the two curves ends at 2
    [615, 2.5, 'OUT_OF_TABLE', 'a'],
    [620.5, 1, 'OUT_OF_TABLE', 'z'],
    [610, -0.1, 'OUT_OF_RANGE', 'a'],
    [NaN, 1, 'MISSING_INPUT', 'z'],
    [610, NaN, 'MISSING_INPUT', 'a'],
  ])('at level %d and opening %d refuses: %s of %s', (z, a, code, field) => {
    const e = refused(() => lookup2(zaq, z, a, 'calculator', out))
    expect([e.code, e.field]).toEqual([code, field])
    if (code === 'OUT_OF_TABLE' && field === 'z') return
    expect(lookup2(zaq, z, a, 'loop', out)).toBeNaN()
    expect([out.q, out.code, out.field]).toEqual([MISSING, code, field])
  })

  it('in the loop follows the weir law above the last level', () => {
    // opening 2: 50 at 610 and 70 at 620
    const r = (50 / 70) ** (2 / 3)
    const z0 = (610 - r * 620) / (1 - r)
    const expected = 70 * ((625 - z0) / (620 - z0)) ** 1.5
    expect(lookup2(zaq, 625, 2, 'loop', out)).toBeCloseTo(expected, 9)
    expect(out.q).toBe(EXTRAPOLATED)
    // opening 3 stands on the last curve alone
    expect(lookup2(zaq, 625, 3, 'loop', out)).toBeNaN()
  })

  it('needs only its own curve at a node of the first key', () => {
    expect(lookup2(zaq, 620 - 1e-10, 2.5, 'calculator', out)).toBeCloseTo(80, 6)
  })
})

// MW, two heads, powers 4 and 8; efficiency 0.9 at the nodes of head 100
const hpq = compile(
  sampleTable('HPQ', [
    [1, 100, 4, 4.5],
    [1, 100, 8, 9],
    [1, 120, 4, 3.8],
    [1, 120, 8, 7.5],
  ]),
)

describe('HPQ', () => {
  it.each<[number, number, number, number]>([
    [100, 6000, 6.75, GOOD],
    [110, 6000, 6.2, GOOD],
    [110, 0, 0, GOOD],
    [100, 2000, 2.25, ESTIMATED],
    // 2% past the last power: on along the last segment
    [100, 8160, 9.18, EXTRAPOLATED],
    // 2% of the range of heads is 0.4 m
    [99.6, 6000, 6.75, EXTRAPOLATED],
    [120.4, 8000, 7.5, EXTRAPOLATED],
  ])('under %d m and %d kW takes %d', (h, p, q, quality) => {
    expect(lookupN(hpq, 1, h, p, 'calculator', out)).toBeCloseTo(q, 9)
    expect(out.q).toBe(quality)
  })

  it.each([
    [99.5, 6000, 'h'],
    [120.5, 6000, 'h'],
    [100, 8170, 'p'],
    [110, 8170, 'p'],
  ])('under %d m and %d kW refuses', (h, p, field) => {
    const e = refused(() => lookupN(hpq, 1, h, p, 'calculator', out))
    expect([e.code, e.field]).toEqual(['OUT_OF_TABLE', field])
  })

  it('with one n serves every unit; with several the number must be listed', () => {
    expect(lookupN(hpq, 3, 100, 6000, 'calculator', out)).toBeCloseTo(6.75, 9)
    const two = compile(sampleTable('HPQ', [...hpq.table.rows, [2, 100, 4, 4.8], [2, 100, 8, 9.6]]))
    expect(lookupN(two, 2, 100, 6000, 'calculator', out)).toBeCloseTo(7.2, 9)
    expect(lookupN(two, 1, 120, 8000, 'calculator', out)).toBe(7.5)
    expect(refused(() => lookupN(two, 3, 100, 6000, 'calculator', out)).code).toBe('UNKNOWN_N')
  })

  it('nHPQ never serves another number of running units', () => {
    const plant = compile(sampleTable('nHPQ', hpq.table.rows))
    expect(lookupN(plant, 2, 100, 6000, 'loop', out)).toBeNaN()
    expect([out.code, out.field]).toEqual(['UNKNOWN_N', 'n'])
  })

  it('reads powers of 1000 and more as kW by default', () => {
    const rows = hpq.table.rows.map(([n, h, p, q]) => [n, h, p * 1000, q])
    expect(lookupN(compile(sampleTable('HPQ', rows)), 1, 100, 6000, 'loop', out)).toBeCloseTo(6.75, 9)
    const small = [
      [1, 40, 200, 0.6],
      [1, 40, 800, 2.4],
    ]
    const kw = compile(sampleTable('HPQ', small, { units: { p: 'kW' } }))
    expect(lookupN(kw, 1, 40, 500, 'calculator', out)).toBeCloseTo(1.5, 9)
  })
})

describe('ZPQ', () => {
  const zpq = compile(
    sampleTable('ZPQ', [
      [600, 5, 6],
      [600, 10, 12],
      [610, 5, 5],
      [610, 10, 10],
    ]),
  )
  it('accepts levels outside by 2% of their range, not of the level', () => {
    expect(lookup2(zpq, 610.2, 10_000, 'calculator', out)).toBe(10)
    expect(out.q).toBe(EXTRAPOLATED)
    expect(lookup2(zpq, 610.3, 10_000, 'loop', out)).toBeNaN()
  })
})

describe('curves of turbines and rivers', () => {
  const qz = compile(
    sampleTable('QZ', [
      [10, 500],
      [100, 502],
      [200, 503],
    ]),
  )
  it.each<[number, number, number]>([
    [0, 500, GOOD],
    [5, 500, GOOD],
    [55, 501, GOOD],
    [240, 503.4, EXTRAPOLATED],
    [241, NaN, MISSING],
  ])('QZ: %d m3/s is at %d', (q, z, quality) => {
    near(lookup(qz, q, 'loop', out), z)
    expect(out.q).toBe(quality)
  })

  it('QZ inverse: level to discharge', () => {
    expect(inverse(qz, 502.5, 'calculator', out)).toBeCloseTo(150, 9)
    expect(inverse(qz, 503.2, 'calculator', out)).toBeCloseTo(220, 9)
    expect(out.q).toBe(EXTRAPOLATED)
    expect(inverse(qz, 499.9, 'loop', out)).toBeNaN()
  })

  const qeta = compile(
    sampleTable('QETA', [
      [0.3, 0.7],
      [1, 0.9],
    ]),
  )
  it.each([
    [0.1, 0.7],
    [0.65, 0.8],
    [1.1, 0.9],
  ])('QETA clamps: %d gives %d', (ratio, eta) => {
    expect(lookup(qeta, ratio, 'calculator', out)).toBeCloseTo(eta, 12)
  })

  const qhl = compile(
    sampleTable('QHL', [
      [10, 1],
      [20, 4],
    ]),
  )
  it.each<[number, number, number]>([
    [5, 0.25, GOOD],
    [0, 0, GOOD],
    [15, 2.5, GOOD],
    [30, 9, EXTRAPOLATED],
  ])('QHL extrapolates as the square: %d m3/s loses %d m', (q, loss, quality) => {
    expect(lookup(qhl, q, 'calculator', out)).toBeCloseTo(loss, 12)
    expect(out.q).toBe(quality)
  })

  it('ZAoAc without levels is one curve for all of them, and refused outside', () => {
    const travel = compile(
      sampleTable('ZAoAc', [
        [0, 0, 0],
        [0, 200, 1.5],
      ]),
    )
    expect(travel.dims).toBe(1)
    expect(lookup2(travel, NaN, 100, 'calculator', out)).toBeCloseTo(0.75, 12)
    const e = refused(() => lookup2(travel, 610, 201, 'calculator', out))
    expect([e.code, e.field]).toEqual(['OUT_OF_TABLE', 'ao'])
  })

  it('an empty level stored as null is one curve', () => {
    const rows = [
      [null, 0, 0],
      [null, 200, 1.5],
    ] as unknown as number[][]
    expect(lookup2(compile(sampleTable('ZAoAc', rows)), 610, 100, 'loop', out)).toBeCloseTo(0.75, 12)
  })
})

describe('explain', () => {
  it('names the rows of the cell as uploaded', () => {
    const e = explainLookup(zaq, [615, 1.5], 'calculator')
    expect(e.value).toBeCloseTo(47.5, 9)
    expect(e.rows.map((r) => r.row)).toEqual([2, 1, 5, 6])
    expect(e.rows[0].values).toEqual([610, 1, 30])
    expect(explainLookup(zv, [610], 'loop').rows).toEqual([{ row: 1, values: [610, 2] }])
    expect(explainLookup(zv, [700], 'calculator')).toMatchObject({
      value: NaN,
      code: 'OUT_OF_TABLE',
      field: 'z',
    })
  })
})

const sorted = (min: number, max: number) =>
  fc
    .uniqueArray(fc.integer({ min, max }), { minLength: 2, maxLength: 12 })
    .map((a) => a.sort((x, y) => x - y))

describe('properties', () => {
  it('is exact at nodes, stays between neighbours, never falls on a rising curve, whatever was looked up before', () => {
    fc.assert(
      fc.property(
        sorted(-500, 500),
        fc.array(fc.nat(50), { minLength: 12, maxLength: 12 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 }),
        (x, steps, at) => {
          let y = 0
          const rows = x.map((k, i) => [k, (y += steps[i])])
          const c = compile(sampleTable('ZV', rows, { units: { v: 'm3' } }))
          for (const [k, v] of rows) expect(lookup(c, k, 'loop', out)).toBe(v)
          const span = x[x.length - 1] - x[0]
          const queries = at.map((w) => x[0] + w * span)
          const got = queries.map((k) => lookup(c, k, 'loop', out))
          const fresh = compile({ ...c.table })
          const order = queries.map((_, i) => i).sort((a, b) => queries[a] - queries[b])
          order.forEach((i, rank) => {
            expect(lookup(fresh, queries[i], 'loop', out)).toBe(got[i])
            if (rank > 0) expect(got[i]).toBeGreaterThanOrEqual(got[order[rank - 1]] - 1e-9)
          })
        },
      ),
    )
  })

  it('inverse is exact on a rising curve', () => {
    fc.assert(
      fc.property(sorted(0, 900), fc.double({ min: 0, max: 1, noNaN: true }), (x, w) => {
        const c = compile(
          sampleTable(
            'ZV',
            x.map((k, i) => [k, i * i + i]),
          ),
        )
        const z = x[0] + w * (x[x.length - 1] - x[0])
        expect(inverse(c, lookup(c, z, 'loop', out), 'loop', out)).toBeCloseTo(z, 6)
      }),
    )
  })

  it('reproduces any plane on a ragged grid', () => {
    const coefficient = fc.double({ min: -9, max: 9, noNaN: true })
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        fc.tuple(coefficient, coefficient, coefficient),
        sorted(0, 100),
        fc.array(sorted(20, 80), { minLength: 12, maxLength: 12 }),
        unit,
        unit,
        ([c0, c1, c2], k, inner, u, v) => {
          // Every curve is made to cover [10, 90], with nodes of its own between.
          const rows = k.flatMap((z, i) => [10, ...inner[i], 90].map((a) => [z, a, c0 + c1 * z + c2 * a]))
          const c: Compiled = compile(sampleTable('ZAoAc', rows))
          const z = k[0] + u * (k[k.length - 1] - k[0])
          const a = 10 + v * 80
          expect(lookup2(c, z, a, 'calculator', out)).toBeCloseTo(c0 + c1 * z + c2 * a, 6)
        },
      ),
    )
  })

  it('a gated rating is continuous over its whole domain', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 598, max: 620, noNaN: true }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (z, a) => {
          const here = lookup2(zaq, z, a, 'loop', out)
          const there = lookup2(zaq, Math.min(620, z + 1e-6), Math.min(2, a + 1e-6), 'loop', out)
          expect(Math.abs(there - here)).toBeLessThan(1e-3)
        },
      ),
    )
  })
})
