import { afterEach, describe, expect, test } from 'vitest'
import { fixedClock, type FixedClock } from './clock.ts'
import { silentLog } from './log.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'

const T = 1_000_000
const settled = () => new Promise<void>((done) => setImmediate(done))

let clock: FixedClock
let stop: AbortController
let running: Promise<void>
/** Waits for the next due instant or for work, ms, as they were asked. */
let rests: { ms: number; end: () => void }[]

function start(atOnce: number): Scheduler {
  clock = fixedClock(T)
  stop = new AbortController()
  rests = []
  const wait = (ms: number, signal: AbortSignal) =>
    new Promise<void>((end) => {
      // Gathering takes no time here.
      if (ms === 150 || signal.aborted) return end()
      signal.addEventListener('abort', () => end())
      rests.push({ ms, end })
    })
  const scheduler = createScheduler({ clock, log: silentLog }, { atOnce, wait })
  queueMicrotask(() => (running = scheduler.run(stop.signal)))
  return scheduler
}
/** Sets the clock, and lets the scheduler look at it. */
async function at(t: number) {
  clock.set(t)
  rests.at(-1)!.end()
  await settled()
}
afterEach(async () => {
  stop.abort()
  await running
})

/** Work that notes its turns, and answers for each what it is set to. */
function noted(scheduler: Scheduler, answer: (hydro: string, n: number) => number | Promise<number>) {
  const turns: string[] = []
  const calls = scheduler.add({
    name: 'work',
    turn: async (hydro) => answer(hydro, turns.push(hydro)),
  })
  return { turns, calls }
}

describe('due plants', () => {
  test('have their turns in the order of their instants; without any the scheduler rests', async () => {
    const scheduler = start(2)
    const { turns, calls } = noted(scheduler, () => Infinity)
    calls.at('C', T + 30_000)
    calls.at('A', T + 10_000)
    calls.at('B', T + 20_000)
    calls.at('A', T + 40_000)
    await settled()
    expect(rests.at(-1)!.ms).toBe(10_000)
    await at(T + 9_999)
    expect(turns).toEqual([])
    await at(T + 10_000)
    expect(turns).toEqual(['A'])
    await at(T + 100_000)
    expect(turns).toEqual(['A', 'B', 'C'])
    expect(rests.at(-1)!.ms).toBe(60_000)
  })

  test('are due again when their turn requests it', async () => {
    const scheduler = start(2)
    const { turns, calls } = noted(scheduler, () => clock.now() + 5000)
    calls.at('A', T)
    await settled()
    expect(turns).toEqual(['A'])
    await at(T + 4999)
    expect(turns).toEqual(['A'])
    await at(T + 5000)
    expect(turns).toEqual(['A', 'A'])
  })
})

describe('a clock that is set back', () => {
  test('delays no work until it has caught up with itself', async () => {
    const scheduler = start(2)
    const { turns, calls } = noted(scheduler, () => clock.now() + 5000)
    calls.at('A', T)
    calls.at('B', T + 30_000)
    await settled()
    expect(turns).toEqual(['A'])
    await at(T - 3_600_000)
    // All of it is looked at once, and says anew when it is due.
    expect(turns.slice(1).sort()).toEqual(['A', 'B'])
    await at(T - 3_600_000 + 5000)
    expect(turns.slice(3).sort()).toEqual(['A', 'B'])
    expect(rests.at(-1)!.ms).toBe(5000)
  })

  test('while work goes on: its request by the former clock is ignored', async () => {
    const scheduler = start(2)
    let go = () => {}
    const { turns, calls } = noted(scheduler, async (_, n) => {
      const due = clock.now() + 5000
      if (n === 1) await new Promise<void>((done) => (go = done))
      return due
    })
    calls.at('A', T)
    await settled()
    clock.set(T - 3_600_000)
    go()
    await settled()
    expect(turns).toEqual(['A', 'A'])
    expect(rests.at(-1)!.ms).toBe(5000)
  })

  test('retries failed work within a minute', async () => {
    const scheduler = start(2)
    let broken = true
    const { turns, calls } = noted(scheduler, () => {
      if (broken) throw new Error('cannot be computed')
      return Infinity
    })
    calls.at('A', T)
    await settled()
    broken = false
    await at(T - 3_600_000)
    await at(T - 3_600_000 + 60_000)
    expect(turns).toEqual(['A', 'A'])
  })
})

describe('fair turns', () => {
  test('a plant with a thousand turns lets every other plant in after its present turn', async () => {
    const scheduler = start(2)
    const { turns, calls } = noted(scheduler, (hydro, n) => (hydro === 'LONG' && n < 1000 ? T : Infinity))
    calls.at('LONG', T - 1)
    for (let i = 0; i < 20; i++) calls.at(`P${i}`, T)
    await settled()
    const others = turns.flatMap((hydro, i) => (hydro === 'LONG' ? [] : [i]))
    expect(others).toHaveLength(20)
    expect(others.at(-1)).toBeLessThan(45)
    expect(turns.length).toBe(1000)
  })

  test('changed plants do not wait for those that are only due, nor vice versa', async () => {
    const scheduler = start(3)
    const held = new Map<string, () => void>()
    const { turns, calls } = noted(
      scheduler,
      (hydro) => new Promise<number>((done) => held.set(hydro, () => done(Infinity))),
    )
    for (const hydro of ['D1', 'D2', 'D3', 'D4']) calls.at(hydro, T)
    await settled()
    // The third place is kept.
    expect(turns).toEqual(['D1', 'D2'])
    for (const hydro of ['C1', 'C2', 'C3']) calls.soon(hydro)
    await settled()
    expect(turns).toEqual(['D1', 'D2', 'C1'])
    held.get('C1')!()
    await settled()
    expect(turns.at(-1)).toBe('C2')
    held.get('D1')!()
    await settled()
    // Both wait: neither has more than its share.
    expect(turns.at(-1)).toBe('C3')
    held.get('C2')!()
    await settled()
    expect(turns.at(-1)).toBe('D3')
    for (const go of held.values()) go()
    await settled()
    for (const go of held.values()) go()
    await settled()
    expect(turns).toHaveLength(7)
  })

  test('the same work of a plant never runs twice at once, and a change meanwhile is not lost', async () => {
    const scheduler = start(3)
    let inside = 0
    let go = () => {}
    const { turns, calls } = noted(scheduler, async (_, n) => {
      expect(++inside).toBe(1)
      if (n === 1) await new Promise<void>((done) => (go = done))
      inside--
      return Infinity
    })
    calls.at('A', T)
    await settled()
    calls.soon('A')
    calls.at('A', T)
    await settled()
    expect(turns).toHaveLength(1)
    go()
    await settled()
    expect(turns.length).toBeGreaterThan(1)
  })
})

describe('failing work', () => {
  test('is retried with growing delays and delays nobody else', async () => {
    const scheduler = start(2)
    let broken = true
    const { turns, calls } = noted(scheduler, (hydro) => {
      if (hydro === 'BROKEN' && broken) throw new Error('cannot be computed')
      return Infinity
    })
    calls.soon('BROKEN')
    calls.soon('SOUND')
    await settled()
    expect(turns).toEqual(['BROKEN', 'SOUND'])
    calls.soon('BROKEN')
    calls.at('BROKEN', T)
    await settled()
    expect(turns).toHaveLength(2)
    const tries: number[] = []
    for (let t = T; t < T + 300_000; t += 1000) {
      await at(t)
      if (turns.length > 2 + tries.length) tries.push(t - T)
    }
    expect(tries).toEqual([1000, 3000, 7000, 15_000, 31_000, 63_000, 123_000, 183_000, 243_000])
    // Another description may be its remedy: that is tried at once.
    broken = false
    scheduler.join('BROKEN')
    await settled()
    expect(turns).toHaveLength(3 + tries.length)
  })

  test('is retried once a second while the database is away, and nothing is forgotten', async () => {
    const scheduler = start(2)
    let gone = true
    const { turns, calls } = noted(scheduler, () => {
      if (gone) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      return Infinity
    })
    for (let i = 0; i < 100; i++) calls.at(`P${i}`, T)
    await settled()
    const tried = turns.length
    expect(tried).toBeLessThanOrEqual(2)
    gone = false
    await at(T + 1000)
    expect(new Set(turns.slice(tried))).toHaveLength(100)
  })
})

test('a joining plant starts all its work, except what starts only on call', async () => {
  const scheduler = start(2)
  const begun: string[] = []
  for (const name of ['a', 'b'])
    scheduler.add({ name, turn: async (hydro) => (begun.push(`${name} ${hydro}`), Infinity) })
  scheduler.add({ name: 'c', onlyCalled: true, turn: async () => (begun.push('c'), Infinity) })
  scheduler.join('A')
  await settled()
  expect(begun.sort()).toEqual(['a A', 'b A'])
})
