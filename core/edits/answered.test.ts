import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EDITED, GOOD, REJECTED, SUSPECT, grade } from '../quality/index.ts'
import { fromEntries } from '../series/index.ts'
import { answeredBy } from './answered.ts'
import { applyLayers } from './apply.ts'
import type { EditLayer, Layer } from './types.ts'

const N = 12
const raw = fromEntries(Array.from({ length: N }, (_, t) => [t, 1, GOOD]))
const span = fc
  .tuple(fc.integer({ min: 0, max: N - 1 }), fc.integer({ min: 0, max: N - 1 }))
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
const act: fc.Arbitrary<EditLayer> = fc
  .tuple(span, fc.constantFrom('value', 'points', 'line', 'offset', 'drift', 'good', 'suspect'))
  .map(([at, kind]): EditLayer => {
    const base = { id: kind, source: 'act' as const, ...at }
    switch (kind) {
      case 'value':
        return { ...base, kind: 'replace', value: 2, fill: [] }
      case 'points':
        return { ...base, kind: 'replace', points: [[at.from, 3]] }
      case 'line':
        return { ...base, kind: 'interpolate', line: { t0: -1, v0: 1, t1: N, v1: 2 }, fill: [] }
      case 'offset':
        return { ...base, kind: 'offset', b: 1 }
      case 'drift':
        return { ...base, kind: 'drift', b0: 1, b1: 2 }
      case 'good':
        return { ...base, kind: 'flag', grade: GOOD }
      default:
        return { ...base, kind: 'flag', grade: SUSPECT }
    }
  })

test('a flag of a check has no effect exactly where a person has confirmed or replaced the reading (property)', () => {
  const check: Layer = { id: 'c', source: 'check', kind: 'flag', from: 0, to: N, grade: REJECTED }
  fc.assert(
    fc.property(fc.array(act, { maxLength: 6 }), (acts) => {
      const sure = answeredBy([...acts, check])
      const out = applyLayers(raw, [...acts, check])
      for (let i = 0; i < out.t.length; i++) {
        const answered = sure.some((w) => w.from <= out.t[i] && out.t[i] <= w.to)
        expect([out.t[i], grade(out.q[i]) !== REJECTED]).toEqual([out.t[i], answered])
      }
    }),
    { numRuns: 500 },
  )
})

test('readings flagged only by a check are not confirmed', () => {
  expect(answeredBy([{ id: 'c', source: 'check', kind: 'flag', from: 0, to: 3, grade: EDITED }])).toEqual([])
})
