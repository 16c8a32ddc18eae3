import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { placeReservoirs } from '#core/river/index.ts'
import type { OverviewRow } from '#contract/overview.ts'
import { silentLog } from '#server/lib/log.ts'
import { createOverviewFeed, type OverviewFeedOptions } from './stream.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

/** A stream over rows of a name each, as long as one likes. */
function feedOf(codes: readonly string[], options: Partial<OverviewFeedOptions> = {}) {
  const names = new Map(codes.map((code) => [code, code]))
  let change = (_code: string) => {}
  const reads: (readonly string[])[] = []
  const feed = createOverviewFeed({
    boot: 'b',
    now: () => 5,
    rows: {
      async of(wanted) {
        reads.push(wanted)
        return new Map(
          wanted.map((code) => [
            code,
            { hydro_code: code, hydro_name: code, river: 'Đà', company: names.get(code) } as OverviewRow,
          ]),
        )
      },
      among: async (sets) =>
        sets.map((set) => ({
          id: set.join('-').slice(0, 100),
          byCode: placeReservoirs(
            set.map((code) => ({
              code,
              name: code,
              river: 'Đà',
              riverBasin: null,
              riverKm: null,
              joins: null,
            })),
          ),
        })),
      onChange(listener) {
        change = listener
        return () => {}
      },
    },
    seenBy: async (ids) => new Map(ids.map((id) => [id, codes])),
    log: silentLog,
    gatherMs: 0,
    ...options,
  })
  cleanups.push(() => feed.close())
  const rename = (name: (code: string) => string) => {
    for (const code of codes) {
      names.set(code, name(code))
      change(code)
    }
  }
  return { feed, rename, reads }
}

/** A request over a real socket, by which a stream may be opened. */
async function client() {
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
  const read = async (end: RegExp) => {
    while (!end.test(text)) await new Promise<void>((done) => (wake = done))
    return text
  }
  return { socket, out, read }
}

const callerWith = (codes: readonly string[], more: { account?: string; sessionId?: string } = {}) => ({
  account: 'a',
  sessionId: 's',
  codes,
  after: null,
  ...more,
})

test('a failure while a stream is opened is answered as an error, before anything of the stream is sent', async () => {
  const { feed } = feedOf(['A'], {
    rows: {
      of: () => Promise.reject(new Error('away')),
      among: async (sets) => sets.map(() => ({ id: '', byCode: new Map() })),
      onChange: () => () => {},
    },
  })
  let begun = false
  const opened = feed.open(callerWith(['A']), () => {
    begun = true
    throw new Error('begun')
  })
  await expect(opened).rejects.toThrow('away')
  expect([begun, feed.streams()]).toEqual([false, 0])
})

describe('the streams', () => {
  test('of a session are limited by closing the oldest, those of an account by a refusal', async () => {
    const { feed } = feedOf(['A'], { mostOfSession: 2, mostOfAccount: 3 })
    const open = async (sessionId: string, account = 'a') => {
      const { out } = await client()
      await feed.open(callerWith(['A'], { account, sessionId }), () => out)
      return out
    }
    const [first, second, third] = [await open('s'), await open('s'), await open('s')]
    expect([first, second, third].map((out) => out.destroyed)).toEqual([true, false, false])
    await open('other')
    const refused = expect.objectContaining({ status: 429, code: 'too_many_streams' })
    await expect(open('other')).rejects.toEqual(refused)
    await open('theirs', 'another')
    expect(feed.streams()).toBe(4)
    const left = once(second, 'close')
    second.destroy()
    await left
    await open('other')
  })

  test('of the same reservoirs are sent one text, which is made once', async () => {
    const { feed, rename, reads } = feedOf(['A', 'B'])
    let made = 0
    const name = (value: string) => ({
      toJSON() {
        made++
        return value
      },
    })
    const readers = [await client(), await client(), await client()]
    rename((code) => name(code) as unknown as string)
    for (const { out } of readers) await feed.open(callerWith(['A', 'B']), () => out)
    for (const { read } of readers) await read(/event: snapshot/)
    /** Rows written as text, besides once for each that is read, to notice a change. */
    const sent = () => made - reads.flat().length
    expect(sent()).toBe(2)
    rename((code) => name(`${code}2`) as unknown as string)
    for (const { read } of readers) await read(/event: change.*\n.*A2.*B2/)
    expect(sent()).toBe(4)
  })
})

test('a slow reader keeps its stream even if all rows exceed its buffer', async () => {
  const codes = Array.from({ length: 2000 }, (_, i) => `R${i}`)
  const { feed, rename, reads } = feedOf(codes, { lagBytes: 64 * 1024 })
  const long = 'x'.repeat(10_000)
  rename(() => long)
  const slow = await client()
  slow.socket.pause()
  await feed.open(callerWith(codes), () => slow.out)
  const written = slow.out.writableLength
  expect(written).toBeGreaterThan(64 * 1024)
  const before = reads.length
  rename(() => `${long}y`)
  await feed.beat()
  expect([feed.streams(), slow.out.destroyed]).toEqual([1, false])
  expect(reads.length).toBeGreaterThan(before)
  // Who still takes nothing when all of it has been sent twice is cut off.
  for (let n = 0; feed.streams() > 0; n++) {
    rename(() => `${long}${n}`)
    await feed.beat()
  }
  expect(slow.out.destroyed).toBe(true)
})
