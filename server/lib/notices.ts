import pg from 'pg'
import type { Database, Sql } from './database.ts'
import type { Log } from './log.ts'
import { randomSecret } from './secrets.ts'

/**
 * Short messages between the replicas of the program, over NOTIFY and one LISTEN connection for all channels. Messages
 * may be lost with the connection: `onGap` says so when it listens again, and a connection that is dead without a word
 * is found by a question every ten seconds.
 */
export interface Notices {
  /** Calls fn with what other replicas send on a channel; a process does not receive its own messages. */
  on(channel: string, fn: (body: unknown) => void): void
  /** Calls fn whenever messages may have been missed: each time listening begins. */
  onGap(fn: () => void): void
  /** Whether everything that others send arrives; false where others may send and this process does not listen. */
  isWhole(): boolean
  /** Sends ids, never data. @throws when the database cannot be reached or a message is longer than 8,000 bytes */
  send(channel: string, ...bodies: unknown[]): Promise<void>
  /** Sends with the commit of a transaction, or not at all. */
  sendIn(c: Sql, channel: string, ...bodies: unknown[]): Promise<void>
  /** Resolves when it first listens, or has begun to try again. */
  start(): Promise<void>
  close(): Promise<void>
}

/** ms before the next attempt to listen. */
const RETRY = 1000
/** ms between two questions whether the connection still is one, and how long an answer may take. */
const ASKED = 10_000
const ANSWERED = 5000

/** url: a session connection, since a transaction pooler forgets LISTEN; null: there are no other replicas. */
export function createNotices({ db, url, log }: { db: Database; url: string | null; log: Log }): Notices {
  const me = randomSecret(6)
  const listeners = new Map<string, ((body: unknown) => void)[]>()
  const gaps: (() => void)[] = []
  let closed = false
  let client: pg.Client | null = null
  let again: NodeJS.Timeout | null = null

  const receive = ({ channel, payload }: pg.Notification) => {
    try {
      const [from, body] = JSON.parse(payload ?? '') as [string, unknown]
      if (from !== me) for (const fn of listeners.get(channel) ?? []) fn(body)
    } catch (error) {
      log.warn({ err: (error as Error).message, channel }, 'a notice was not understood')
    }
  }

  const listen = async () => {
    if (closed || url === null) return
    const mine = new pg.Client({
      connectionString: url,
      application_name: 'forebay listen',
      keepAlive: true,
      query_timeout: ANSWERED,
    })
    let asking: NodeJS.Timeout | null = null
    let gone = false
    const lost = () => {
      if (gone) return
      gone = true
      if (asking) clearInterval(asking)
      if (client === mine) client = null
      mine.end().catch(() => {})
      if (!closed) again ??= setTimeout(() => void listen(), RETRY)
    }
    mine.on('error', lost)
    mine.on('end', lost)
    mine.on('notification', receive)
    again = null
    try {
      await mine.connect()
      for (const channel of listeners.keys()) await mine.query(`LISTEN ${channel}`)
      if (gone || closed) return void (await mine.end().catch(() => {}))
      client = mine
      asking = setInterval(() => mine.query('SELECT 1').catch(lost), ASKED)
      asking.unref()
      for (const fn of gaps) fn()
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'cannot listen for notices of other replicas, trying again')
      lost()
    }
  }

  const sendIn: Notices['sendIn'] = async (c, channel, ...bodies) => {
    if (url === null || bodies.length === 0) return
    const texts = bodies.map((body) => JSON.stringify([me, body]))
    await c.query('SELECT pg_notify($1, text) FROM unnest($2::text[]) text', [channel, texts])
  }

  return {
    on(channel, fn) {
      const had = listeners.get(channel)
      if (had) had.push(fn)
      else listeners.set(channel, [fn])
    },
    onGap: (fn) => void gaps.push(fn),
    isWhole: () => url === null || client !== null,
    send: (channel, ...bodies) => sendIn(db.pool, channel, ...bodies),
    sendIn,
    start: listen,
    async close() {
      closed = true
      if (again) clearTimeout(again)
      await client?.end().catch(() => {})
    },
  }
}
