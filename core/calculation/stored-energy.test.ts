import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Description } from '#core/description/index.ts'
import { GOOD, MISSING } from '#core/quality/index.ts'
import { fromEntries, slice, type Entry } from '#core/series/index.ts'
import { HOUR, MINUTE } from '#core/time/units.ts'
import { energySteps } from './energy.ts'
import { description, parameters, T0, version, ZONE } from './fixtures.ts'
import { storedEnergySteps } from './stored-energy.ts'

const QUARTER = 15 * MINUTE
const lengths = [900, 1800] as const
const plant = (energyStep: number): Description =>
  description({ parameters: [version('parameters', parameters({ energyStep }))] })
const END = T0 + 12 * HOUR
/** What a plant with steps of a length has stored: every step, some of them not known. */
const entriesOf = (every: number, from: number, to: number): Entry[] =>
  energySteps(plant(every), from + 1, to, ZONE).map(({ to: t }) =>
    (t / QUARTER) % 7 === 0 ? [t, null, MISSING] : [t, every, GOOD],
  )
const stepsOf = (d: Description, list: Entry[], from = T0 + 1, to = END) => {
  const energy = slice(fromEntries(list), from - HOUR, to + 1)
  return storedEnergySteps(d, energy, from, to, ZONE)
}

it('stored steps keep the length with which they were computed, whatever is described now', () => {
  const half = fc.integer({ min: 0, max: 24 }).map((n) => T0 + 2 * n * QUARTER)
  const length = fc.constantFrom(...lengths)
  fc.assert(
    fc.property(length, length, length, half, half, (now, before, after, x, y) => {
      const [a, b] = [Math.min(x, y), Math.max(x, y)]
      // Steps of one length, of which a part was computed again with another one.
      const list = [
        ...entriesOf(before, T0 - HOUR, a),
        ...entriesOf(after, a, b),
        ...entriesOf(before, b, END),
      ]
      const { steps, energy } = stepsOf(plant(now), list)
      const expected = [
        ...energySteps(plant(before), T0 + 1, a, ZONE),
        ...energySteps(plant(after), a + 1, b, ZONE),
        ...energySteps(plant(before), b + 1, END, ZONE),
      ]
      expect(steps).toEqual(expected.filter((s) => s.to > T0))
      expect([...energy.t]).toEqual(steps.map((s) => s.to))
    }),
  )
})

it('what is not stored is of the steps in force', () => {
  for (const now of lengths) {
    const list = entriesOf(900, T0 - HOUR, T0 + 2 * HOUR)
    const { steps } = stepsOf(plant(now), [...list, ...entriesOf(1800, T0 + 6 * HOUR, END)])
    const within = (a: number, b: number) => steps.filter((s) => s.to > a && s.to <= b)
    expect(within(T0, T0 + 2 * HOUR)).toHaveLength(8)
    expect(within(T0 + 2 * HOUR, T0 + 6 * HOUR)).toEqual(
      energySteps(plant(now), T0 + 2 * HOUR + 1, T0 + 6 * HOUR, ZONE),
    )
    expect(within(T0 + 6 * HOUR, END)).toHaveLength(12)
    expect(steps.reduce((sum, s) => sum + s.to - s.from, 0)).toBe(END - T0)
  }
})

it('an entry that is no end of a step, and has none beside it, is missing', () => {
  const odd: Entry = [T0 + 2 * HOUR + 7 * MINUTE, 5, GOOD]
  const quarter: Entry = [T0 + 4 * HOUR + QUARTER, 5, GOOD]
  const { steps, energy } = stepsOf(plant(1800), [odd, quarter])
  expect(energy.t).toHaveLength(0)
  expect(steps).toEqual(energySteps(plant(1800), T0 + 1, END, ZONE))
  expect(stepsOf(plant(900), [quarter]).energy.t).toHaveLength(1)
  // Two entries that are closer than any step can be.
  const close: Entry[] = [[T0 + 2 * HOUR, 5, GOOD], odd]
  expect([...stepsOf(plant(900), close).energy.t]).toEqual([T0 + 2 * HOUR])
})
