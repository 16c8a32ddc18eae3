import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadConfig } from '#server/lib/config.ts'
import { openDatabase, type Database } from '#server/lib/database.ts'
import { createLease, startInTurn, type Lease } from '#server/lib/leases.ts'
import { silentLog } from '#server/lib/log.ts'
import { createNotices, type Notices } from '#server/lib/notices.ts'
import { freshDatabase, type FreshDatabase } from '../database.ts'
import { startPooler, type Pooler } from '../pooler.ts'

let fresh: FreshDatabase
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  fresh = await freshDatabase()
})
beforeEach(() => fresh.db.query('TRUNCATE lease, notice'))
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(() => fresh.drop())

/** A replica as another process would be one. seconds: how long its leases are. */
function replica(seconds: number, { url = fresh.url } = {}) {
  const db = openDatabase(url, silentLog)
  const config = loadConfig({ DATABASE_URL: fresh.url, LEASE_SECONDS: String(seconds) })
  const stop = new AbortController()
  const runs: Promise<void>[] = []
  ends.push(async () => {
    stop.abort()
    await Promise.all(runs)
    await db.close()
  })
  return {
    db,
    stop: () => stop.abort(),
    lease(name: string): Lease {
      const lease = createLease({ db, log: silentLog, config }, name)
      runs.push(lease.run(stop.signal))
      return lease
    },
  }
}

const rows = () => fresh.db.query<{ name: string; holder: string; until: number }>('SELECT * FROM lease')
const databaseNow = async () =>
  (
    await fresh.db.query<{ t: number }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS t')
  )[0].t

describe('leases', () => {
  test('one of several replicas has it; another one as soon as it is released', async () => {
    const all = [1, 2, 3].map(() => replica(1))
    const leases = all.map((r) => r.lease('chores'))
    const first = await Promise.race(leases.map(async (l, i) => (await l.gained(), i)))
    expect(leases.map((l) => l.held())).toEqual(leases.map((_, i) => i === first))
    all[first].stop()
    const left = leases.filter((_, i) => i !== first)
    await Promise.race(left.map((l) => l.gained()))
    expect(left.filter((l) => l.held())).toHaveLength(1)
    // A waiting caller gets an error when its process ends.
    expect(await leases[first].gained()).toBe(false)
  })

  test('of a replica that died is taken over when it ends, and not before', async () => {
    const dead = replica(2)
    await dead.lease('chores').gained()
    // It can renew nothing any more, nor give anything back.
    await dead.db.close().catch(() => {})
    ends.pop()
    const [{ until }] = await rows()
    const successor = replica(2).lease('chores')
    await successor.gained()
    expect(await databaseNow()).toBeGreaterThanOrEqual(until)
    dead.stop()
  })

  test('is renewed by its holder beyond its length; a replica that lost it learns so, and its work is stopped', async () => {
    const one = replica(1)
    const lease = one.lease('chores')
    const gained = Promise.withResolvers<AbortSignal>()
    lease.onGain(gained.resolve)
    const signal = await gained.promise
    const [{ until }] = await rows()
    await expect.poll(databaseNow, { interval: 20 }).toBeGreaterThan(until)
    expect(lease.held()).toBe(true)
    const lost = new Promise<void>((done) => signal.addEventListener('abort', () => done()))
    await fresh.db.query("UPDATE lease SET holder = 'another', until = $1", [(await databaseNow()) + 600_000])
    await lost
    expect(lease.held()).toBe(false)
  })

  test('that expired while a renewal was on its way is gained anew by any that waits for it', async () => {
    const { db } = replica(20)
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    let gate: Promise<void> | null = null
    const entered = Promise.withResolvers<void>()
    const query: Database['query'] = async (text, values) => {
      if (gate) entered.resolve()
      await gate
      return db.query(text, values)
    }
    const stop = new AbortController()
    const config = { ...loadConfig({ DATABASE_URL: fresh.url }), lease: 40 }
    const lease = createLease({ db: { ...db, query }, log: silentLog, config }, 'chores')
    const signals: AbortSignal[] = []
    lease.onGain((signal) => void signals.push(signal))
    const running = lease.run(stop.signal)
    try {
      expect(await lease.gained()).toBe(true)
      const open = Promise.withResolvers<void>()
      gate = open.promise
      // The renewal leaves at 20 and holds until 60; what is held ends at 40.
      now = 20
      await entered.promise
      now = 50
      const gained = lease.gained()
      expect(lease.held()).toBe(false)
      gate = null
      open.resolve()
      expect(await gained).toBe(true)
      expect(signals.map((s) => s.aborted)).toEqual([true, false])
    } finally {
      stop.abort()
      await running
      clock.mockRestore()
    }
  })

  test('of other names do not exclude each other', async () => {
    const { lease } = replica(20)
    expect(await Promise.all([lease('chores').gained(), lease('simulated plant').gained()])).toEqual([
      true,
      true,
    ])
  })

  test('an embedded database has one server: no lease is needed', async () => {
    const { db } = replica(20)
    const stop = new AbortController()
    const lease = createLease({ db, log: silentLog, config: loadConfig({}) }, 'chores')
    let gains = 0
    lease.onGain(() => gains++)
    expect(lease.held()).toBe(true)
    const running = lease.run(stop.signal)
    expect(gains).toBe(1)
    stop.abort()
    await running
    expect(await rows()).toEqual([])
    expect(lease.held()).toBe(false)
  })

  test('concurrent starts add their work one after the other', async () => {
    let inside = 0
    const most: number[] = []
    const begin = async ({ db }: { db: Database }) =>
      startInTurn(db, silentLog, async () => {
        inside++
        await db.query('SELECT 1')
        most.push(inside)
        inside--
      })
    await Promise.all([1, 2, 3].map(() => begin(replica(20))))
    expect(most).toEqual([1, 1, 1])
  })
})

test('a start that takes long keeps its turn: its transaction is not idle', async () => {
  const { db } = replica(20)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const last = () =>
      fresh.db.query<{ query: string }>(
        `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
      )
    await startInTurn(db, silentLog, async () => {
      vi.advanceTimersByTime(30_000)
      await vi.waitFor(async () => expect(await last()).toEqual([{ query: 'SELECT 1' }]))
    })
  } finally {
    vi.useRealTimers()
  }
})

describe('notices behind a transaction pooler', () => {
  let pooler: Pooler
  beforeAll(async () => {
    pooler = await startPooler(fresh.url)
  })
  afterAll(() => pooler.close())

  function line(url: string): { db: Database; notices: Notices; heard: unknown[]; gaps: () => number } {
    const db = openDatabase(url, silentLog)
    const notices = createNotices({ db, url, log: silentLog })
    const events: unknown[] = []
    let gaps = 0
    notices.on('forebay_test', (body) => events.push(body))
    notices.onGap(() => gaps++)
    ends.push(async () => {
      await notices.close()
      await db.close()
    })
    return { db, notices, heard: events, gaps: () => gaps }
  }

  test('are delivered both ways, in the order of commits, each once; nothing is stored while nobody polls', async () => {
    const here = line(fresh.url)
    await here.notices.start()
    expect(here.notices.isWhole()).toBe(true)
    await here.notices.send('forebay_test', 'nobody polls')
    expect(await fresh.db.query('SELECT body FROM notice')).toEqual([])

    const there = line(pooler.url)
    await there.notices.start()
    // It does not take for certain what it keeps.
    expect(there.notices.isWhole()).toBe(false)
    await expect.poll(there.gaps).toBe(1)
    await here.notices.send('forebay_test', 1, 2)
    await expect.poll(() => there.heard).toEqual([1, 2])
    await there.notices.send('forebay_test', 'back')
    await expect.poll(() => here.heard).toEqual(['back'])
    // One that began before and commits after others were read is read all the same.
    await here.db.tx(async (c) => {
      await here.notices.sendIn(c, 'forebay_test', 'slow')
      await here.notices.send('forebay_test', 'quick')
      await expect.poll(() => there.heard).toEqual([1, 2, 'quick'])
    })
    await expect.poll(() => there.heard).toEqual([1, 2, 'quick', 'slow'])
    // And one that is rolled back never.
    await here.db
      .tx(async (c) => {
        await here.notices.sendIn(c, 'forebay_test', 'gone')
        throw new Error('rolled back')
      })
      .catch(() => {})
    await here.notices.send('forebay_test', 'last')
    await expect.poll(() => there.heard).toEqual([1, 2, 'quick', 'slow', 'last'])
    expect(there.gaps()).toBe(1)
    expect(pooler.leaks).toEqual([])
    await there.notices.close()
    expect(await rows()).toEqual([])
  })

  test('a pooler that hides itself is detected by notices that do not arrive', async () => {
    const db = openDatabase(pooler.url, silentLog)
    // Said to be a session connection, and none.
    const warnings: string[] = []
    const log = { ...silentLog, warn: (...all: unknown[]) => void warnings.push(all.map(String).join(' ')) }
    const notices = createNotices({ db, url: pooler.url, log: log as never, direct: true })
    ends.push(async () => {
      await notices.close()
      await db.close()
    })
    await notices.start()
    expect(notices.isWhole()).toBe(false)
    expect(warnings.join()).toContain('DATABASE_DIRECT_URL')
  })
})
