import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromEntries } from '../series/index.ts'
import { differenceOf } from './difference.ts'

const series = fc
  .array(
    fc.tuple(
      fc.integer({ min: 0, max: 20 }),
      fc.option(fc.integer({ min: -5, max: 5 })),
      fc.constantFrom(0, 8),
    ),
    { maxLength: 20 },
  )
  .map((list) => fromEntries(list.map(([t, v, q]) => [t, v, v === null ? 7 : q] as const)))

it('counts added, removed and changed readings, with their span', () => {
  fc.assert(
    fc.property(series, series, (a, b) => {
      const at = (s: typeof a, t: number) => {
        const i = s.t.indexOf(t)
        return i < 0 ? null : `${s.v[i]}/${s.q[i]}`
      }
      const instants = [...Array(21).keys()].filter((t) => at(a, t) !== at(b, t))
      const d = differenceOf(a, b)
      expect([d.from, d.to]).toEqual([instants.at(0) ?? null, instants.at(-1) ?? null])
      expect(d.added).toBe(instants.filter((t) => at(a, t) === null).length)
      expect(d.removed).toBe(instants.filter((t) => at(b, t) === null).length)
      expect(d.changed).toBe(instants.length - d.added - d.removed)
      const by = instants.map((t) => Math.abs(b.v[b.t.indexOf(t)] - a.v[a.t.indexOf(t)])).filter((x) => x > 0)
      const { largest } = d
      expect(largest === null ? undefined : Math.abs(largest.after - largest.before)).toBe(
        by.length > 0 ? Math.max(...by) : undefined,
      )
    }),
  )
})
