import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MISSING } from '#core/quality/index.ts'
import { becomesOther, NO_ENTRY, editRowsOf } from './rows.ts'

const series = fc
  .uniqueArray(
    fc.record({
      t: fc.nat(50),
      v: fc.option(fc.double({ noNaN: true, min: -9, max: 9 }), { nil: NaN }),
      q: fc.nat(12),
    }),
    { selector: (e) => e.t, maxLength: 30 },
  )
  .map((all) => {
    const sorted = all.sort((a, b) => a.t - b.t)
    return {
      t: Float64Array.from(sorted, (e) => e.t),
      v: Float64Array.from(sorted, (e) => e.v),
      q: Uint8Array.from(sorted, (e) => (e.v === e.v ? e.q : MISSING)),
    }
  })

test('every entry of every layer is at its instant, and nothing else', () => {
  fc.assert(
    fc.property(series, series, fc.option(series), (raw, used, next) => {
      const rows = editRowsOf(raw, used, next)
      for (let i = 1; i < rows.t.length; i++) expect(rows.t[i]).toBeGreaterThan(rows.t[i - 1])
      const layers = [
        [raw, rows.raw, rows.rawQ],
        [used, rows.used, rows.usedQ],
        ...(next ? [[next, rows.next!, rows.nextQ!] as const] : []),
      ] as const
      const all = new Set(layers.flatMap(([s]) => [...s.t]))
      expect(rows.t.length).toBe(all.size)
      for (const [s, v, q] of layers)
        rows.t.forEach((t, i) => {
          const k = s.t.indexOf(t)
          expect(v[i]).toBe(k < 0 ? NaN : s.v[k])
          expect(q[i]).toBe(k < 0 ? NO_ENTRY : s.q[k])
        })
    }),
  )
})

test('a preview differs where value or quality do', () => {
  const t = Float64Array.of(1, 2, 3, 4)
  const used = { t, v: Float64Array.of(1, 2, NaN, 4), q: Uint8Array.of(0, 0, MISSING, 0) }
  const rows = editRowsOf(used, used, {
    t: Float64Array.of(1, 2, 3),
    v: Float64Array.of(1, 5, NaN),
    q: Uint8Array.of(4, 0, MISSING),
  })
  expect([0, 1, 2, 3].map((i) => becomesOther(rows, i))).toEqual([true, true, false, true])
  expect(becomesOther(editRowsOf(used, used, null), 0)).toBe(false)
})
