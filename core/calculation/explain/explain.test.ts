import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Description, Parameters } from '#core/description/index.ts'
import { noting } from '#core/notes.ts'
import { calibrate } from '#core/balance/index.ts'
import { indexAt } from '#core/series/index.ts'
import { computedSeries } from '../codes.ts'
import { compute } from '../compute.ts'
import { MINUTE, ZONE, version } from '../fixtures.ts'
import type { Inputs } from '../inputs.ts'
import { asInputs, FROM, plant, readings, TO } from '../scenario.ts'
import { assertChained, assertWorking } from './holds.ts'
import { explainValue } from './index.ts'
import type { ValueExplanation } from './types.ts'

function sound(inputs: Inputs, e: ValueExplanation): void {
  const where = `${e.code} at ${new Date(e.t).toISOString()}`
  for (const line of e.lines) assertWorking(line, where)
  assertChained(e.lines, where)
  const last = e.lines.at(-1)
  if (e.v === e.v && !e.code.endsWith('.method')) {
    expect(last, where).toBeDefined()
    const off = Math.abs(last!.value - e.v)
    const digits = last!.id === 'turbine' ? 1e-6 : 1e-9 * Math.max(1, Math.abs(e.v))
    if (!(off <= digits)) throw new Error(`${where}: ${last!.id} gives ${last!.value}, it is ${e.v}`)
  }
  for (const input of e.inputs) {
    if (input.t === null || input.effective !== input.effective) continue
    const { series } = inputs(input.code)!
    expect(series.v[indexAt(series, input.t)], where).toBe(input.sent)
    const { calibration: c } = input
    expect(input.effective, where).toBeCloseTo(c ? calibrate(input.sent, c.gain, c.offset) : input.sent, 9)
  }
}

const some = fc.record({
  seed: fc.noBias(fc.nat()),
  tail: fc.boolean(),
  step: fc.integer({ min: 0, max: (TO - FROM) / (5 * MINUTE) }),
  more: fc.record<Partial<Parameters>>({
    inflowMethod: fc.constantFrom(1, 2, 3),
    movingPoints: fc.constantFrom(1, 5),
    window: fc.constantFrom(900, 1000, 3600),
    allowSuspect: fc.boolean(),
    seepageReturns: fc.boolean(),
    seepageByLevel: fc.constantFrom(undefined, [
      [600, 0.1],
      [620, 0.4],
    ] as [number, number][]),
    envFlow: fc.constantFrom(null, 0, 2),
  }),
})

const body = { name: '', kind: 3, port: '', state: 'installed', plate: '' } as const

describe('the explanation of a number', () => {
  test('its lines reproduce it to the last digits, and its readings are those that were sent, for every value', () => {
    fc.assert(
      fc.property(some, ({ seed, tail, step, more }) => {
        const d: Description = {
          ...plant(tail, more),
          sensors: [
            version('p', {
              ...body,
              series: 'u1.power',
              target: { noun: 'unit', id: 'u1' },
              gain: 1.02,
              offset: 0.1,
            }),
          ],
        }
        const inputs = asInputs(readings(seed))
        const at = FROM + step * 5 * MINUTE
        const out = compute(d, inputs, at, at, ZONE)
        for (const { code } of computedSeries(d)) {
          const series = out.get(code)
          const e = explainValue(d, inputs, code, at, ZONE)
          expect(noting).toBe(false)
          if (!series || series.t.length === 0) {
            expect(e, code).toBeNull()
            continue
          }
          // What is explained is what is computed.
          expect(e, code).not.toBeNull()
          expect(e!.v, code).toBe(series.v[0])
          expect(e!.q, code).toBe(series.q[0])
          sound(inputs, e!)
          // One standard error: in the explanation of the inflow, and the series of it.
          const own = e!.lines.find((line) => line.symbol === 'sigma')
          if (code === 'general.inflow_sigma') expect(own?.value ?? NaN).toBe(e!.v)
          if (code === 'general.total_discharge_lake' && e!.v === e!.v && own)
            expect(own.value).toBe(out.get('general.inflow_sigma')!.v[0])
        }
      }),
      { numRuns: 25 },
    )
  })
})
