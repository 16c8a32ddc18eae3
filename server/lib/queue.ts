import { MINUTE } from '#core/time/units.ts'
import { dueJobs } from './across.ts'
import { isLost } from './database.ts'
import { databaseNow, makeHolder } from './leases.ts'
import type { Notices } from './notices.ts'
import type { Services } from './services.ts'

/**
 * Background jobs over a feature's own table. A job is a record of that table for as long as `waiting` is true of it;
 * beside the feature's own columns the table has
 *
 *   due_at      bigint NOT NULL DEFAULT 0      not before this instant, by the clock of the product; one farther ahead
 *                                              than anything waits is of before the clock was set back, and is due
 *   attempt     integer NOT NULL DEFAULT 0     attempts begun since it was last brought to an end
 *   worker      text                           the process that works on it
 *   lease_until bigint                         how long that holds, by the database's clock: replicas' clocks differ
 *   cancelling  boolean NOT NULL DEFAULT false somebody wants it to end
 *   progress    jsonb                          only where `ctx.progress` is used
 *
 * and an index on (hydro_code, ...) WHERE waiting. A job is added by inserting or changing its record and calling
 * `wake` behind the commit. It is claimed for one plant at a time; the lease is renewed while the work goes on, so a
 * job of a process that died is taken over when its lease ends. No session state is used: DATABASE_URL may be a
 * transaction pooler.
 */
export interface QueueOptions {
  /** Its name in notices, in the log and among the jobs of the process. */
  name: string
  table: string
  /** The column, of text, that is the key together with hydro_code. */
  id: string
  /** SQL over the table's columns: whether the record is an unfinished job. */
  waiting: string
  /** One at a time per plant, in the order of ids. Otherwise in the order in which they are due. */
  serial?: boolean
  /** Jobs of this process that run at once. Plants with jobs take turns. */
  atOnce?: number
  /** ms to wait after each failed attempt before the next one; when the list is used up, `failed` ends the job. */
  backoff: readonly number[]
  /** ms ahead at which the work makes its job due again, at the most; by default what `backoff` says. */
  farthest?: number
  /** ms without renewal after which any worker may take a job; by default that of the settings. */
  lease?: number
  /**
   * Does the job. When it returns, the record must no longer be waiting, or must be due later; 'more' gives the job back
   * behind what other plants have waiting. It is called again for that, and for what a killed process left half done.
   * An error counts as a failed attempt, unless `ctx.signal` was aborted or the database went away: then the job waits
   * for the next worker.
   */
  work(job: Job, ctx: JobContext): Promise<void | 'more'>
  /** Ends a job whose last attempt failed, by changing its record. */
  failed(job: Job, error: unknown, ctx: JobContext): Promise<void>
}

export interface Job {
  hydro: string
  id: string
  /** 1 for the first attempt; that of a killed process counts. */
  attempt: number
}

export interface JobContext {
  /** Aborted when the work has to stop: the process is closing, or the lease was lost. */
  signal: AbortSignal
  /** Whether the job was cancelled, as of the last renewal or `wake`. */
  cancelled(): boolean
  /** Writes progress to the column `progress`, at most twice a second. */
  progress(value: unknown): void
  /** Locks the record in a transaction of the work. @throws when the job is no longer this worker's */
  hold(c: { query(text: string, values?: unknown[]): Promise<unknown> }): Promise<void>
}

export interface Queue {
  name: string
  /**
   * Notifies this process and the others that a job of a plant was added, changed or cancelled; to be called after the
   * commit.
   */
  wake(hydro: string): void
  /** Does what is due. Resolves when nothing is left that this process may take. */
  turn(): Promise<void>
  /** Does what is due, when it is due, until the signal aborts; that closes the queue. */
  run(signal: AbortSignal): Promise<void>
  /** Stops the work in progress and releases its jobs; resolves when all of it has ended. */
  close(): Promise<void>
}

/** A notice may be lost, so every process polls this often, ms. */
const POLL = 30_000
/** ms until the next try when a due record was locked by another transaction, or the database was away. */
const SOON = 1000
/** ms until a job is tried again whose failure could not be recorded. */
const STUCK = MINUTE
/** ms over which wakes are gathered into one notice. */
const GATHER = 100
/** Shortest time between two writes of progress, ms. */
const NOTE = 500
/** Most plants that a notice names; beyond that it names none. */
const NAMED = 200
const CHANNEL = 'forebay_job'

/** Why a job's signal was aborted. */
class Stopped extends Error {}

interface Running {
  job: Job
  stop: AbortController
  cancelled: boolean
  /** By performance.now(): until then nobody else has taken it. */
  heldUntil: number
  renewing: Promise<void>
  noting: Promise<void>
  ended: Promise<void>
}

export function createQueue(
  s: Pick<Services, 'db' | 'clock' | 'log' | 'config'>,
  q: QueueOptions,
  notices?: Notices,
): Queue {
  const { name, table, id, waiting, serial = false, atOnce = 1, lease = s.config.lease } = q
  /** Longest time for which a job is postponed, ms. */
  const longest = Math.max(STUCK, q.farthest ?? 0, ...q.backoff)
  const me = makeHolder()
  const running = new Map<string, Running>()
  const woken = new Set<string>()
  const sleepers = new Set<() => void>()
  /** Of plants with jobs: the number of the last claim. */
  const claimed = new Map<string, number>()
  let claims = 0
  let sending: NodeJS.Timeout | null = null
  let closing = false
  let looping = false
  let touched = false
  let active: Promise<void> | null = null
  /** ms until the next query, as of the last one. */
  let idle = POLL

  /**
   * SQL: whether a job is free. $1: the database's time, $2: this worker, $3: jobs in progress. What this worker left
   * behind by an error is free to it.
   */
  const FREE = `(lease_until IS NULL OR lease_until <= $1 OR (worker = $2 AND hydro_code || '/' || ${id} <> ALL($3::text[])))`
  /** SQL: jobs in progress come first, so that no other of the plant begins beside one. */
  const ORDER = serial ? `coalesce(lease_until > $1, false) DESC, ${id}` : `due_at, ${id}`
  const FIRST = `SELECT ${id} FROM ${table} WHERE hydro_code = $4 AND ${waiting} ORDER BY ${ORDER} LIMIT 1`
  const CLAIM = `
    UPDATE ${table} SET worker = $2, lease_until = $6, attempt = attempt + 1
     WHERE hydro_code = $4 AND ${id} =
           (SELECT ${id} FROM ${table}
             WHERE hydro_code = $4 AND ${waiting} AND (due_at <= $5 OR due_at > $7) AND ${FREE} ${serial ? `AND ${id} = (${FIRST})` : ''}
             ORDER BY ${ORDER} LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${id} AS id, attempt, cancelling`
  const MINE = `hydro_code = $1 AND ${id} = $2 AND worker = $3`
  const keyOf = ({ job }: Running) => [job.hydro, job.id, me]

  /**
   * Claims the job that has been due longest, of the plants that had no turn yet or have waited longest for another;
   * null: there is none, and `idle` says when to query again.
   */
  async function claim(): Promise<Running | null> {
    const [dbNow, now] = [await databaseNow(s.db.pool), s.clock.now()]
    const params = [dbNow, me, [...running.keys()]]
    const plants = await dueJobs(
      s.db.pool,
      { table, waiting, free: FREE, order: serial ? ORDER : null },
      params,
    )
    idle = POLL
    const waitingPlants = new Set(plants.map((p) => p.hydro))
    for (const hydro of claimed.keys()) if (!waitingPlants.has(hydro)) claimed.delete(hydro)
    plants.sort((a, b) => (claimed.get(a.hydro) ?? 0) - (claimed.get(b.hydro) ?? 0))
    for (const { hydro, due, leased } of plants) {
      if (leased !== null) idle = Math.min(idle, Math.max(0, leased - dbNow))
      if (due === null) continue
      if (due > now && due <= now + longest) {
        idle = Math.min(idle, due - now)
        continue
      }
      const heldUntil = performance.now() + lease
      const [row] = await s.db.query<{ id: string; attempt: number; cancelling: boolean }>(CLAIM, [
        ...params,
        hydro,
        now,
        dbNow + lease,
        now + longest,
      ])
      if (!row) {
        idle = Math.min(idle, SOON)
        continue
      }
      claimed.set(hydro, ++claims)
      const done = Promise.resolve()
      const job = { hydro, id: row.id, attempt: row.attempt }
      const stop = new AbortController()
      return { job, stop, cancelled: row.cancelling, heldUntil, renewing: done, noting: done, ended: done }
    }
    return null
  }

  function renew(r: Running): void {
    r.renewing = r.renewing.then(async () => {
      try {
        const held = performance.now() + lease
        const until = (await databaseNow(s.db.pool)) + lease
        const [row] = await s.db.query<{ cancelling: boolean }>(
          `UPDATE ${table} SET lease_until = $4 WHERE ${MINE} RETURNING cancelling`,
          [...keyOf(r), until],
        )
        if (!row) return r.stop.abort(new Stopped('the lease was lost'))
        r.cancelled = row.cancelling
        r.heldUntil = held
      } catch (err) {
        s.log.warn({ err, queue: name, job: r.job.id }, 'a lease was not renewed')
        if (performance.now() > r.heldUntil) r.stop.abort(new Stopped('the lease ran out'))
      }
    })
  }

  function contextOf(r: Running): JobContext {
    let last = -Infinity
    return {
      signal: r.stop.signal,
      cancelled: () => r.cancelled,
      progress(value) {
        const now = performance.now()
        if (now - last < NOTE) return
        last = now
        r.noting = r.noting
          .then(async () => {
            // Ended jobs report no progress.
            const set = `UPDATE ${table} SET progress = $4 WHERE ${MINE} AND ${waiting}`
            await s.db.query(set, [...keyOf(r), JSON.stringify(value)])
          })
          .catch((err: unknown) => s.log.warn({ err, queue: name, job: r.job.id }, 'progress was not noted'))
      },
      async hold(c) {
        const text = `SELECT cancelling FROM ${table} WHERE ${MINE} FOR UPDATE`
        const { rows } = (await c.query(text, keyOf(r))) as { rows: { cancelling: boolean }[] }
        if (rows.length === 0) r.stop.abort(new Stopped('the lease was lost'))
        r.stop.signal.throwIfAborted()
        r.cancelled = rows[0].cancelling
      },
    }
  }

  /** Releases a job. due: when it is next due, where the feature does not say. */
  async function release(r: Running, attempt: number, due: number | null = null): Promise<void> {
    await r.noting
    await s.db.query(
      `UPDATE ${table} SET worker = NULL, lease_until = NULL, attempt = $4, due_at = coalesce($5, due_at) WHERE ${MINE}`,
      [...keyOf(r), attempt, due],
    )
  }

  async function perform(r: Running): Promise<void> {
    const { job } = r
    const ctx = contextOf(r)
    const timer = setInterval(() => renew(r), lease / 4)
    try {
      try {
        const left = await q.work(job, ctx)
        await release(r, 0, left === 'more' ? s.clock.now() : null)
      } catch (err) {
        await retry(r, ctx, err)
      }
    } catch (err) {
      // It stays leased; this process may take it again at once, the others when the lease ends.
      s.log.warn({ err, queue: name, job: job.id }, 'a job was not given back')
    } finally {
      clearInterval(timer)
    }
  }

  async function retry(r: Running, ctx: JobContext, err: unknown): Promise<void> {
    const { job } = r
    if (r.stop.signal.aborted) {
      await release(r, job.attempt - 1)
      return announce(job.hydro)
    }
    if (isLost(err)) return release(r, job.attempt - 1, s.clock.now() + SOON)
    const wait = q.backoff[job.attempt - 1]
    if (wait !== undefined) {
      s.log.warn(
        { err, queue: name, job: job.id, attempt: job.attempt, wait },
        'a job failed and is tried again',
      )
      return release(r, job.attempt, s.clock.now() + wait)
    }
    try {
      await q.failed(job, err, ctx)
    } catch (error) {
      s.log.error({ err: error, cause: err, queue: name, job: job.id }, 'a failed job could not be ended')
      return release(r, job.attempt, s.clock.now() + STUCK)
    }
    await release(r, 0)
  }

  async function drain(): Promise<void> {
    try {
      while (!closing) {
        const free = running.size < atOnce
        if (touched && free) {
          touched = false
          const r = await claim()
          if (!r) continue
          touched = true
          const key = `${r.job.hydro}/${r.job.id}`
          running.set(key, r)
          r.ended = perform(r).finally(() => {
            running.delete(key)
            touch()
          })
        } else if (running.size > 0) await rest(POLL)
        else return
      }
    } finally {
      if (closing) stopAll()
      while (running.size > 0) await Promise.all([...running.values()].map((r) => r.ended))
      active = null
    }
  }

  function turn(): Promise<void> {
    touch()
    active ??= drain()
    return active
  }

  /** Wakes the loop: there may be something to take. */
  function touch(): void {
    touched = true
    for (const end of sleepers) end()
  }

  /** Waits until the time is over or the loop is woken. */
  const rest = (ms: number) =>
    new Promise<void>((done) => {
      const end = () => {
        clearTimeout(timer)
        sleepers.delete(end)
        done()
      }
      const timer = setTimeout(end, ms)
      sleepers.add(end)
    })

  /** Notifies the other processes, gathered. */
  function announce(hydro: string): void {
    if (!notices) return
    woken.add(hydro)
    sending ??= setTimeout(() => void send(), GATHER)
  }

  async function send(): Promise<void> {
    if (sending) clearTimeout(sending)
    sending = null
    if (!notices || woken.size === 0) return
    const plants = [...woken]
    woken.clear()
    await notices
      .send(CHANNEL, [name, plants.length > NAMED ? null : plants])
      .catch((err: Error) =>
        s.log.warn({ err: err.message, queue: name }, 'other replicas were not woken; they will look'),
      )
  }

  /** Checks whether jobs in progress were cancelled. */
  function wakeFor(plants: readonly string[] | null): void {
    for (const r of running.values()) if (plants === null || plants.includes(r.job.hydro)) renew(r)
  }

  function stopAll(): void {
    for (const r of running.values()) r.stop.abort(new Stopped('the process is closing'))
  }

  async function close(): Promise<void> {
    closing = true
    stopAll()
    touch()
    await active?.catch(() => undefined)
    await send()
  }

  notices?.on(CHANNEL, (body) => {
    const [queue, plants] = body as [string, string[] | null]
    if (queue !== name) return
    wakeFor(plants)
    if (looping) touch()
  })

  return {
    name,
    wake(hydro) {
      announce(hydro)
      wakeFor([hydro])
      // A replica that only answers calls leaves the work to the others.
      if (s.config.role === 'api' || closing) return
      if (looping) touch()
      else
        turn().catch((err: unknown) => s.log.error({ err, queue: name }, 'jobs stopped until the next look'))
    },
    turn,
    async run(signal) {
      const end = () => void close()
      looping = true
      signal.addEventListener('abort', end)
      try {
        while (!signal.aborted && !closing) {
          await turn()
          if (!touched) await rest(idle)
        }
      } finally {
        looping = false
        signal.removeEventListener('abort', end)
      }
    },
    close,
  }
}
