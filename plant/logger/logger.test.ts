import { DAY } from '../time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Reading } from '../sensors/index.ts'
import { Archive } from './archive.ts'
import { openClient } from './client.ts'
import { Logger, type Means } from './logger.ts'
import { held, missing, type Stretch } from './plan.ts'
import { openPeer, type Peer } from './peer.ts'

const local = (text: string) => Date.parse(`${text}+07:00`)

let peer: Peer
let waits: number[]
let events: Record<string, unknown>[]

beforeEach(async () => {
  peer = await openPeer()
  waits = []
  events = []
})
afterEach(() => peer.close())

const door = () => openClient({ url: peer.url, token: 'secret', hydroCode: 'X' })

function logger(means: Partial<Means> = {}): Logger {
  return new Logger({
    client: door(),
    read: () => [],
    report: (event) => events.push(event),
    wait: async (ms) => void waits.push(ms),
    now: () => 0,
    chance: () => 0.5,
    ...means,
  })
}

const some = (n: number, from = 1000): Reading[] =>
  Array.from({ length: n }, (_, i) => ({ series: `s.${i % 7}`, t: from + i, v: i / 10, at: from + i }))

const keptCount = () => [...peer.kept.values()].reduce((n, readings) => n + readings.size, 0)

describe('sending', () => {
  it('delivers once and in order, with its token and plant', async () => {
    const it = logger()
    it.offer(some(50))
    await it.run({ once: true })
    expect(peer.calls).toEqual([some(50).map(({ series, t, v }) => [series, t, v])])
    expect(peer.headers[0]).toMatchObject({
      authorization: 'Bearer secret',
      hydro: 'X',
      'content-type': 'application/json',
    })
  })

  it('sends the same in the compact form of large calls', async () => {
    const it = logger()
    const readings = [...some(3000), { series: 's.1', t: 9e9, v: null, at: 9e9 }]
    it.offer(readings)
    await it.run({ once: true })
    expect(peer.headers[0]['content-type']).toBe('text/csv')
    expect(peer.calls[0]).toEqual(readings.map(({ series, t, v }) => [series, t, v]))
  })

  it('loses and duplicates nothing through every kind of failure', async () => {
    peer.acts = [
      'cut',
      { status: 500 },
      { status: 429 },
      'cut after',
      'babble',
      { status: 503 },
      { status: 401 },
      'take',
      'cut',
    ]
    const it = logger()
    it.offer(some(40))
    peer.onPost = () => {
      if (peer.calls.length === 2) it.offer(some(40, 5000))
    }
    await it.run({ once: true })
    expect(keptCount()).toBe(80)
    expect(it.waiting).toBe(0)
    for (const { series, t, v } of [...some(40), ...some(40, 5000)])
      expect(peer.kept.get(series)!.get(t)).toBe(v)
    // Accepted: before the connection was cut, again after it, and the second lot.
    expect(peer.calls.length).toBe(3)
    expect(events.filter((e) => e.event === 'retry').length).toBe(8)
  })

  it('waits longer each time, and as long as the server demands', async () => {
    peer.acts = [{ status: 500 }, { status: 500 }, { status: 500 }, { status: 429, retryAfter: '17' }, 'take']
    const it = logger({ chance: () => 1 })
    it.offer(some(3))
    await it.run({ once: true })
    expect(waits).toEqual([1000, 2000, 4000, 17_000])
  })

  it('never waits longer than a minute by itself, and starts afresh after a success', async () => {
    peer.acts = [...Array.from({ length: 9 }, () => ({ status: 502 })), 'take', { status: 502 }]
    const it = logger({ chance: () => 1 })
    it.offer(some(3))
    peer.onPost = () => {
      if (peer.calls.length === 1) it.offer(some(3, 7000))
    }
    await it.run({ once: true })
    expect(Math.max(...waits)).toBe(60_000)
    expect(waits[waits.length - 1]).toBe(1000)
  })

  it('sends less at a time to a server that accepts less', async () => {
    peer.most = 130
    const it = logger()
    it.offer(some(1000))
    await it.run({ once: true })
    expect(keptCount()).toBe(1000)
    expect(peer.calls.every((call) => call.length <= 130)).toBe(true)
    expect(peer.calls.flat().map(([, t]) => t)).toEqual(some(1000).map(({ t }) => t))
  })

  it('reports a refused call, and continues', async () => {
    peer.acts = [{ status: 422 }]
    const it = logger()
    it.offer(some(5))
    peer.onPost = undefined
    await it.run({ once: true })
    expect(events[0]).toMatchObject({ event: 'refused', readings: 5 })
    it.offer(some(5, 3000))
    await it.run({ once: true })
    expect(keptCount()).toBe(5)
  })

  it('stops on request, and keeps what was not accepted', async () => {
    const it: Logger = logger({
      wait: async () => it.stop(),
    })
    peer.acts = [{ status: 500 }]
    it.offer(some(5))
    await it.run()
    expect(it.waiting).toBe(5)
    expect(peer.calls.length).toBe(0)
  })
})

describe('the past', () => {
  const stretches: Stretch[] = Array.from({ length: 12 }, (_, i) => ({
    after: (11 - i) * 100,
    until: (12 - i) * 100,
  }))
  const read = ({ after, until }: Stretch): Reading[] => some(until - after, after + 1)

  it('is sent newest first, a day and then more at a time, each call forward in time', async () => {
    const it = logger({ read })
    it.remember(stretches)
    await it.run({ once: true })
    expect(peer.calls[0].map(([, t]) => t)).toEqual(some(100, 1101).map(({ t }) => t))
    expect(peer.calls.map((call) => call.length)).toEqual([100, 200, 300, 400, 200])
    for (let i = 1; i < peer.calls.length; i++)
      expect(peer.calls[i][peer.calls[i].length - 1][1]).toBeLessThan(peer.calls[i - 1][0][1])
    expect(keptCount()).toBe(1200)
    const last = events.filter((e) => e.event === 'history').at(-1)!
    expect(last.done).toBe(last.of)
  })

  it('yields to new readings', async () => {
    const it = logger({ read })
    it.remember(stretches)
    peer.onPost = () => {
      if (peer.calls.length === 2) it.offer(some(1, 99_999))
    }
    await it.run({ once: true })
    expect(peer.calls[2]).toEqual([['s.0', 99_999, 0]])
  })

  it('does not delay new readings when it is refused for a while', async () => {
    let offered = false
    const it: Logger = logger({
      read,
      wait: async () => {
        if (!offered) it.offer(some(2, 99_999))
        offered = true
      },
    })
    it.remember(stretches)
    peer.acts = [{ status: 500 }]
    await it.run({ once: true })
    expect(peer.calls[0].length).toBe(2)
    expect(keptCount()).toBe(1202)
  })

  it('gives a slow server time, and is sent in smaller calls', async () => {
    let clock = 0
    const it = logger({ read, now: () => (clock += 1000) })
    it.remember(stretches)
    await it.run({ once: true })
    expect(waits.length).toBe(12)
    expect(waits.every((ms) => ms === 1000)).toBe(true)
    waits.length = 0
    const slower = logger({ read, now: () => (clock += 3000) })
    slower.remember(stretches)
    await slower.run({ once: true })
    expect(peer.calls.slice(12).every((call) => call.length === 100)).toBe(true)
    expect(waits.every((ms) => ms === 6000)).toBe(true)
  })
})

describe('a restarted plant', () => {
  const START = local('2025-11-10T00:00')
  const END = local('2025-11-14T13:37')
  const archive = new Archive(25, START, END)
  const read = (stretch: Stretch) => archive.readings(stretch.after, stretch.until, [])

  async function send(calls: number): Promise<void> {
    const have = await held(
      door(),
      START,
      END,
      () => undefined,
      async () => undefined,
    )
    const it = logger({ read })
    it.remember(missing(START, END, have))
    peer.onPost = () => {
      if (peer.calls.length >= calls) it.stop()
    }
    await it.run({ once: true })
  }

  it('sends only missing readings', async () => {
    await send(2)
    const first = peer.calls.flat().length
    await send(Number.POSITIVE_INFINITY)
    const whole = archive.readings(START, END, [])
    expect(keptCount()).toBe(whole.length)
    for (const { series, t, v } of whole) expect(peer.kept.get(series)!.get(t)).toBe(v)
    // At most the readings after the last marker are repeated: fifteen minutes of the day.
    expect(peer.calls.flat().length - whole.length).toBeLessThan(400)
    expect(first).toBeLessThan(whole.length)
    const before = peer.calls.flat().length
    await send(Number.POSITIVE_INFINITY)
    expect(peer.calls.flat().length - before).toBeLessThan(400)
  })

  it('has the same past as one that never stopped, and continues from it', () => {
    const later = new Archive(25, START, END - DAY)
    later.advance(END - 3 * 3_600_000, Number.NEGATIVE_INFINITY)
    later.advance(END, Number.NEGATIVE_INFINITY)
    expect(later.readings(START, END, [])).toEqual(archive.readings(START, END, []))
    expect(later.readings(END - DAY, END, [])).toEqual(archive.readings(END - DAY, END, []))
  })

  it('joins coarse and fine rows without a gap, a duplicate or a lost movement', () => {
    const long = new Archive(25, local('2025-11-01T00:00'), END)
    const all = long.readings(local('2025-11-01T00:00'), END, [])
    expect(new Set(all.map(({ series, t }) => `${series} ${t}`)).size).toBe(all.length)
    const rain = all.filter(({ series }) => series === 'rain.bavan')
    rain.forEach(({ t }, i) => i > 0 && expect(t - rain[i - 1].t).toBe(300_000))
    const levels = all.filter(({ series }) => series === 'level.reservoir.1')
    const steps = new Set(levels.map(({ t }, i) => (i > 0 ? t - levels[i - 1].t : 60_000)))
    expect([...steps].toSorted((a, b) => a - b)).toEqual([60_000, 300_000])
    const split = [
      ...long.readings(local('2025-11-01T00:00'), local('2025-11-04T08:11'), []),
      ...long.readings(local('2025-11-04T08:11'), END, []),
    ]
    expect(split).toEqual(all)
  })
})
