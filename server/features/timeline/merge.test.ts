import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Mark } from '#contract/timeline.ts'
import { MARK_KINDS } from '#contract/timeline.ts'
import { foldMarks } from './marks.ts'
import { order, slice } from './merge.ts'

/** Lists of keys with distinct ids, many at the same instant. */
const lists = fc
  .array(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 15 }), { maxLength: 6 })
  .map((all) =>
    all.map((list, k) => list.map((t, i) => ({ t, id: `${(i * 7) % 10}.${k}.${i}` })).sort(order)),
  )

test('any page of merged sources equals that page of all entries sorted', () => {
  fc.assert(
    fc.property(lists, fc.nat({ max: 40 }), fc.integer({ min: 1, max: 12 }), (all, start, size) => {
      const whole = all
        .flatMap((list, source) => list.map((key) => ({ ...key, source })))
        .sort(order)
        .slice(start, start + size)
        .map(({ source, id }) => ({ source, id }))
      // Each source returns only as many as are requested.
      const heads = all.map((list) => list.slice(0, start + size))
      expect(slice(heads, start, size)).toEqual(whole)
    }),
  )
})

test('consecutive pages make the whole list: nothing twice, nothing left out', () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 9 }), (all, size) => {
      const n = all.reduce((sum, list) => sum + list.length, 0)
      const pages = Array.from({ length: Math.ceil(n / size) }, (_, i) => slice(all, i * size, size)).flat()
      expect(new Set(pages.map((p) => p.id)).size).toBe(n)
    }),
  )
})

const marks = fc.array(
  fc.record({
    t: fc.integer({ min: -100, max: 999 }),
    kind: fc.constantFrom(...MARK_KINDS),
    long: fc.nat(50),
  }),
  { maxLength: 300 },
)

test('merged marks are few and in order, and each mark is counted by one of them', () => {
  fc.assert(
    fc.property(marks, fc.integer({ min: 12, max: 60 }), (given, most) => {
      const all = given.map(({ t, kind, long }, i): Mark => ({
        id: `m${i}`,
        t,
        to: long > 25 ? t + long : null,
        kind,
        label: `${i}`,
        by: null,
        path: null,
      }))
      const few = foldMarks(all, { from: 0, to: 1000 }, most, 'en')
      expect(few.length).toBeLessThanOrEqual(most)
      const times = few.map((m) => m.t)
      expect(times).toEqual([...times].sort((a, b) => a - b))
      for (const m of all)
        expect(few.some((f) => f.kind === m.kind && f.t <= m.t && (f.to ?? f.t) >= (m.to ?? m.t))).toBe(true)
      if (all.length <= most) expect(few.map((f) => f.id).sort()).toEqual(all.map((m) => m.id).sort())
    }),
  )
})
