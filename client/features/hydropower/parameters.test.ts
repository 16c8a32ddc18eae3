import { expect, test } from 'vitest'
import type { Outlet } from '#core/description/index.ts'
import { flow } from '#core/hydraulics/flow.ts'
import { formulaDischarge } from '#core/hydraulics/formula.ts'
import { keptParameters, missingOf, parametersOf } from './parameters.ts'

const SIZES: Record<string, number> = {
  width: 10,
  sill: 90,
  maxOpening: 8,
  height: 3,
  diameter: 2,
  length: 60,
  inletInvert: 90,
  outletInvert: 89.5,
  trunnion: 6,
}

const gate = (type: number, parameters: Record<string, number>): Outlet => ({
  name: 'g',
  type: type as Outlet['type'],
  method: 'auto',
  parameters,
  leaves: [{ id: 'l', name: 'l' }],
  every: 300,
})

/** The formula's result at 95 m with an opening of 1 m; NaN with the reason where there is none. */
function computed(type: number, parameters: Record<string, number>) {
  const out = flow()
  const value = formulaDischarge(gate(type, parameters), 95, 1, null, 'loop', out)
  return { value, field: out.field }
}

test.each([1, 2, 3, 4, 5])('type %d: the required fields are those that the formula needs', (type) => {
  const all = Object.fromEntries(parametersOf(type).size.map((p) => [p.name, SIZES[p.name]]))
  expect(computed(type, all).value).toBeGreaterThan(0)
  for (const p of parametersOf(type).size) {
    const { [p.name]: _, ...rest } = all
    const { value, field } = computed(type, rest)
    if (p.needed) expect([Number.isNaN(value), field], p.name).toEqual([true, p.name])
    else expect(value, p.name).toBeGreaterThan(0)
    expect(missingOf(type, (n) => n in rest)).toEqual(p.needed ? [p.name] : [])
  }
})

test.each([1, 2, 3, 4, 5])('type %d: an empty coefficient counts as the form shows', (type) => {
  const { size, coefficients, further } = parametersOf(type)
  const all = Object.fromEntries(size.map((p) => [p.name, SIZES[p.name]]))
  const without = computed(type, all).value
  for (const p of [...coefficients, ...further]) {
    if (p.byDefault === undefined) continue
    expect(computed(type, { ...all, [p.name]: p.byDefault }).value, p.name).toBeCloseTo(without, 9)
  }
})

test('what another type had does not stay behind', () => {
  const had = { width: 1, sill: 2, trunnion: 3, c: 0.7, inlet: 'square', smoothSubmergence: true }
  expect(keptParameters(1, had)).toEqual({ width: 1, sill: 2 })
  expect(keptParameters(2, had)).toEqual({ width: 1, sill: 2, trunnion: 3, c: 0.7, smoothSubmergence: true })
  expect(keptParameters(5, had)).toEqual({ inlet: 'square' })
})
