import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertChained, assertWorking } from '#core/calculation/explain/holds.ts'
import { gate, table, unit } from '#core/calculation/fixtures.ts'
import type { ExhaustParameters } from '#core/description/index.ts'
import { noted } from '#core/notes.ts'
import { compile } from '#core/tables/index.ts'
import { flow } from './flow.ts'
import { gateDischarge } from './gate.ts'
import { unitSubject, unitsDischarge } from './plant.ts'
import { unitFlow } from './unit.ts'

/** Evenly spread, so that every regime comes up. */
const number = (min: number, max: number) =>
  fc.noBias(fc.integer({ min: 0, max: 1_000_000 })).map((n) => min + ((max - min) * n) / 1e6)
const maybe = <T>(a: fc.Arbitrary<T>) => fc.option(a, { nil: undefined })

const parameters: fc.Arbitrary<ExhaustParameters> = fc.record({
  width: number(1, 30),
  sill: number(600, 620),
  m: maybe(number(0.3, 0.5)),
  c: maybe(number(0.5, 0.8)),
  cSub: maybe(number(0.6, 0.9)),
  maxOpening: fc.constant(8),
  height: fc.constant(8),
  smoothSubmergence: maybe(fc.boolean()),
  bays: maybe(fc.integer({ min: 1, max: 4 })),
  xiAbutment: maybe(number(0, 1)),
  xiPier: maybe(number(0, 1)),
  designHead: maybe(number(2, 8)),
  approachVelocity: maybe(number(0, 2)),
  trunnion: number(1, 10),
  te: maybe(number(0, 0.3)),
  be: maybe(number(0.6, 1)),
  he: maybe(number(0.4, 0.7)),
  mu: maybe(number(0.5, 0.8)),
  diameter: number(0.5, 8),
  length: number(10, 200),
  slope: number(0, 0.02),
})
const XA = compile(
  table('ZAoAc', 'g', [
    [0, 0, 0],
    [0, 10, 3],
    [0, 30, 8],
  ]),
)

test('the working of every formula reproduces its discharge to the last digits', () => {
  const met = new Set<string>()
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2, 3, 4, 5),
      parameters,
      number(598, 640),
      fc.oneof({ weight: 9, arbitrary: number(0, 8) }, { weight: 1, arbitrary: fc.constant(0) }),
      fc.option(number(-0.1, 1.1)),
      fc.constantFrom('m', 'cm', 'x'),
      (type, p, z, opening, drowned, unit) => {
        const tail = drowned === null ? null : p.sill! + drowned * (z - p.sill!)
        const g = gate('g', { type: type as 1, parameters: p })
        g.leaves[0].openingUnit = unit
        const given = {
          z,
          opening: unit === 'cm' ? 100 * opening : unit === 'x' ? 3 * opening : opening,
          tail,
        }
        const out = flow()
        const tables = { rating: null, opening: unit === 'x' ? XA : null }
        const plain = gateDischarge(g, 0, given, tables, 'loop', flow())
        const { result, notes } = noted(() => gateDischarge(g, 0, given, tables, 'loop', out))
        expect(result).toBe(plain)
        for (const line of notes) {
          assertWorking(line, `type ${type}`)
          met.add(line.id)
        }
        assertChained(
          notes.map((line) => (line.symbol === 'ac' ? { ...line, symbol: 'a' } : line)),
          `type ${type}`,
        )
        if (result === result) expect(notes.at(-1)!.value).toBe(result)
      },
    ),
    { numRuns: 3000 },
  )
  for (const id of [
    ...[
      'head',
      'tail_head',
      'dry',
      'closed',
      'drowned',
      'weir',
      'ogee',
      'contraction',
      'energy_head',
      'submergence',
    ],
    ...['orifice', 'orifice_between', 'orifice_submerged', 'blend', 'radial', 'radial_between', 'transition'],
    ...['sluice', 'head_drop', 'head_centre', 'culvert', 'segment', 'opening', 'table'],
  ])
    expect(met, id).toContain(id)
})

test('the working of units by their curves reproduces the discharge for their power', () => {
  const eta = compile(
    table('QETA', null, [
      [0.2, 0.7],
      [0.6, 0.9],
      [1, 0.86],
    ]),
  )
  const loss = compile(
    table('QHL', 'w', [
      [10, 0.2],
      [50, 4],
      [90, 12],
    ]),
  )
  const qz = compile(
    table('QZ', null, [
      [0, 556],
      [100, 558],
      [400, 560],
    ]),
  )
  const tables = { hpq: null, nhpq: null, zpq: null, qeta: eta, qhl: loss }
  const units = [1, 2].map((n) =>
    unit(`u${n}`, { waterway: 'w', waterwayType: 2, number: n, generatorEfficiency: 0.96 }),
  )
  fc.assert(
    fc.property(number(590, 640), number(0, 24_000), number(0, 24_000), number(0, 100), (z, a, b, spill) => {
      const given = { z, tail: null, spill, power: [a, b] }
      const out = [unitFlow(), unitFlow()]
      const { pages } = noted(() => unitsDischarge(units, [tables, tables], qz, given, 'loop', out))
      out.forEach((o, i) => {
        const lines = pages.get(unitSubject(i))!
        for (const line of lines) assertWorking(line, `unit ${i}`)
        if (o.value === o.value) expect(lines.at(-1)!.value).toBeCloseTo(o.value, 6)
      })
    }),
    { numRuns: 300 },
  )
})
