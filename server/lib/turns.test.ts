import { expect, test, vi } from 'vitest'
import { turns, turnsByCaller } from './turns.ts'

test('at most so many run at a time, in order, whether or not they fail', async () => {
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

test('each caller has turns of its own; one that waits too long, or is one too many, is refused', async () => {
  vi.useFakeTimers()
  try {
    const take = turnsByCaller({ most: 1, waiting: 2, patience: 1000 })
    const hold = Promise.withResolvers<string>()
    const first = take('a', () => hold.promise)
    const second = take('a', () => Promise.resolve('second'))
    await vi.advanceTimersByTimeAsync(500)
    const third = take('a', () => Promise.resolve('third'))
    await expect(take('a', () => Promise.resolve('fourth'))).rejects.toMatchObject({ status: 429 })
    expect(await take('b', () => Promise.resolve('other'))).toBe('other')
    const late = expect(second).rejects.toMatchObject({
      status: 429,
      code: 'too_many_requests',
      retryAfter: 2,
    })
    await vi.advanceTimersByTimeAsync(500)
    await late
    hold.resolve('first')
    expect(await Promise.all([first, third])).toEqual(['first', 'third'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(await take('a', () => Promise.resolve('free'))).toBe('free')
  } finally {
    vi.useRealTimers()
  }
})
