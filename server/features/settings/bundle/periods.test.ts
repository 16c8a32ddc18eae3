import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOrdered, mergedPeriods, periodSteps, type BodyPeriod } from './periods.ts'

const same = (a: unknown, b: unknown) => a === b

/** Any timeline: instants, and over each part between them a body or nothing. */
const timeline = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 6 }),
    fc.array(fc.constantFrom('a', 'b', 'c', null), { minLength: 7, maxLength: 7 }),
  )
  .map(([cuts, bodies]) => {
    const at = [null, ...cuts.sort((a, b) => a - b), null]
    const parts: BodyPeriod[] = []
    for (let i = 0; i + 1 < at.length; i++)
      if (bodies[i] !== null) parts.push({ from: at[i], to: at[i + 1], body: bodies[i] })
    return parts
  })

const bodyAt = (periods: readonly BodyPeriod[], t: number) =>
  periods.find((p) => (p.from ?? -Infinity) <= t && t < (p.to ?? Infinity))?.body ?? null

test('the steps convert any timeline into any other, and leave unchanged parts alone', () => {
  fc.assert(
    fc.property(timeline, timeline, (held, wanted) => {
      const found = periodSteps(held, wanted, same)
      for (let t = -1; t <= 21; t += 0.5) {
        const step = found.find((s) => (s.from ?? -Infinity) <= t && t < (s.to ?? Infinity))
        expect(step ? step.after : bodyAt(held, t)).toBe(bodyAt(wanted, t))
        if (step) {
          expect(step.before).toBe(bodyAt(held, t))
          expect(step.before).not.toBe(step.after)
        }
      }
      expect(isOrdered(found)).toBe(true)
      expect(periodSteps(wanted, wanted, same)).toEqual([])
    }),
  )
})

test('neighbours with equal bodies are merged', () => {
  fc.assert(
    fc.property(timeline, (periods) => {
      const one = mergedPeriods(periods, same)
      for (let t = -1; t <= 21; t += 0.5) expect(bodyAt(one, t)).toBe(bodyAt(periods, t))
      one.forEach((p, i) => {
        if (i > 0 && one[i - 1].to === p.from) expect(one[i - 1].body).not.toBe(p.body)
      })
      expect(mergedPeriods(one, same)).toEqual(one)
    }),
  )
})

test('overlapping and empty periods are detected', () => {
  expect(
    isOrdered([
      { from: null, to: 5 },
      { from: 5, to: null },
    ]),
  ).toBe(true)
  expect(
    isOrdered([
      { from: 5, to: null },
      { from: null, to: 6 },
    ]),
  ).toBe(false)
  expect(isOrdered([{ from: 5, to: 5 }])).toBe(false)
})
