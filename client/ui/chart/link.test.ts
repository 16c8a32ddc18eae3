import { expect, test } from 'vitest'
import { join, others, type Linked } from './link.ts'

const chart = (): Linked => ({ follow: () => {}, goAlong: () => {} })

test('charts of a group see each other, and none that was removed', () => {
  const [a, b, c] = [chart(), chart(), chart()]
  const leave = join('panes', a)
  join('panes', b)
  join('elsewhere', c)
  expect(others('panes', b)).toEqual([a])
  expect(others('elsewhere', c)).toEqual([])
  expect(others(undefined, a)).toEqual([])
  leave()
  expect(others('panes', b)).toEqual([])
})
