import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { LastValue } from '#contract/feed.ts'
import { createFeed, type Feed, type FeedOptions } from './feed.ts'
import { silentLog } from './log.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

function feedOf(options: Partial<FeedOptions> = {}): Feed {
  const feed = createFeed({
    boot: 'b',
    now: () => 5,
    loadLast: async () => [],
    ended: async () => [],
    log: silentLog,
    gatherMs: 0,
    ...options,
  })
  cleanups.push(() => feed.close())
  return feed
}

/** A stream over a real socket, and the socket's other end. before: runs right before it is opened. */
async function stream(feed: Feed, after: string | null = null, hydro = 'H1', before = () => {}) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  let wake = () => {}
  socket.on('data', (part) => {
    text += String(part)
    wake()
  })
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [, out] = (await once(server, 'request')) as [unknown, ServerResponse]
  cleanups.push(() => (socket.destroy(), server.closeAllConnections(), server.close()))
  await feed.ready(hydro)
  before()
  feed.open(out, { hydro, sessionId: 's' }, after)
  const read = async (end: RegExp) => {
    while (!end.test(text)) await new Promise<void>((done) => (wake = done))
    return text
  }
  return { socket, out, read }
}

const notify = (feed: Feed, n: number, hydro = 'H1') =>
  feed.publish(hydro, {
    last: [['x', n, n, 0]],
    spans: [{ series: 'x', from: n, to: n }],
  })

test('a client that does not read is disconnected, others are not', async () => {
  const feed = feedOf({ lagBytes: 64 * 1024 })
  const lazy = await stream(feed)
  const keen = await stream(feed)
  lazy.socket.pause()
  const cut = once(lazy.out, 'close')
  const many: LastValue[] = Array.from({ length: 5000 }, (_, i) => [`series.${i}`, 0, i, 0])
  let n = 0
  while (feed.streams() === 2) {
    n++
    feed.publish('H1', { last: many.map(([s, , v]) => [s, n, v, 0]), spans: [] })
    await new Promise((done) => setTimeout(done))
  }
  await cut
  expect(keen.out.destroyed).toBe(false)
})

test('heartbeats are sent by themselves, and end streams that have to end', async () => {
  let over = false
  const feed = feedOf({ beatMs: 1, ended: async (all) => (over ? [...all] : []) })
  const { read } = await stream(feed)
  await read(/event: beat\ndata: {"now":5}/)
  over = true
  expect(await read(/event: end\n/)).toContain('"code":"token_invalid"')
  expect(feed.streams()).toBe(0)
})

describe('changes', () => {
  test('of one moment are sent as one event, equal spans together', async () => {
    const feed = feedOf()
    const { read } = await stream(feed)
    for (const series of ['a', 'b'])
      feed.publish('H1', { last: [[series, 7, 1, 0]], spans: [{ series, from: 6, to: 7 }] })
    const text = await read(/change\n.*\n\n/)
    expect(JSON.parse(/change\ndata: (.*)\n/.exec(text)![1])).toEqual({
      now: 5,
      last: [
        ['a', 7, 1, 0],
        ['b', 7, 1, 0],
      ],
      spans: [{ series: ['a', 'b'], from: 6, to: 7 }],
    })
  })

  test('that are gathered when a client connects are in its snapshot, and are not sent again', async () => {
    const feed = feedOf()
    const first = await stream(feed)
    const second = await stream(feed, null, 'H1', () => notify(feed, 1))
    notify(feed, 2)
    expect(await first.read(/\[\["x",2,2,0\]\]/)).toContain('[["x",1,1,0]]')
    const text = await second.read(/\[\["x",2,2,0\]\]/)
    expect(text.match(/\["x",1,1,0\]/g)).toHaveLength(1)
    expect(text.match(/^event: \w+$/gm)).toEqual(['event: snapshot', 'event: change'])
  })

  test('while last values are being loaded are not lost, and a failed load breaks nothing', async () => {
    let loads = 0
    let release = (_values: LastValue[] | Error) => {}
    const feed = feedOf({
      loadLast: () =>
        new Promise((yes, no) => {
          loads++
          release = (v) => (v instanceof Error ? no(v) : yes(v))
        }),
    })
    notify(feed, 1)
    expect(loads, 'nobody watches: nothing is asked').toBe(0)
    const failing = feed.ready('H1')
    notify(feed, 2)
    release(new Error('away'))
    await expect(failing).rejects.toThrow('away')
    const opening = stream(feed)
    while (loads < 2) await new Promise((done) => setImmediate(done))
    notify(feed, 3)
    release([['x', 2, 2, 0]])
    const { read } = await opening
    expect(await read(/"x",3,3,0/)).not.toContain('"x",1,1,0')
  })

  test('of one reservoir do not reach another’s streams, nor do their ids', async () => {
    const feed = feedOf()
    const one = await stream(feed, null, 'H1')
    const two = await stream(feed, null, 'H2')
    notify(feed, 1, 'H1')
    notify(feed, 2, 'H2')
    const text = await one.read(/event: change/)
    expect(await two.read(/event: change/)).not.toContain('"x",1,1,0')
    const id = /id: (.*)\nevent: change/.exec(text)![1]
    const moved = await stream(feed, id, 'H2')
    expect(await moved.read(/\n\n/)).toContain('event: snapshot')
  })

  test('beyond the number kept: a client that missed one gets a snapshot', async () => {
    const feed = feedOf()
    const { read } = await stream(feed)
    const ids = async (n: number) => {
      notify(feed, n)
      return /id: (\S+)\nevent: change\n.*\["x",(\d+),/.exec(
        (await read(new RegExp(`change\\n.*"x",${n},${n},0.*\\n\\n`))).split('\n\n').at(-2)!,
      )![1]
    }
    const first = await ids(1)
    const second = await ids(2)
    for (let n = 3; n <= 602; n++) await ids(n)
    const late = await stream(feed, first)
    expect(await late.read(/\n\n/)).toContain('event: snapshot')
    const inTime = await stream(feed, second)
    const text = await inTime.read(/"x",602,602,0/)
    expect(text).not.toContain('snapshot')
    expect(text.match(/event: change/g)).toHaveLength(600)
  })
})

describe('a last value that may have been corrected', () => {
  const back = (n: number): LastValue => ['x', n, n, 0]

  test('is read again, and a newer value than the answer wins', async () => {
    let answer = (_values: LastValue[]) => {}
    let requests = 0
    const feed = feedOf({
      loadLast: (_hydro, series) => {
        if (!series) return Promise.resolve([back(10)])
        requests++
        return new Promise((yes) => (answer = yes))
      },
    })
    const { read } = await stream(feed)
    feed.publish('H1', { last: [], spans: [{ series: 'x', from: 9, to: 10 }] })
    while (requests < 1) await new Promise((done) => setTimeout(done))
    notify(feed, 12)
    answer([back(8)])
    const text = await read(/"x",12,12,0/)
    expect(text).not.toContain('"x",8,8,0')
    feed.publish('H1', { last: [], spans: [{ series: 'x', from: 12, to: 12 }] })
    while (requests < 2) await new Promise((done) => setTimeout(done))
    answer([])
    await read(/\["x",12,null,7\]/)
  })

  test('is read again at the next heartbeat when reading failed', async () => {
    let fail = true
    const feed = feedOf({
      loadLast: async (_hydro, series) => {
        if (!series) return [back(10)]
        if (fail) throw new Error('away')
        return [back(8)]
      },
    })
    const { read } = await stream(feed)
    feed.publish('H1', { last: [], spans: [{ series: 'x', from: 10, to: 10 }] })
    await read(/event: change/)
    fail = false
    await feed.beat()
    await read(/"x",8,8,0/)
  })
})

test('after closing nothing is written any more', async () => {
  const feed = feedOf()
  const { out } = await stream(feed)
  feed.close()
  notify(feed, 1)
  expect(feed.streams()).toBe(0)
  expect(out.writableEnded).toBe(true)
  const late = await stream(feed)
  expect(late.out.writableEnded).toBe(true)
  expect(feed.streams()).toBe(0)
})

test('a reservoir without clients is dropped after a minute, and read again for the next one', async () => {
  let [now, read] = [0, 0]
  const feed = feedOf({ now: () => now, loadLast: async () => (read++, []) })
  const one = await stream(feed)
  await stream(feed, null, 'H2')
  now = 1_000_000
  await feed.beat()
  expect([feed.channels(), feed.streams()]).toEqual([2, 2])
  const left = once(one.out, 'close')
  one.socket.destroy()
  await left
  now += 59_999
  await feed.beat()
  // Who comes back within it misses nothing.
  notify(feed, 1)
  await (await stream(feed, 'b.0:0')).read(/id: b\.0:1\n/)
  expect(read).toBe(2)
  feed.publish('H3', { last: [], spans: [] })
  expect(feed.channels()).toBe(2)
  await feed.ready('H4')
  now += 60_000
  await feed.beat()
  expect(feed.channels()).toBe(2)
  await feed.ready('H4')
  expect([feed.channels(), read]).toEqual([3, 4])
})

test('kept events are limited in bytes: a client that missed more starts with a snapshot', async () => {
  const feed = feedOf()
  const watching = await stream(feed)
  const many: LastValue[] = Array.from({ length: 2000 }, (_, i) => [`a.series.of.many.${i}`, 0, i, 0])
  const one = Buffer.byteLength(JSON.stringify(many))
  const most = Math.floor((512 * 1024) / one)
  expect(most).toBeGreaterThan(3)
  for (let n = 1; n <= 20; n++) {
    feed.publish('H1', { last: many.map(([s, , v]) => [s, n, v, 0]), spans: [] })
    await watching.read(new RegExp(`id: b\\.0:${n}\n`))
  }
  const near = await stream(feed, `b.0:${20 - 2}`)
  expect(await near.read(/id: b\.0:20\n/)).not.toContain('event: snapshot')
  const far = await stream(feed, `b.0:${20 - most - 1}`)
  expect(await far.read(/event: (snapshot|change)/)).toContain('event: snapshot')
})
