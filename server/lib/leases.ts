import { hostname } from 'node:os'
import type { Database, Sql } from './database.ts'
import type { Log } from './log.ts'
import { randomSecret } from './secrets.ts'
import type { Services } from './services.ts'

/**
 * What one replica does for all: packing, deleting what has expired, the simulated plant. A lease is a row that its
 * holder renews, by the clock of the database; when a holder no longer does, another replica takes over. No session
 * state is used: DATABASE_URL may lead through a transaction pooler.
 */
export interface Lease {
  /** Whether this process holds it. */
  held(): boolean
  /** Resolves when this process holds it: true; or has ended its work: false. */
  gained(): Promise<boolean>
  /** Calls fn each time this process has gained it, with a signal that aborts when it is lost or given up. */
  onGain(fn: (signal: AbortSignal) => void): void
  /** Claims and renews until the signal aborts, then gives it up. */
  run(signal: AbortSignal): Promise<void>
}

/** SQL: now by the clock of the database, epoch ms. */
export const DATABASE_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/**
 * Now by the clock of the database. To be passed to statements about reservoirs, which may run on other machines of a
 * cluster.
 */
export async function databaseNow(db: Sql): Promise<number> {
  const { rows } = await db.query<{ now: number }>(`SELECT ${DATABASE_NOW} AS now`)
  return rows[0].now
}

/** Who holds something in this process. */
export const makeHolder = () => `${hostname()}:${process.pid}:${randomSecret(6)}`

const CLAIM = `
  INSERT INTO lease AS l (name, holder, until) VALUES ($1, $2, ${DATABASE_NOW} + $3)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
   WHERE l.holder = excluded.holder OR l.until <= ${DATABASE_NOW}
  RETURNING name`

/**
 * alone: no other process shares the database, so that there is nothing to agree on. An embedded database has one
 * server.
 */
export function createLease(
  s: Pick<Services, 'db' | 'log' | 'config'>,
  name: string,
  { alone = s.config.databaseUrl === null }: { alone?: boolean } = {},
): Lease {
  const { lease } = s.config
  const me = makeHolder()
  const gains: ((signal: AbortSignal) => void)[] = []
  const waiting = new Set<(held: boolean) => void>()
  /** By performance.now(): until then nobody else has taken it. */
  let heldUntil = alone ? Infinity : -Infinity
  let lost: AbortController | null = null
  let ended = false

  const held = () => performance.now() < heldUntil

  const resolveAll = (value: boolean) => {
    for (const resolve of waiting) resolve(value)
    waiting.clear()
  }

  const gain = () => {
    lost = new AbortController()
    for (const fn of gains) fn(lost.signal)
    resolveAll(true)
  }

  const lose = () => {
    heldUntil = -Infinity
    lost?.abort()
    lost = null
  }

  async function claim(): Promise<void> {
    const until = performance.now() + lease
    try {
      const claimed = (await s.db.query(CLAIM, [name, me, lease])).length > 0
      if (!claimed) {
        if (lost) s.log.warn({ lease: name }, 'another replica has taken over')
        return lose()
      }
      // It ran out while the answer was awaited: another may have held it in between.
      if (!held()) lose()
      heldUntil = until
      if (!lost) gain()
    } catch (err) {
      s.log.warn({ err: (err as Error).message, lease: name }, 'a lease was not renewed')
    }
  }

  return {
    held,
    gained: () =>
      held() || ended ? Promise.resolve(!ended) : new Promise((resolve) => void waiting.add(resolve)),
    onGain: (fn) => void gains.push(fn),
    async run(signal) {
      if (alone) gain()
      while (!signal.aborted) {
        if (!alone) await claim()
        if (lost && !held()) lose()
        await pause(alone ? null : lease / 4, signal)
      }
      ended = true
      const had = lost !== null
      lose()
      resolveAll(false)
      if (had && !alone)
        await s.db
          .query('DELETE FROM lease WHERE name = $1 AND holder = $2', [name, me])
          .catch((err: Error) => s.log.warn({ err: err.message, lease: name }, 'a lease was not given up'))
    },
  }
}

/** Waits until the time is over (null: for ever) or the signal aborts. */
const pause = (ms: number | null, signal: AbortSignal) =>
  new Promise<void>((done) => {
    if (signal.aborted) return done()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = ms === null ? undefined : setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })

/** ms for which a turn may be silent before it is the next one's. */
const SILENT = 60_000

/**
 * SQL statements that let one process at a time go on, until the end of the caller's transaction. A machine that lost
 * its power in between holds up the others for a minute, not until its connection is given up.
 */
export async function waitForTurn(c: Sql, key: number): Promise<void> {
  await c.query(`SET LOCAL idle_in_transaction_session_timeout = ${SILENT}`)
  await c.query('SELECT pg_advisory_xact_lock($1)', [key])
}

/**
 * Keeps the turn of a transaction while the work is done on other connections: without statements it would count as
 * silent. Returns the function that ends it, for the caller to await before the transaction's next statement.
 */
export function keepTurn(c: Sql, log: Log): () => Promise<void> {
  let pending: Promise<unknown> | null = null
  const timer = setInterval(() => {
    pending ??= c
      .query('SELECT 1')
      .catch((err: Error) => log.warn({ err: err.message }, 'a turn was lost'))
      .finally(() => (pending = null))
  }, SILENT / 3)
  return async () => {
    clearInterval(timer)
    await pending
  }
}

const START_LOCK = 4_607_182_419

/**
 * Runs what a start adds to the database (first accounts, the reservoir of a demo), one process after the other. Rejects
 * where the turn was lost meanwhile.
 */
export const startInTurn = <T>(db: Database, log: Log, work: () => Promise<T>): Promise<T> =>
  db.tx(async (c) => {
    await waitForTurn(c, START_LOCK)
    const end = keepTurn(c, log)
    try {
      return await work()
    } finally {
      await end()
    }
  })
