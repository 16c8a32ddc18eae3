import { expect, test } from 'vitest'
import { join, others, type Linked } from './link.ts'

const chart = (): Linked => ({ follow: () => {}, goAlong: () => {} })

test('charts of one group know each other, and nobody once they are gone', () => {
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
