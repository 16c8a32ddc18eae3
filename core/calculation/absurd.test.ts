import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MISSING, grade } from '#core/quality/index.ts'
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
  position,
  station,
  unit,
  version,
} from './fixtures.ts'

const plant = description({
  positions: [version('z', position('z'))],
  gates: [version('g', gate('g'))],
  units: [version('u', unit('u'))],
  stations: [version('r', station('rain')), version('s', station('more'))],
})
const of = (value: number, kind: 'instant' | 'step' | 'total') =>
  [kind, every(T0 - 12 * HOUR, T0 + HOUR, 5 * MINUTE, (t) => (t === T0 ? value : 1))] as const

test('readings of any size give numbers or nothing, never values that cannot be stored', () => {
  const any = fc.double({ noNaN: true, noDefaultInfinity: true })
  const size = fc.oneof(any, fc.constantFrom(3.4028234663852886e38, 1e308, -1e308, Number.MAX_VALUE))
  fc.assert(
    fc.property(size, size, size, size, (z, opening, power, rain) => {
      const out = compute(
        plant,
        inputsFrom({
          z: [...of(z, 'instant')],
          'g.opening': [...of(opening, 'step')],
          'u.power': [...of(power, 'step')],
          rain: [...of(rain, 'total')],
          more: [...of(rain, 'total')],
        }),
        T0 - HOUR,
        T0 + HOUR,
        ZONE,
      )
      for (const [code, { v, q }] of out)
        v.forEach((x, i) => {
          if (!Number.isFinite(x)) expect([code, x, grade(q[i]) >= 6]).toEqual([code, NaN, true])
        })
    }),
  )
})

test('a power too large for a number in kW is unknown', () => {
  const out = compute(plant, inputsFrom({ 'u.power': [...of(1e308, 'step')] }), T0, T0, ZONE)
  expect(at(out, 'general.power', T0)).toEqual({ v: NaN, q: MISSING })
})
