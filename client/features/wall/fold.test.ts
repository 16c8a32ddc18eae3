import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MISSING } from '#core/quality/index.ts'
import { fold, isIdle, isUnknown, type FoldedOutlet } from './fold.ts'

const row = (id: number, opening: number, flow: number | null, quality = 0): FoldedOutlet => ({
  outlet_id: `g${id}`,
  input_value: opening,
  input_unit: 'm',
  input_max: 12,
  output_value: flow,
  quality,
  input_quality: 0,
})

test('forty open gates are folded to those that pass most, with their count and total', () => {
  const gates = Array.from({ length: 40 }, (_, i) => row(i, 1 + (i % 5), 100 + i))
  const { shown, busy, flow, rest, folded } = fold(gates, 8)
  expect(folded).toBe(true)
  expect(shown.map((g) => g.outlet_id)).toEqual(['g32', 'g33', 'g34', 'g35', 'g36', 'g37', 'g38', 'g39'])
  expect([busy, flow]).toEqual([40, 40 * 100 + 780])
  expect(rest).toEqual({ busy: 32, flow: 32 * 100 + 496, unknown: 0, idle: 0 })
})

test('one that nothing is known of is neither shut nor summed, and keeps a place', () => {
  const gates = Array.from({ length: 20 }, (_, i) => row(i, 1, 50))
  gates[19] = row(19, 0, null, MISSING)
  // Closed by a value that is too old: unknown.
  gates[18] = { ...row(18, 0, 0), input_quality: MISSING }
  const { shown, unknown, busy, rest } = fold(gates, 8)
  expect(shown.map((g) => g.outlet_id).slice(-2)).toEqual(['g18', 'g19'])
  expect([unknown, busy, rest.unknown]).toEqual([2, 18, 0])
})

test('what is shown and what is folded are all there is, and nothing that passes more is hidden behind less', () => {
  const one = fc.record({
    opening: fc.integer({ min: 0, max: 12 }),
    flow: fc.option(fc.integer({ min: 0, max: 900 })),
    lost: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (list, most) => {
      const rows = list.map(({ opening, flow, lost }, i) => row(i, opening, flow, lost ? MISSING : 0))
      const { shown, rest, ...all } = fold(rows, most)
      expect(shown.length).toBe(Math.min(most, rows.length))
      expect(shown.length + rest.busy + rest.unknown + rest.idle).toBe(rows.length)
      expect(all.busy + all.unknown + all.idle).toBe(rows.length)
      const hidden = rows.filter((r) => !shown.includes(r) && !isUnknown(r) && !isIdle(r))
      const seen = shown.filter((r) => !isUnknown(r) && !isIdle(r))
      const least = Math.min(...seen.map((r) => r.output_value!))
      for (const r of hidden) expect(r.output_value!).toBeLessThanOrEqual(least)
      // Idle items never displace active ones.
      if (hidden.length > 0) expect(shown.filter(isIdle)).toEqual([])
      expect(all.flow).toBeCloseTo(seen.reduce((a, r) => a + r.output_value!, 0) + rest.flow, 6)
    }),
  )
})
