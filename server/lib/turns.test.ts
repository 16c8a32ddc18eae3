import { expect, test } from 'vitest'
import { turns } from './turns.ts'

test('at most so many run at a time, in their order, whether they fail or not', async () => {
  const take = turns(2)
  const log: string[] = []
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const works = ends.map(({ promise }, i) =>
    take(async () => {
      log.push(`begin ${i}`)
      await promise
      if (i === 0) throw new Error('failed')
      return i
    }).catch(() => 'failed'),
  )
  expect(log).toEqual(['begin 0', 'begin 1'])
  ends[0].resolve()
  expect(await works[0]).toBe('failed')
  expect(log).toEqual(['begin 0', 'begin 1', 'begin 2'])
  for (const { resolve } of ends) resolve()
  expect(await Promise.all(works)).toEqual(['failed', 1, 2, 3])
  expect(await take(() => Promise.resolve('free'))).toBe('free')
})
