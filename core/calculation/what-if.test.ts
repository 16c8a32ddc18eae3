import { describe, expect, test } from 'vitest'
import { EDITED } from '#core/quality/index.ts'
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
import { unknownNames, whatIf } from './what-if.ts'

const BEFORE = T0 - 12 * HOUR
const d = description({
  parameters: [version('p', parameters({ inflowMethod: 3, window: 3600 }))],
  gates: [version('g', gate('g'))],
  units: [version('u', unit('u'))],
  tables: [
    version(
      'hpq',
      table('ZPQ', 'u', [
        [580, 1, 2],
        [580, 20, 40],
        [640, 1, 2],
        [640, 20, 40],
      ]),
    ),
    version(
      'travel',
      table('ZAoAc', 'g', [
        [0, 0, 0],
        [0, 100, 5],
      ]),
    ),
  ],
})
const inputs = inputsFrom({
  z: ['instant', every(BEFORE, T0, 5 * MINUTE, (t) => 612 + (t - T0) / (100 * HOUR))],
  'g.opening': ['step', every(BEFORE, T0, 5 * MINUTE, () => 20)],
  'u.power': ['instant', every(BEFORE, T0, 5 * MINUTE, () => 10)],
})
const span = { from: T0 - HOUR, to: T0 }
const run = (given: Parameters<typeof whatIf>[2]) => {
  const made = whatIf(d, inputs, given)
  return compute(made.d, made.inputs, T0, T0, ZONE)
}
const CODES = [
  'general.lake_level',
  'general.total_capacity',
  'general.total_discharge_out',
  'general.total_discharge_lake',
  'outlet.g.q',
  'unit.u.q',
]

describe('values entered in place of sensors', () => {
  test('nothing entered: equal to the automatic calculation, to the last digit', () => {
    const automatic = compute(d, inputs, T0, T0, ZONE)
    const same = run(span)
    for (const code of CODES) expect(at(same, code, T0)).toEqual(at(automatic, code, T0))
  })

  test('the values of the sensors, entered by a person, give the same results', () => {
    const automatic = compute(d, inputs, T0, T0, ZONE)
    const result = run({
      ...span,
      levels: { start: 612 - 0.01, end: 612 },
      // 20 of the sensor is 1 m of opening.
      openings: new Map([['g', 1]]),
      powers: new Map([['u', 10_000]]),
    })
    for (const code of CODES) expect(at(result, code, T0).v).toBeCloseTo(at(automatic, code, T0).v, 2)
    expect(at(result, 'general.lake_level', T0)).toEqual({ v: 612, q: EDITED })
  })

  test('levels at both ends: inflow is the change of storage plus outflow', () => {
    const out = run({
      ...span,
      levels: { start: 611, end: 612 },
      openings: new Map([['g', 0]]),
      powers: new Map([['u', 0]]),
    })
    // 1 km2 at every level.
    expect(at(out, 'general.total_discharge_lake', T0).v).toBeCloseTo(1e6 / 3600, 3)
    const open = run({
      ...span,
      levels: { start: 612, end: 612 },
      openings: new Map([['g', 1]]),
      powers: new Map([['u', 10_000]]),
    })
    expect(at(open, 'general.total_discharge_lake', T0).v).toBeCloseTo(
      at(open, 'general.total_discharge_out', T0).v,
      6,
    )
    expect(at(open, 'outlet.g.q', T0).v).toBeCloseTo(0.6 * 8 * Math.sqrt(2 * 9.81 * 12), 6)
    expect(at(open, 'unit.u.q', T0).v).toBeCloseTo(20, 6)
  })

  test('unknown names are reported', () => {
    const given = {
      openings: new Map([
        ['g', 1],
        ['x', 1],
      ]),
      powers: new Map([['y', 1]]),
    }
    expect(unknownNames(d, T0, given)).toEqual({ leaves: ['x'], units: ['y'] })
  })
})
