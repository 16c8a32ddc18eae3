import { describe, expect, test } from 'vitest'
import type { Sql } from './database.ts'
import type { Notices } from './notices.ts'
import { createKept, createLru, weigh } from './kept.ts'

describe('the least recently used entries are dropped first', () => {
  test('once all together exceed the bound', () => {
    const lru = createLru<string>(100)
    for (const key of ['a', 'b', 'c']) lru.set(key, key, 40)
    expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([undefined, 'b', 'c'])
    lru.get('b')
    lru.set('d', 'd', 40)
    expect([lru.get('b'), lru.get('c'), lru.get('d')]).toEqual(['b', undefined, 'd'])
    // Another weight of the same counts once.
    lru.set('b', 'b', 10)
    lru.set('e', 'e', 50)
    expect(lru.size()).toBe(3)
    lru.delete('e')
    lru.set('f', 'f', 50)
    expect(lru.size()).toBe(3)
  })

  test('one that is too large by itself stays until another one comes', () => {
    const lru = createLru<number>(10)
    lru.set('a', 1, 5)
    lru.set('heavy', 2, 1000)
    expect([lru.get('a'), lru.get('heavy')]).toEqual([undefined, 2])
    lru.set('b', 3, 5)
    expect([lru.get('heavy'), lru.get('b')]).toEqual([undefined, 3])
  })
})

describe('a cached value', () => {
  /** Loads that the test answers, in order. */
  function loads(most = 1e6) {
    const calls: { key: string; answer: (value: unknown) => void; fail: () => void }[] = []
    const kept = createKept<unknown>({
      load: (key) =>
        new Promise((answer, fail) => calls.push({ key, answer, fail: () => fail(new Error('away')) })),
      most,
    })
    return { kept, calls }
  }

  test('is read once, again after it was invalidated, and not cached where reading failed', async () => {
    const { kept, calls } = loads()
    const [one, two] = [kept.get('a'), kept.get('a')]
    calls[0].answer(1)
    expect([await one, await two, await kept.get('a')]).toEqual([1, 1, 1])
    kept.forget('a')
    const three = kept.get('a')
    calls[1].fail()
    await expect(three).rejects.toThrow('away')
    const four = kept.get('a')
    calls[2].answer(4)
    expect([await four, await kept.get('a'), calls.length]).toEqual([4, 4, 3])
  })

  test('is not cached if it was invalidated while being read', async () => {
    const { kept, calls } = loads()
    const old = kept.get('a')
    kept.forget('a')
    const fresh = kept.get('a')
    calls[1].answer('new')
    calls[0].answer('old')
    expect([await old, await fresh, await kept.get('a')]).toEqual(['old', 'new', 'new'])
    expect(calls).toHaveLength(2)
  })

  test('what another replica changed is read again, and everything where notices may be lost', async () => {
    const listeners: { notice?: (body: unknown) => void; gap?: () => void } = {}
    let whole = true
    const sent: unknown[] = []
    const notices: Notices = {
      on: (channel, fn) => (expect(channel).toBe('things'), void (listeners.notice = fn)),
      onGap: (fn) => void (listeners.gap = fn),
      isWhole: () => whole,
      send: async () => {},
      sendIn: async (_c, ...given) => void sent.push(given),
      start: async () => {},
      close: async () => {},
    }
    let reads = 0
    const changes: (string | null)[] = []
    const kept = createKept({
      load: async (key) => `${key}${++reads}`,
      most: 1e6,
      announced: { channel: 'things', notices, changed: (key) => changes.push(key) },
    })
    expect([await kept.get('a'), await kept.get('b'), await kept.get('a')]).toEqual(['a1', 'b2', 'a1'])
    listeners.notice!('a')
    expect([await kept.get('a'), await kept.get('b')]).toEqual(['a3', 'b2'])
    listeners.gap!()
    expect([await kept.get('a'), await kept.get('b'), changes]).toEqual(['a4', 'b5', ['a', null]])
    await kept.announce({} as Sql, 'a')
    expect(sent).toEqual([['things', 'a']])
    expect(kept.maxAge()).toBe(Infinity)
    whole = false
    expect(kept.maxAge()).toBe(5000)
  })

  test('of a thousand plants the latest ones stay within the bound', async () => {
    const value = { rows: Array.from({ length: 1000 }, (_, i) => [i, i / 2]) }
    const kept = createKept({ load: async () => structuredClone(value), most: 20 * weigh(value) })
    for (let i = 0; i < 1000; i++) await kept.get(`P${i}`)
    expect(kept.size()).toBe(20)
    // A table of a thousand rows of two takes about so much.
    expect(weigh(value)).toBeGreaterThan(40_000)
    expect(weigh(value)).toBeLessThan(120_000)
  })
})
