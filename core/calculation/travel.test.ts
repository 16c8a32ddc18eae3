import { describe, expect, test } from 'vitest'
import type { Outlet } from '#core/description/index.ts'
import { GOOD, MISSING } from '#core/quality/index.ts'
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
  table,
  version,
} from './fixtures.ts'
import { whatIf } from './what-if.ts'

const T = T0 + HOUR
/** Sensor travel (mm of a rope) to opening: 500 mm are 1.02 m, 1000 mm are 2.05 m. */
const XA = [
  [0, 0, 0],
  [0, 500, 1.02],
  [0, 1000, 2.05],
]
/** Discharge of one gate: at 600 m 10 a, at 610 m 14 a, straight in both. */
const ZAQ = [600, 610].flatMap((z) => [0, 1, 2, 3].map((a) => [z, a, (z === 600 ? 10 : 14) * a]))
const LEVEL = 605
const SQRT2G = Math.sqrt(2 * 9.81)

/** Discharge of gate g at level 605 with its sensor at `travel`. */
function discharge(
  tables: [Parameters<typeof table>[0], string, number[][]][],
  travel: number,
  g?: Partial<Outlet>,
) {
  const d = description({
    gates: [version('g', gate('g', { leaves: [LEAF('g')], parameters: FLAT, ...g }))],
    tables: tables.map(([group, object, rows]) => version(`${group}${object}`, table(group, object, rows))),
  })
  return { d, inputs: readings(travel), q: at(compute(d, readings(travel), T, T, ZONE), 'leaf.g.q', T) }
}
const LEAF = (id: string) => ({ id, name: id, openingSeries: `${id}.opening`, openingUnit: 'mm-rope' })
const FLAT = { width: 8, sill: 600, maxOpening: 4, c: 0.6 }
const readings = (travel: number) =>
  inputsFrom({
    z: ['instant', every(T0 - HOUR, T, 5 * MINUTE, () => LEVEL)],
    'g.opening': ['step', every(T0 - HOUR, T, 5 * MINUTE, () => travel)],
    'h.opening': ['step', every(T0 - HOUR, T, 5 * MINUTE, () => travel)],
  })

describe('sensor travel is converted into opening', () => {
  test('by XA before ZAQ', () => {
    // 750 mm: half way from 1.02 to 2.05 m. Half way from 600 to 610 m a metre passes 12 m3/s.
    const { q } = discharge(
      [
        ['ZAoAc', 'g', XA],
        ['ZAQ', 'g', ZAQ],
      ],
      750,
    )
    expect(q.v).toBeCloseTo(12 * 1.535, 9)
    expect(q.q).toBe(GOOD)
    expect(
      discharge(
        [
          ['ZAoAc', 'g', XA],
          ['ZAQ', 'g', ZAQ],
        ],
        0,
      ).q,
    ).toEqual({ v: 0, q: GOOD })
  })

  test('by XA before the formula', () => {
    // H = 5 m over an opening of 1.02 m: Q = 0.6 * 8 * 1.02 * sqrt(2 g 5).
    const { q } = discharge([['ZAoAc', 'g', XA]], 500)
    expect(q.v).toBeCloseTo(0.6 * 8 * 1.02 * SQRT2G * Math.sqrt(5), 9)
  })

  test('by ZAoAc at the level of the instant', () => {
    // The shaft opens less under more water: 30 degrees are 1.2 m at 600 m and 1.0 m at 610 m, so 1.1 m at 605 m.
    const shaft = [600, 610].flatMap((z) => [
      [z, 0, 0],
      [z, 30, z === 600 ? 1.2 : 1.0],
    ])
    expect(
      discharge(
        [
          ['ZAoAc', 'g', shaft],
          ['ZAQ', 'g', ZAQ],
        ],
        30,
      ).q.v,
    ).toBeCloseTo(12 * 1.1, 9)
    // Half the angle, half of each.
    expect(discharge([['ZAoAc', 'g', shaft]], 15).q.v).toBeCloseTo(0.6 * 8 * 0.55 * SQRT2G * Math.sqrt(5), 9)
  })

  test('or is missing, with everything computed from it', () => {
    // No table gives what a rope of 500 mm opens; nor beyond the table.
    expect(discharge([['ZAQ', 'g', ZAQ]], 500).q).toEqual({ v: NaN, q: MISSING })
    expect(
      discharge(
        [
          ['ZAoAc', 'g', XA],
          ['ZAQ', 'g', ZAQ],
        ],
        1001,
      ).q,
    ).toEqual({ v: NaN, q: MISSING })
  })

  test('except for entered values, which are openings; other gates keep their tables', () => {
    const { d, inputs } = discharge([['ZAoAc', 'g', XA]], 500, { leaves: [LEAF('g'), LEAF('h')] })
    const changed = whatIf(d, inputs, { from: T - HOUR, to: T, openings: new Map([['g', 2]]) })
    const out = compute(changed.d, changed.inputs, T, T, ZONE)
    const metre = 0.6 * 8 * SQRT2G * Math.sqrt(5)
    expect(at(out, 'leaf.g.q', T).v).toBeCloseTo(2 * metre, 9)
    expect(at(out, 'leaf.h.q', T).v).toBeCloseTo(1.02 * metre, 9)
  })
})
