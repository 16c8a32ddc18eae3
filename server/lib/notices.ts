import pg from 'pg'
import type { Database } from './database.ts'
import type { Log } from './log.ts'
import { randomSecret } from './secrets.ts'

/**
 * Short messages between the replicas of the program, over NOTIFY and one LISTEN connection for all channels. A message
 * may be lost with the connection, so listeners also poll now and then.
 */
export interface Notices {
  /** Calls fn with what other replicas send on a channel; a process does not receive its own messages. */
  on(channel: string, fn: (body: unknown) => void): void
  /** Sends ids, never data. @throws when the database cannot be reached or the message is longer than 8,000 bytes */
  send(channel: string, body: unknown): Promise<void>
  /** Resolves when it first listens, or has begun to try again. */
  start(): Promise<void>
  close(): Promise<void>
}

/** ms before the next attempt to listen. */
const RETRY = 1000

/** url: a session connection, since a transaction pooler forgets LISTEN; null: there are no other replicas. */
export function createNotices({ db, url, log }: { db: Database; url: string | null; log: Log }): Notices {
  const me = randomSecret(6)
  const listeners = new Map<string, ((body: unknown) => void)[]>()
  let closed = false
  let client: pg.Client | null = null
  let again: NodeJS.Timeout | null = null

  const hear = ({ channel, payload }: pg.Notification) => {
    try {
      const [from, body] = JSON.parse(payload ?? '') as [string, unknown]
      if (from !== me) for (const fn of listeners.get(channel) ?? []) fn(body)
    } catch (error) {
      log.warn({ err: (error as Error).message, channel }, 'a notice was not understood')
    }
  }

  const listen = async () => {
    if (closed || url === null) return
    const mine = new pg.Client({ connectionString: url, application_name: 'forebay listen' })
    const lost = () => {
      if (client === mine) client = null
      if (!closed) again ??= setTimeout(() => void listen(), RETRY)
    }
    mine.on('error', lost)
    mine.on('end', lost)
    mine.on('notification', hear)
    again = null
    try {
      await mine.connect()
      client = mine
      for (const channel of listeners.keys()) await mine.query(`LISTEN ${channel}`)
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'cannot listen for notices of other replicas, trying again')
      await mine.end().catch(() => {})
      lost()
    }
  }

  return {
    on(channel, fn) {
      const had = listeners.get(channel)
      if (had) had.push(fn)
      else listeners.set(channel, [fn])
    },
    async send(channel, body) {
      if (url !== null) await db.query('SELECT pg_notify($1, $2)', [channel, JSON.stringify([me, body])])
    },
    start: listen,
    async close() {
      closed = true
      if (again) clearTimeout(again)
      await client?.end().catch(() => {})
    },
  }
}
