import { MINUTE } from '#core/time/units.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Move } from '#core/gate-log/index.ts'
import { matching } from './list.ts'

const APART = 15 * MINUTE
const o = { every: 5 * MINUTE, threshold: { least: 0.02 } }

/** Movements in order, some at one instant, most within reach of the entry at 0. */
const moves = fc
  .array(fc.record({ t: fc.integer({ min: -40, max: 40 }), to: fc.integer({ min: 0, max: 3 }) }), {
    maxLength: 30,
  })
  .map((list) =>
    list
      .toSorted((a, b) => a.t - b.t)
      .map(({ t, to }): Move => ({ t: t * MINUTE, until: t * MINUTE, from: 9, to })),
  )

test('an entry matches the nearest free movement that fits, like a search through all of them', () => {
  fc.assert(
    fc.property(
      moves,
      fc.constantFrom('hand' as const, 'sensor' as const),
      fc.integer({ min: 0, max: 3 }),
      fc.func(fc.boolean()),
      (all, source, to, isTaken) => {
        const taken = new Set(all.filter((m) => isTaken(m)))
        const fits = (m: Move) =>
          !taken.has(m) &&
          Math.abs(m.t) <= (source === 'sensor' ? o.every : APART) &&
          (source === 'sensor' || m.to === to)
        const nearest = Math.min(...all.filter(fits).map((m) => Math.abs(m.t)))
        const found = matching({ t: 0, source, to_value: to }, o, all, taken)
        expect(found).toBe(all.find((m) => fits(m) && Math.abs(m.t) === nearest) ?? null)
      },
    ),
  )
})
