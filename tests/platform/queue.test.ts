import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from '#server/lib/config.ts'
import { RUN_JOBS } from '#server/features/calculation/runs/store.ts'
import { IMPORT_JOBS } from '#server/features/file-import/store.ts'
import { fixedClock, systemClock, type Clock } from '#server/lib/clock.ts'
import { openDatabase, type Database } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'
import { migrate, MIGRATIONS, readMigrations } from '#server/lib/migrate.ts'
import { createNotices, type Notices } from '#server/lib/notices.ts'
import { createQueue, type Job, type JobContext, type Queue, type QueueOptions } from '#server/lib/queue.ts'
import { emptyDatabase, freshDatabase, type FreshDatabase } from '../database.ts'

const NOW = Date.UTC(2026, 9, 20)
/** Long enough that no test waits for its end. */
const LONG = 600_000

let fresh: FreshDatabase
let db: Database
const others: Database[] = []
const queues: Queue[] = []
const lines: Notices[] = []

beforeAll(async () => {
  fresh = await freshDatabase()
  db = fresh.db
  await db.query(`CREATE TABLE errand (
    hydro_code text NOT NULL, errand_id text NOT NULL, state text NOT NULL DEFAULT 'waiting',
    due_at bigint NOT NULL DEFAULT 0, attempt integer NOT NULL DEFAULT 0, worker text, lease_until bigint,
    cancelling boolean NOT NULL DEFAULT false, progress jsonb, PRIMARY KEY (hydro_code, errand_id))`)
})
beforeEach(() => db.query('TRUNCATE errand'))
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.close()
  for (const line of lines.splice(0)) await line.close()
  for (const other of others.splice(0)) await other.close()
})
afterAll(() => fresh.drop())

const end = (job: Job, state = 'done', on = db) =>
  on.query('UPDATE errand SET state = $3 WHERE hydro_code = $1 AND errand_id = $2', [
    job.hydro,
    job.id,
    state,
  ])

interface QueueFixture extends Partial<QueueOptions> {
  on?: Database
  clock?: Clock
  notices?: Notices
  role?: 'all' | 'api'
}

/** A worker like that of another process; by default it does everything at once. */
function worker({ on = db, clock = fixedClock(NOW), notices, role = 'all', ...options }: QueueFixture = {}) {
  const done: string[] = []
  const config = { ...loadConfig({}), role }
  const queue = createQueue(
    { db: on, clock, log: silentLog, config },
    {
      name: 'errands',
      table: 'errand',
      id: 'errand_id',
      waiting: "state = 'waiting'",
      lease: LONG,
      backoff: [],
      async work(job) {
        done.push(`${job.hydro} ${job.id}`)
        await end(job, 'done', on)
      },
      failed: (job) => end(job, 'failed', on).then(() => undefined),
      ...options,
    },
    notices,
  )
  queues.push(queue)
  return { queue, done }
}

async function add(hydro: string, id: string, dueAt = 0) {
  await db.query('INSERT INTO errand (hydro_code, errand_id, due_at) VALUES ($1, $2, $3)', [hydro, id, dueAt])
}

interface Row {
  state: string
  due_at: number
  attempt: number
  worker: string | null
  lease_until: number | null
  progress: unknown
}
const row = async (id: string) => (await db.query<Row>('SELECT * FROM errand WHERE errand_id = $1', [id]))[0]
const databaseNow = async () =>
  (await db.query<{ t: number }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS t'))[0].t
const FREE = { attempt: 0, worker: null, lease_until: null }

/** Work that waits until the test releases it. */
function held() {
  const begun = Promise.withResolvers<{ job: Job; ctx: JobContext }>()
  const go = Promise.withResolvers<void>()
  return {
    begun: begun.promise,
    go: go.resolve,
    async work(job: Job, ctx: JobContext) {
      begun.resolve({ job, ctx })
      await go.promise
      await end(job)
    },
  }
}
/** Work that continues until it is stopped. */
function endless() {
  const begun = Promise.withResolvers<JobContext>()
  return {
    begun: begun.promise,
    async work(_: Job, ctx: JobContext) {
      begun.resolve(ctx)
      await new Promise((_, stop) => ctx.signal.addEventListener('abort', () => stop(ctx.signal.reason)))
    },
  }
}

describe('claims', () => {
  test('of many simultaneous workers give each job to one', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => `e${String(i).padStart(2, '0')}`)
    for (const [i, id] of ids.entries()) await add(i % 2 ? 'A' : 'B', id)
    const all = [1, 2, 3, 4].map(() => worker({ atOnce: 3 }))
    await Promise.all(all.map((w) => w.queue.turn()))
    const done = all.flatMap((w) => w.done)
    expect(done.map((d) => d.slice(2)).sort()).toEqual(ids)
    expect(await db.query('SELECT 1 FROM errand WHERE worker IS NOT NULL OR attempt <> 0')).toEqual([])
  })

  test('take the job that has been due longest, of any plant', async () => {
    await add('A', 'a1', NOW - 10)
    await add('A', 'a2', NOW - 30)
    await add('B', 'b1', NOW - 20)
    await add('C', 'c1', NOW + 1)
    const clock = fixedClock(NOW)
    const { queue, done } = worker({ clock })
    await queue.turn()
    expect(done).toEqual(['A a2', 'B b1', 'A a1'])
    clock.advance(1)
    await queue.turn()
    expect(done.at(-1)).toBe('C c1')
  })

  test('take turns between plants: one with many jobs does not keep a later one waiting', async () => {
    for (const [i, id] of ['a1', 'a2', 'a3'].entries()) await add('A', id, NOW - 30 + i)
    await add('B', 'b1', NOW - 10)
    await add('B', 'b2', NOW - 5)
    const { queue, done } = worker({ serial: true })
    await queue.turn()
    expect(done).toEqual(['A a1', 'B b1', 'A a2', 'B b2', 'A a3'])
  })

  test('put a job with more to do behind the waiting jobs of other plants', async () => {
    await add('A', 'long', NOW - 30)
    await add('A', 'next', NOW - 20)
    await add('B', 'b1', NOW - 10)
    await add('C', 'c1', NOW - 5)
    const done: string[] = []
    const { queue } = worker({
      serial: true,
      async work(job) {
        done.push(job.id)
        if (job.id === 'long' && done.filter((id) => id === 'long').length < 3) return 'more'
        await end(job)
      },
    })
    await queue.turn()
    // For its own plant nothing begins before it has ended.
    expect(done).toEqual(['long', 'b1', 'c1', 'long', 'long', 'next'])
    expect(await row('long')).toMatchObject({ ...FREE, state: 'done' })
  })

  test('serial: of a plant one at a time and in order, in parallel to other plants', async () => {
    await add('A', 'a1')
    await add('A', 'a2')
    await add('B', 'b1')
    const first = held()
    const one = worker({ serial: true, work: first.work })
    const turn = one.queue.turn()
    await first.begun
    const two = worker({ serial: true, atOnce: 2 })
    await two.queue.turn()
    expect(two.done).toEqual(['B b1'])
    // A job added with an earlier id does not begin beside it either.
    await add('A', 'a0')
    await two.queue.turn()
    expect(two.done).toEqual(['B b1'])
    await two.queue.close()
    first.go()
    await turn
    expect((await db.query("SELECT 1 FROM errand WHERE state = 'waiting'")).length).toBe(0)
  })

  test('not serial, a plant has as many at once as there are workers for it', async () => {
    await add('A', 'a1')
    await add('A', 'a2')
    const first = held()
    const one = worker({ work: first.work })
    const turn = one.queue.turn()
    const { job } = await first.begun
    const two = worker()
    await two.queue.turn()
    expect([job.id, ...two.done]).toEqual(['a1', 'A a2'])
    first.go()
    await turn
  })

  test('ids are those of a plant: two plants may have the same', async () => {
    await add('A', 'x')
    await add('B', 'x')
    const first = held()
    const both: string[] = []
    const { queue } = worker({
      atOnce: 2,
      async work(job, ctx) {
        both.push(job.hydro)
        if (both.length === 2) first.go()
        await first.work(job, ctx)
      },
    })
    await queue.turn()
    expect(both).toEqual(['A', 'B'])
    expect(await db.query("SELECT 1 FROM errand WHERE state = 'done' AND worker IS NULL")).toHaveLength(2)
  })

  test('skip a record that is being changed, without waiting', async () => {
    await add('A', 'a1')
    await add('A', 'a2')
    const { queue, done } = worker()
    await db.tx(async (c) => {
      await c.query("SELECT 1 FROM errand WHERE errand_id = 'a1' FOR UPDATE")
      await queue.turn()
    })
    expect(done).toEqual(['A a2'])
    await queue.turn()
    expect(done).toEqual(['A a2', 'A a1'])
  })

  test('never take jobs that have ended or do not wait', async () => {
    await add('A', 'a1')
    await db.query("UPDATE errand SET state = 'done'")
    const { queue, done } = worker()
    await queue.turn()
    expect(done).toEqual([])
  })
})

describe('leases', () => {
  test('a running worker keeps its job beyond the length of a lease', async () => {
    await add('A', 'a1')
    const first = held()
    const one = worker({ work: first.work, lease: 800 })
    const turn = one.queue.turn()
    await first.begun
    const { lease_until: until } = await row('a1')
    // The lease it began with has expired, and it is still held.
    await expect.poll(databaseNow, { interval: 20 }).toBeGreaterThan(until!)
    const two = worker()
    await two.queue.turn()
    expect(two.done).toEqual([])
    expect((await row('a1')).lease_until).toBeGreaterThan(until!)
    first.go()
    await turn
    expect(await row('a1')).toMatchObject({ state: 'done', ...FREE })
  })

  test('of a worker that died are taken over when they end, as a second attempt', async () => {
    await add('A', 'a1')
    const own = openDatabase(fresh.url, silentLog)
    const { work, begun } = endless()
    const dead = worker({ on: own, work, lease: 1500 })
    const died = dead.queue.turn().catch(() => undefined)
    await begun
    // It can no longer renew or return anything.
    await own.close()
    const { lease_until: until } = await row('a1')
    const attempts: number[] = []
    const successor = worker({
      clock: systemClock,
      async work(job) {
        attempts.push(job.attempt, await databaseNow())
        await end(job)
      },
    })
    const stop = new AbortController()
    const running = successor.queue.run(stop.signal)
    await expect.poll(async () => (await row('a1')).state, { interval: 20 }).toBe('done')
    stop.abort()
    await running
    expect(attempts[0]).toBe(2)
    expect(attempts[1]).toBeGreaterThanOrEqual(until!)
    // By the expiry of the lease, not by the slow poll every half minute.
    expect(attempts[1]).toBeLessThan(until! + 10_000)
    await dead.queue.close()
    await died
  })

  test('by default a lease is far below a minute', async () => {
    await add('A', 'a1')
    const first = held()
    const one = worker({ work: first.work, lease: undefined })
    const turn = one.queue.turn()
    await first.begun
    const left = (await row('a1')).lease_until! - (await databaseNow())
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(30_000)
    first.go()
    await turn
  })

  test('a worker that lost a job is stopped, writes nothing more under it and leaves it to the next', async () => {
    await add('A', 'a1')
    const { work, begun } = endless()
    const one = worker({ work, lease: 400 })
    const turn = one.queue.turn()
    const ctx = await begun
    await db.query("UPDATE errand SET worker = 'somebody else', attempt = 5, lease_until = $1", [
      (await databaseNow()) + LONG,
    ])
    await expect(db.tx((c) => ctx.hold(c))).rejects.toThrow('the lease was lost')
    expect(ctx.signal.aborted).toBe(true)
    await turn
    expect(await row('a1')).toMatchObject({ state: 'waiting', worker: 'somebody else', attempt: 5 })
  })

  test('the next renewal detects it too', async () => {
    await add('A', 'a1')
    const { work, begun } = endless()
    const turn = worker({ work, lease: 400 }).queue.turn()
    const ctx = await begun
    await db.query("UPDATE errand SET state = 'gone', worker = 'somebody else'")
    await turn
    expect(ctx.signal.reason).toMatchObject({ message: 'the lease was lost' })
  })

  test('a closing worker returns its job at once, which is no failed attempt', async () => {
    await add('A', 'a1')
    const { work, begun } = endless()
    const one = worker({ work })
    const turn = one.queue.turn()
    await begun
    await one.queue.close()
    await turn
    expect(await row('a1')).toMatchObject({ state: 'waiting', ...FREE })
    const two = worker()
    await two.queue.turn()
    expect(two.done).toEqual(['A a1'])
  })

  test('when the database was away in the middle, the same worker continues as soon as it is back', async () => {
    await add('A', 'a1')
    const lost = Object.assign(new Error('Connection terminated unexpectedly'))
    let times = 0
    const clock = fixedClock(NOW)
    const { queue } = worker({
      clock,
      async work(job) {
        if (++times === 1) throw lost
        await end(job)
      },
    })
    await queue.turn()
    expect(await row('a1')).toMatchObject({ state: 'waiting', ...FREE })
    clock.advance(1000)
    await queue.turn()
    expect(await row('a1')).toMatchObject({ state: 'done', ...FREE })
  })
})

describe('failures', () => {
  test('are retried after the times of the list, and then ended by the feature', async () => {
    await add('A', 'a1')
    const clock = fixedClock(NOW)
    const seen: unknown[] = []
    const { queue } = worker({
      clock,
      backoff: [60_000, 300_000],
      async work(job) {
        seen.push(job.attempt)
        throw new Error(`no answer ${job.attempt}`)
      },
      async failed(job, error) {
        seen.push((error as Error).message)
        await end(job, 'failed')
      },
    })
    await queue.turn()
    expect(await row('a1')).toMatchObject({ attempt: 1, worker: null, due_at: NOW + 60_000 })
    clock.advance(59_999)
    await queue.turn()
    expect(seen).toEqual([1])
    clock.advance(1)
    await queue.turn()
    expect(await row('a1')).toMatchObject({ attempt: 2, due_at: NOW + 360_000 })
    clock.advance(300_000)
    await queue.turn()
    expect(seen).toEqual([1, 2, 3, 'no answer 3'])
    expect(await row('a1')).toMatchObject({ state: 'failed', ...FREE })
  })

  test('that cannot even be recorded do not spin', async () => {
    await add('A', 'a1')
    let times = 0
    const { queue } = worker({
      work: async () => {
        times++
        throw new Error('one')
      },
      failed: () => Promise.reject(new Error('two')),
    })
    await queue.turn()
    expect(times).toBe(1)
    expect(await row('a1')).toMatchObject({ state: 'waiting', worker: null, due_at: NOW + 60_000 })
  })

  test('of one job do not delay the others', async () => {
    await add('A', 'a1')
    await add('A', 'a2')
    const { queue, done } = worker({
      async work(job) {
        if (job.id === 'a1') throw new Error('broken')
        done.push(job.id)
        await end(job)
      },
    })
    await queue.turn()
    expect(done).toEqual(['a2'])
  })
})

describe('arguments of jobs', () => {
  test('a cancelled job learns of it when its queue is woken', async () => {
    await add('A', 'a1')
    const first = held()
    const { queue } = worker({ work: first.work })
    const turn = queue.turn()
    const { ctx } = await first.begun
    expect(ctx.cancelled()).toBe(false)
    await db.query('UPDATE errand SET cancelling = true')
    queue.wake('A')
    await expect.poll(() => ctx.cancelled()).toBe(true)
    // The work is asked to stop, not forced.
    expect(ctx.signal.aborted).toBe(false)
    first.go()
    await turn
  })

  test('a job cancelled before it began knows from the start', async () => {
    await add('A', 'a1')
    await db.query('UPDATE errand SET cancelling = true')
    const first = held()
    const turn = worker({ work: first.work }).queue.turn()
    expect((await first.begun).ctx.cancelled()).toBe(true)
    first.go()
    await turn
  })

  test('progress is stored at most twice a second, and not after the end', async () => {
    await add('A', 'a1')
    const { queue } = worker({
      async work(job, ctx) {
        ctx.progress({ share: 0.25 })
        ctx.progress({ share: 0.5 })
        await expect.poll(async () => (await row('a1')).progress).toEqual({ share: 0.25 })
        await end(job)
      },
    })
    await queue.turn()
    expect((await row('a1')).progress).toEqual({ share: 0.25 })
    await add('A', 'a2')
    await worker({
      async work(job, ctx) {
        await end(job)
        ctx.progress({ share: 1 })
      },
    }).queue.turn()
    expect((await row('a2')).progress).toBeNull()
  })

  test('hold locks the record for its transaction', async () => {
    await add('A', 'a1')
    const first = held()
    const turn = worker({ work: first.work }).queue.turn()
    const { ctx } = await first.begun
    await db.tx(async (c) => {
      await ctx.hold(c)
      const free = await db.query('SELECT 1 FROM errand FOR UPDATE SKIP LOCKED')
      expect(free).toEqual([])
    })
    first.go()
    await turn
  })
})

describe('wakes', () => {
  /** A process of its own, with its own connection to listen on. */
  async function replica(given: QueueFixture = {}) {
    const on = openDatabase(fresh.url, silentLog)
    others.push(on)
    const notices = createNotices({ db: on, url: fresh.url, log: silentLog })
    lines.push(notices)
    const made = worker({ on, notices, clock: systemClock, ...given })
    await notices.start()
    return made
  }
  /** Runs until fn is done; the worker has nothing to do before it begins. */
  async function while_(queue: Queue, fn: () => Promise<void>) {
    const stop = new AbortController()
    const running = queue.run(stop.signal)
    await queue.turn()
    await fn()
    stop.abort()
    await running
  }

  test('by its own process, whether or not it is running its jobs yet', async () => {
    const { queue, done } = worker({ clock: systemClock })
    await add('A', 'a1')
    queue.wake('A')
    await expect.poll(() => done).toEqual(['A a1'])
    await while_(queue, async () => {
      await add('A', 'a2')
      queue.wake('A')
      await expect.poll(() => done, { timeout: 5000 }).toEqual(['A a1', 'A a2'])
    })
  })

  test('by another process; one that only answers does nothing itself', async () => {
    const { queue, done } = await replica()
    const api = await replica({ role: 'api' })
    await while_(queue, async () => {
      await add('A', 'a1')
      api.queue.wake('A')
      // Much sooner than by polling.
      await expect.poll(() => done, { timeout: 10_000 }).toEqual(['A a1'])
    })
    expect(api.done).toEqual([])
  })

  test('a cancellation by another process reaches the worker', async () => {
    const first = held()
    const { queue } = await replica({ work: first.work })
    const api = await replica({ role: 'api' })
    await add('A', 'a1')
    const turn = queue.turn()
    const { ctx } = await first.begun
    await db.query('UPDATE errand SET cancelling = true')
    api.queue.wake('A')
    await expect.poll(() => ctx.cancelled(), { timeout: 10_000 }).toBe(true)
    first.go()
    await turn
  })

  test('a returned job wakes the others', async () => {
    const { work, begun } = endless()
    const one = await replica({ work })
    const two = await replica()
    await while_(two.queue, async () => {
      await add('A', 'a1')
      const turn = one.queue.turn()
      await begun
      await one.queue.close()
      await turn
      await expect.poll(() => two.done, { timeout: 10_000 }).toEqual(['A a1'])
    })
  })

  test('by the next due instant, without any notice', async () => {
    const seen: number[] = []
    const due = Date.now() + 1200
    await add('A', 'a1', due)
    await add('B', 'b1', due + 3_600_000)
    const { queue } = worker({
      clock: systemClock,
      backoff: [2 * 3_600_000],
      async work(job) {
        seen.push(Date.now())
        await end(job)
      },
    })
    await while_(queue, async () => {
      await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(1)
    })
    expect(seen[0]).toBeGreaterThanOrEqual(due)
  })

  test('a backoff ends by itself as well', async () => {
    const attempts: number[] = []
    await add('A', 'a1')
    const { queue } = worker({
      clock: systemClock,
      backoff: [300],
      async work(job) {
        attempts.push(job.attempt)
        if (job.attempt === 1) throw new Error('once')
        await end(job)
      },
    })
    await while_(queue, async () => {
      await expect.poll(() => attempts, { timeout: 10_000 }).toEqual([1, 2])
    })
  })

  test('a clock that was set back postpones nothing for longer than the longest wait', async () => {
    const clock = fixedClock(NOW)
    const { queue, done } = worker({ clock, backoff: [1000, 5 * 60_000] })
    await add('A', 'soon', NOW + 5 * 60_000)
    await add('B', 'of-before', NOW + 2 * 3_600_000)
    await queue.turn()
    // The one waits its time; the other was put off by a clock that was ahead.
    expect(done).toEqual(['B of-before'])
    clock.advance(5 * 60_000)
    await queue.turn()
    expect(done).toEqual(['B of-before', 'A soon'])
  })

  test('an idle process does not poll', async () => {
    await add('A', 'a1', Date.now() + LONG)
    const requests: string[] = []
    const on = {
      ...db,
      query: (text: string, values?: unknown[]) => (requests.push(text), db.query(text, values)),
    }
    const { queue } = worker({ on: on as Database, clock: systemClock, backoff: [LONG] })
    await while_(queue, async () => {
      const looks = () => requests.filter((text) => /GROUP BY hydro_code/.test(text)).length
      const before = looks()
      // During each of these round trips a busy loop would have polled.
      for (let i = 0; i < 100; i++) await databaseNow()
      expect(looks()).toBe(before)
    })
  })
})

test('work that waited in a database before there was a queue is done after its migration', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'forebay-queue-'))
  const empty = await emptyDatabase()
  const old = openDatabase(empty.url, silentLog)
  try {
    for (const { name } of await readMigrations())
      if (name < '0017') copyFileSync(join(MIGRATIONS, name), join(dir, name))
    await migrate(empty.url, silentLog, { dir })
    for (const [id, state] of [
      ['r1', 'done'],
      ['r2', 'running'],
      ['r3', 'queued'],
    ])
      await old.query(
        `INSERT INTO run (hydro_code, run_id, kind, from_t, to_t, started_at, actor, code_version, state)
         VALUES ('A', $1, 'recalculate', 0, 1, 0, 'test', '1', $2)`,
        [id, state],
      )
    for (const [id, state] of [
      ['t1', 'uploaded'],
      ['t2', 'undoing'],
    ])
      await old.query(
        `INSERT INTO import_task (hydro_code, task_id, file_name, size, options, state, actor, created_at, changed_at)
         VALUES ('A', $1, 'a.csv', 1, '{}', $2, 'test', 0, 0)`,
        [id, state],
      )
    expect(await migrate(empty.url, silentLog)).toContain('0017_queue.sql')
    const done: string[] = []
    for (const { table, id, ...jobs } of [RUN_JOBS, IMPORT_JOBS]) {
      const { queue } = worker({
        on: old,
        ...jobs,
        table,
        id,
        async work(job) {
          done.push(job.id)
          await old.query(`UPDATE ${table} SET state = 'done' WHERE hydro_code = $1 AND ${id} = $2`, [
            job.hydro,
            job.id,
          ])
        },
      })
      await queue.turn()
    }
    expect(done).toEqual(['r2', 'r3', 't2'])
  } finally {
    await old.close()
    await empty.drop()
    rmSync(dir, { recursive: true })
  }
})
