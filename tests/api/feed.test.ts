import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logout } from '#contract/auth.ts'
import { getFeed, type LastValue } from '#contract/feed.ts'
import { fullPath } from '#contract/endpoint.ts'
import { demoDescription } from '#plant/describe.ts'
import { addReservoir, PASSWORD, testServer, type TestServer } from '../server.ts'
import { openReader, type Reader } from './stream.ts'

const seed = demoDescription()
const HYDRO = seed.hydroCode
let server: TestServer
let origin: string
let readers: Reader[]
let address = 0

beforeAll(async () => {
  server = await testServer()
  await addReservoir(server.app, seed)
  origin = await server.app.web.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())
beforeEach(() => {
  readers = []
})
afterEach(async () => {
  for (const r of readers) r.close()
  await Promise.all(readers.map((r) => r.closed))
})

async function open(options: { account?: string; token?: string; after?: string | null } = {}) {
  const token = options.token ?? (await tokenOf(options.account ?? 'operator'))
  const search = options.after ? `?last_event_id=${encodeURIComponent(options.after)}` : ''
  const reader = await openReader(origin + fullPath(getFeed) + search, {
    authorization: `Bearer ${token}`,
    hydro: HYDRO,
  })
  readers.push(reader)
  return reader
}

/** A session of its own, from an address of its own: sign-ins are limited by address. */
async function session(username: string) {
  const a = await server.raw({
    method: 'POST',
    url: '/api/renew/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username, password: PASSWORD }),
    remoteAddress: `10.2.0.${++address}`,
  })
  return (a.body.data as { token: { access: string; refresh: string } }).token
}

const now = () => server.clock.now()
const tokens = new Map<string, { at: number; token: Promise<string> }>()
/** A valid access token: these tests move the clock. */
function tokenOf(account: string): Promise<string> {
  let had = tokens.get(account)
  if (!had || now() - had.at > 600_000)
    tokens.set(account, (had = { at: now(), token: session(account).then((t) => t.access) }))
  return had.token
}
const write = (series: string, t: number, v: number, q = 0) =>
  server.app.history.write(
    { hydroCode: HYDRO, series: [series], t: [t], v: [v], q: [q] },
    { source: 'ingest' },
  )
const LEVEL = 'level.reservoir.1'
/** Sends a level a minute later; returns its instant. */
async function measure(v: number) {
  server.clock.advance(60_000)
  await write(LEVEL, now(), v)
  return now()
}
const of = (last: LastValue[], series: string) => last.find((v) => v[0] === series)
/** Resolves when the server counts n streams; it notices closed ones by their sockets. */
async function streams(n: number) {
  while (server.app.feed.streams() !== n) await new Promise((done) => setImmediate(done))
}

describe('a stream', () => {
  test('begins with every last value, then sends changes', async () => {
    const t0 = await measure(150.25)
    const reader = await open()
    const first = await reader.next('snapshot')
    expect(first.data.hydro_code).toBe(HYDRO)
    expect(first.data.now).toBe(now())
    expect(of(first.data.last, LEVEL)).toEqual([LEVEL, t0, 150.25, 0])
    const t1 = await measure(150.5)
    const { data } = await reader.next('change')
    expect(data).toEqual({
      now: now(),
      last: [[LEVEL, t1, 150.5, 0]],
      spans: [{ series: [LEVEL], from: t1, to: t1 }],
    })
  })

  test('has the headers of every answer, and is not a page', async () => {
    const reader = await open()
    expect(reader.status).toBe(200)
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
    const head = await server.raw({
      method: 'HEAD',
      url: fullPath(getFeed),
      headers: { authorization: `Bearer ${await tokenOf('operator')}` },
    })
    expect(head.status).toBe(404)
  })

  test('sends the time, even when nothing changed for long', async () => {
    await open()
    server.clock.advance(3_600_000)
    const reader = await open()
    expect((await reader.next('snapshot')).data.now).toBe(now())
  })

  test('sends late older values as a span, which moves no last value', async () => {
    const t = await measure(150)
    const reader = await open()
    await write(LEVEL, t - 90_000, 149)
    const { data } = await reader.next('change')
    expect(data.last).toEqual([])
    expect(data.spans).toEqual([{ series: [LEVEL], from: t - 90_000, to: t - 90_000 }])
  })

  test('sends a corrected, a rejected and an erased last value', async () => {
    const before = await measure(150)
    const t = await measure(151)
    const reader = await open()
    await write(LEVEL, t, 151.5)
    expect((await reader.next('change')).data.last).toEqual([[LEVEL, t, 151.5, 0]])
    await write(LEVEL, t, 151.5, 5)
    expect((await reader.next('change')).data.last).toEqual([[LEVEL, before, 150, 0]])
    const again = await measure(152)
    await reader.next('change')
    await server.app.history.erase(HYDRO, LEVEL, again, again, { source: 'ingest', reason: 'test' })
    expect((await reader.next('change')).data.last).toEqual([[LEVEL, before, 150, 0]])
    const fresh = await open()
    expect(of((await fresh.next('snapshot')).data.last, LEVEL)).toEqual([LEVEL, before, 150, 0])
  })
})

describe('a client that reconnects', () => {
  test('continues where the stream broke: nothing lost, nothing twice', async () => {
    const reader = await open()
    await measure(150)
    const { id } = await reader.next('change')
    reader.close()
    const missed: number[] = []
    const watcher = await open()
    for (const v of [150.1, 150.2, 150.3]) {
      missed.push(await measure(v))
      await watcher.next('change')
    }
    const back = await open({ after: id })
    for (const t of missed) expect((await back.next('change')).data.last[0][1]).toBe(t)
    const t = await measure(150.4)
    expect((await back.next('change')).data.last[0][1]).toBe(t)
    expect(back.events.map((e) => e.event)).toEqual(['change', 'change', 'change', 'change'])
  })

  test('gets only new events if it missed nothing', async () => {
    const first = await open()
    const { id } = await first.next('snapshot')
    const back = await open({ after: id })
    const t = await measure(150)
    expect((await back.next('change')).data.last[0][1]).toBe(t)
    expect(back.events).toHaveLength(1)
  })

  test.each([
    ['of another process', (id: string) => `x${id}`],
    ['from the future', (id: string) => id.replace(/\d+$/, '999999')],
    ['that is no id', () => 'nonsense'],
    ['with something after it', (id: string) => `${id}.5`],
  ])('with an id %s gets a snapshot', async (_, forge) => {
    const { id } = await (await open()).next('snapshot')
    const back = await open({ after: forge(id!) })
    await back.next('snapshot')
    expect(back.events).toHaveLength(1)
  })
})

describe('a stream ends', () => {
  test('when its session ends, and only that one', async () => {
    const own = await session('operator')
    const ends = await open({ token: own.access })
    const stays = await open()
    await ends.next('snapshot')
    await server.call(logout, { body: { refreshToken: own.refresh } }, {})
    await server.app.feed.beat()
    expect((await ends.next('end')).data).toEqual({ code: 'token_invalid' })
    await ends.closed
    await stays.next('beat')
    await measure(150)
    await stays.next('change')
  })

  test('when the account is locked, and when its role loses the permission', async () => {
    const { db } = server.app.services
    const locked = await open({ token: (await session('viewer')).access })
    const demoted = await open({ token: (await session('manager')).access })
    await db.query("UPDATE account SET status = false WHERE username = 'viewer'")
    await db.query("UPDATE role SET permissions = '{map}' WHERE role_name = 'manager'")
    await server.app.feed.beat()
    await Promise.all([locked.next('end'), demoted.next('end')])
    await db.query("UPDATE account SET status = true WHERE username = 'viewer'")
    await db.query("UPDATE role SET permissions = '{dashboard}' WHERE role_name = 'manager'")
  })

  test('not while the database is away for a moment', async () => {
    const { db } = server.app.services
    const reader = await open()
    await reader.next('snapshot')
    const { query } = db
    db.query = () => Promise.reject(new Error('away'))
    await server.app.feed.beat()
    db.query = query
    await reader.next('beat')
    await measure(150)
    await reader.next('change')
  })

  test('is removed when its client leaves', async () => {
    await streams(0)
    const some = await Promise.all([open(), open(), open()])
    expect(server.app.feed.streams()).toBe(3)
    for (const r of some) r.close()
    await streams(0)
    // A client that leaves while it is being accepted.
    const { membersOf } = gate()
    const held = open().catch(() => null)
    const release = await membersOf
    readers.splice(0)
    release()
    await held
    await Promise.all(readers.map((r) => (r.close(), r.closed)))
    await streams(0)
  })
})

/** Holds the next query to the database until it is released. */
function gate(): { membersOf: Promise<() => void> } {
  const { db } = server.app.services
  const { query } = db
  return {
    membersOf: new Promise((held) => {
      db.query = (async (text: string, values?: unknown[]) => {
        db.query = query
        await new Promise<void>((go) => held(go))
        return query.call(db, text, values)
      }) as typeof query
    }),
  }
}

describe('a thousand streams', () => {
  test('cost two queries of the guard each and nothing else; a change costs none and reaches all', async () => {
    const { db } = server.app.services
    await (await open()).next('snapshot')
    const four = await Promise.all(['admin', 'manager', 'operator', 'viewer'].map(tokenOf))
    const requests: string[] = []
    const { query } = db.pool
    const send = query.bind(db.pool) as (text: string, values?: unknown[]) => Promise<unknown>
    db.pool.query = ((text: string, values?: unknown[]) => {
      requests.push(text)
      return send(text, values)
    }) as typeof query
    try {
      const all: Reader[] = []
      for (let i = 0; i < 1000; i += 50)
        all.push(
          ...(await Promise.all(Array.from({ length: 50 }, (_, k) => open({ token: four[(i + k) % 4] })))),
        )
      await Promise.all(all.map((r) => r.next('snapshot')))
      expect(server.app.feed.streams()).toBe(1001)
      expect(requests).toHaveLength(2000)
      expect(requests.filter((text) => !/FROM session|account_role/.test(text))).toEqual([])
      requests.length = 0
      server.clock.advance(60_000)
      server.app.feed.publish(HYDRO, {
        last: [[LEVEL, now(), 155, 0]],
        spans: [{ series: LEVEL, from: now(), to: now() }],
      })
      const events = await Promise.all(all.map((r) => r.next('change')))
      expect(new Set(events.map((e) => JSON.stringify(e))).size).toBe(1)
      expect(events[0].data.last).toEqual([[LEVEL, now(), 155, 0]])
      expect(requests).toEqual([])
      await server.app.feed.beat()
      expect(requests).toHaveLength(1)
    } finally {
      db.pool.query = query
    }
  })
})

test('when the last values cannot be read the call is answered with an error, and the next one works', async () => {
  const other = await testServer()
  try {
    await other.app.plants.create({ actor: 'test', address: null, hydro: HYDRO }, seed)
    const at = await other.app.web.listen({ port: 0, host: '127.0.0.1' })
    const headers = { authorization: `Bearer ${await other.signIn('operator')}` }
    const { last } = other.app.history
    other.app.history.last = () => Promise.reject(new Error('away'))
    const refused = await openReader(at + fullPath(getFeed), headers)
    await refused.closed
    expect(refused.status).toBe(500)
    expect(other.app.feed.streams()).toBe(0)
    other.app.history.last = last
    const reader = await openReader(at + fullPath(getFeed), headers)
    await reader.next('snapshot')
    reader.close()
    await reader.closed
  } finally {
    await other.close()
  }
})
