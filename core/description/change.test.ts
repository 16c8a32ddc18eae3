import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withChange } from './change.ts'
import { inForce, type Version } from './index.ts'

const version = (id: string, from: number, to: number | null, body: string): Version<string> => ({
  id,
  version: `${id}.${from}`,
  from,
  to,
  body,
})

test('overlapped versions keep their remainders', () => {
  const changed = withChange([version('a', -Infinity, null, 'old'), version('b', 0, 9, 'other')], {
    id: 'a',
    body: 'new',
    from: 3,
    to: 5,
  })
  expect(changed.map((v) => [v.id, v.from, v.to, v.body])).toEqual([
    ['a', -Infinity, 3, 'old'],
    ['a', 5, null, 'old'],
    ['b', 0, 9, 'other'],
    ['a', 3, 5, 'new'],
  ])
})

test('at every instant: the new version within its period, the old one outside, others unchanged', () => {
  const instant = fc.integer({ min: 0, max: 30 })
  const list = fc.uniqueArray(instant, { minLength: 2, maxLength: 6 }).map((cuts) => {
    const at = cuts.sort((x, y) => x - y)
    return at.map((from, i) => version('a', from, at[i + 1] ?? null, `v${from}`))
  })
  fc.assert(
    fc.property(list, instant, fc.option(instant), fc.boolean(), (versions, from, to, retired) => {
      fc.pre(to === null || to > from)
      const changed = withChange(versions, { id: 'a', body: retired ? null : 'new', from, to })
      for (let t = -1; t <= 31; t++) {
        const inside = t >= from && (to === null || t < to)
        const was = inForce(versions, t)?.body
        expect(inForce(changed, t)?.body).toBe(inside ? (retired ? undefined : 'new') : was)
      }
    }),
  )
})
