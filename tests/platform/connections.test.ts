import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { login, me } from '#contract/auth.ts'
import { fullPath } from '#contract/endpoint.ts'
import { postReadings } from '#contract/readings.ts'
import { demoDescription } from '#plant/describe.ts'
import { testServer, type TestServer } from '../server.ts'

const MiB = 1024 * 1024
const seed = demoDescription()
const STRANGERS = 6
let server: TestServer
let port: number
let access: string
let ingest: string

beforeAll(async () => {
  server = await testServer({ connections: { most: 20, strangers: STRANGERS, patience: 300 } })
  await server.app.plants.create({ actor: 'test', address: null, hydro: seed.hydroCode }, seed)
  access = await server.signIn('operator')
  ingest = await server.ingestToken(seed.hydroCode)
  port = Number(new URL(await server.app.web.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => server.close())

const open: Line[] = []
afterEach(async () => {
  for (const line of open.splice(0)) {
    line.socket.destroy()
    if (!line.socket.closed) await once(line.socket, 'close')
  }
})

interface Line {
  socket: Socket
  /** Resolves with everything received once it has ended. */
  ended: Promise<string>
  /** Resolves with the status line of the next answer. */
  status(): Promise<number>
}

/** A caller's connection from an address of the loopback network. */
async function line(from = '127.0.0.1'): Promise<Line> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  await once(socket, 'connect')
  let received = ''
  socket.setEncoding('utf8').on('data', (part: string) => (received += part))
  socket.on('error', () => {})
  const made = {
    socket,
    ended: once(socket, 'close').then(() => received),
    async status() {
      while (!/^HTTP\/1.1 \d+[\s\S]*\r\n\r\n[\s\S]*\}/.test(received)) {
        if (socket.closed) throw new Error(`closed after "${received}"`)
        await Promise.race([once(socket, 'data'), made.ended])
      }
      const status = Number(received.slice(9, 12))
      received = ''
      return status
    },
  }
  open.push(made)
  return made
}

const head = (path: string, headers: Record<string, string | number>, method = 'POST') =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\n${Object.entries(headers)
    .map(([k, v]) => `${k}: ${v}\r\n`)
    .join('')}\r\n`
const json = { 'content-type': 'application/json' }
const profile = () => head(fullPath(me), { authorization: `Bearer ${access}` }, 'GET')

describe('limits for any caller', () => {
  test('a request is refused beyond 8 kB by its length, even where no call exists', async () => {
    for (const path of [fullPath(login), '/api/renew/auth/refresh-token', '/api/nothing', '/nothing']) {
      for (const length of [8193, MiB, 30 * MiB]) {
        const stranger = await line()
        stranger.socket.write(head(path, { ...json, 'content-length': length }))
        expect(await stranger.status(), `${path} ${length}`).toBe(413)
      }
    }
  })

  test.each([
    ['held back', head(fullPath(login), { ...json, 'content-length': 100 }) + '{"username":'],
    [
      'in pieces without end',
      head(fullPath(login), { ...json, 'transfer-encoding': 'chunked' }) + '1\r\n{\r\n',
    ],
    ['of a call that needs a token', head(fullPath(postReadings), { ...json, 'content-length': 30 * MiB })],
    ['of no call', head('/api/nothing', { ...json, 'content-length': 100 }) + '{'],
  ])('%s ends with its connection', async (_what, request) => {
    const stranger = await line()
    stranger.socket.write(request)
    const received = await stranger.ended
    expect(received === '' || /^HTTP\/1.1 (408|401) /.test(received), received).toBe(true)
  })
})

describe('connections', () => {
  test('of strangers are limited: the oldest of the busiest network is closed; those of signed-in callers stay', async () => {
    const own = await line()
    own.socket.write(profile())
    expect(await own.status()).toBe(200)
    const quiet = await line('127.0.0.3')
    const flood: Line[] = []
    for (let i = 0; i < 3 * STRANGERS; i++) flood.push(await line('127.0.0.2'))
    const last = flood.splice(-(STRANGERS - 1))
    // All but the newest are closed, and none of other addresses.
    for (const one of flood) expect(await one.ended).toBe('')
    for (const one of [quiet, ...last]) {
      expect(one.socket.closed).toBe(false)
      one.socket.write(head('/healthz', {}, 'GET'))
      expect(await one.status()).toBe(200)
    }
    // A signed-in caller is accepted at any time, over a new connection.
    for (let i = 0; i < STRANGERS; i++) await line('127.0.0.2')
    const another = await line('127.0.0.4')
    another.socket.write(profile())
    expect(await another.status()).toBe(200)
    own.socket.write(profile())
    expect(await own.status()).toBe(200)
  })

  test('are counted in the metrics', async () => {
    const watcher = await line()
    await line('127.0.0.2')
    watcher.socket.write(head('/metrics', {}, 'GET'))
    let received = ''
    watcher.socket.on('data', (part: string) => (received += part))
    while (!/forebay_body_bytes_under_way \d/.test(received)) await once(watcher.socket, 'data')
    expect(received).toMatch(/forebay_connections \d/)
    expect(received).toMatch(/forebay_connections_unknown [1-9]/)
  })
})

describe('bodies of callers with a token', () => {
  const sent = (length: number, token = ingest) =>
    head(fullPath(postReadings), { ...json, authorization: `Bearer ${token}`, 'content-length': length })
  const under = async () => {
    const received = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return Number(/forebay_body_bytes_under_way (\d+)/.exec(received)![1])
  }

  test('count from their length on: of two held back one is refused, and small ones pass', async () => {
    const first = await line()
    first.socket.write(`${sent(30 * MiB)}{"readings":[`)
    while ((await under()) === 0);
    const second = await line()
    second.socket.write(sent(30 * MiB))
    expect(await second.status()).toBe(429)
    const small = await line()
    const body = JSON.stringify({ readings: [] })
    small.socket.write(sent(body.length) + body)
    expect(await small.status()).toBe(200)
    // A signed-in caller may take its time.
    expect(first.socket.closed).toBe(false)
    first.socket.destroy()
    while ((await under()) > 0);
    const third = await line()
    third.socket.write(sent(30 * MiB))
    while ((await under()) === 0);
    third.socket.destroy()
    while ((await under()) > 0);
  })

  test('without a length count as they grow, and are accepted', async () => {
    const chunked = await line()
    const body = JSON.stringify({ readings: [] })
    const { 'content-type': type } = json
    const headers = {
      'content-type': type,
      authorization: `Bearer ${ingest}`,
      'transfer-encoding': 'chunked',
    }
    chunked.socket.write(`${head(fullPath(postReadings), headers)}5\r\n${body.slice(0, 5)}\r\n`)
    while ((await under()) !== 5);
    chunked.socket.write(`${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`)
    expect(await chunked.status()).toBe(200)
    expect(await under()).toBe(0)
  })

  test('end only their connection when it breaks, before and after they are refused', async () => {
    const { 'content-type': type } = json
    const admin = await server.signIn('admin')
    const headers = {
      'content-type': type,
      authorization: `Bearer ${admin}`,
      'transfer-encoding': 'chunked',
    }
    const piece = `100000\r\n${'x'.repeat(MiB)}\r\n`
    const growing = await line()
    growing.socket.write(head('/api/renew/v1/token/add', headers) + piece.slice(0, 5000))
    while ((await under()) === 0);
    growing.socket.resetAndDestroy()
    for (const path of ['/api/renew/v1/token/add', fullPath(login), '/nothing']) {
      const refused = await line()
      refused.socket.write(head(path, headers) + piece.repeat(3))
      expect(await refused.status(), path).toBe(413)
      refused.socket.resetAndDestroy()
    }
    while ((await under()) > 0);
  })

  test('are released after every way a call can end', async () => {
    const cases: [string, Record<string, string>, string | Buffer][] = [
      ['{"readings":[]}', json, ingest],
      ['{"readings":', json, ingest],
      ['<a/>', { 'content-type': 'application/xml' }, ingest],
      ['{"readings":[]}', json, 'wrong'],
    ]
    for (const [payload, headers, token] of cases)
      await server.raw({
        method: 'POST',
        url: fullPath(postReadings),
        headers: { ...headers, authorization: `Bearer ${token}` },
        payload,
      })
    await server.raw({
      method: 'POST',
      url: fullPath(postReadings),
      headers: { ...json, 'content-encoding': 'gzip', authorization: `Bearer ${ingest}` },
      payload: gzipSync('{"readings":[]}'),
    })
    expect(await under()).toBe(0)
  })

  test('that are compressed count uncompressed, and break only their call', async () => {
    const headers = { ...json, authorization: `Bearer ${ingest}`, 'content-encoding': 'gzip' }
    const gzipped = gzipSync(JSON.stringify({ readings: [], padding: 'x'.repeat(100_000) }))
    const cases: [Buffer, number][] = [
      [gzipped, 200],
      [Buffer.from('no gzip at all'), 400],
      [gzipSync(Buffer.alloc(40 * MiB, ' ')), 413],
    ]
    for (const [body, status] of cases) {
      const caller = await line()
      caller.socket.write(head(fullPath(postReadings), { ...headers, 'content-length': body.length }))
      caller.socket.write(body)
      expect(await caller.status(), String(status)).toBe(status)
    }
    // Aborted in the middle, and refused elsewhere by its length while it is sent.
    const broken = await line()
    broken.socket.write(head(fullPath(postReadings), { ...headers, 'content-length': gzipped.length }))
    broken.socket.write(gzipped.subarray(0, 50))
    while ((await under()) > 0);
    broken.socket.resetAndDestroy()
    const holder = await line()
    holder.socket.write(`${sent(32 * MiB)}{`)
    while ((await under()) === 0);
    const other = await line()
    const large = gzipSync(Buffer.alloc(20 * MiB, ' '))
    other.socket.write(head(fullPath(postReadings), { ...headers, 'content-length': large.length }))
    other.socket.write(large)
    expect(await other.status()).toBe(429)
    holder.socket.destroy()
    while ((await under()) > 0);
  })
})
