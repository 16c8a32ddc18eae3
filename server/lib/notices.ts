import pg from 'pg'
import type { Database, Sql } from './database.ts'
import { DATABASE_NOW } from './leases.ts'
import type { Log } from './log.ts'
import { randomSecret } from './secrets.ts'

/**
 * Short messages between the replicas of the program, over NOTIFY and one LISTEN connection for all channels. Messages
 * may be lost with the connection: `onGap` says so when it listens again, and a connection that is dead without a word
 * is found by a question every ten seconds.
 *
 * A transaction pooler hands connections on, so that LISTEN means nothing behind one. A replica that has no other way
 * to the database says so in a lease of its own; as long as there is such a lease, whoever sends a notice stores it in
 * a table too, and that replica reads it every two seconds.
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
const PROBE_EVERY = 10_000
const ANSWERED = 5000
/** ms between two looks for notices where none can be listened to. */
const POLL = 2000
/** ms after which a replica that polls says again that it does, and for how long that holds. */
const POLLING = 20_000
const POLLED = 60_000
/** ms that stored notices are kept: longer than a replica that polls may be away without starting afresh. */
const STORED = 300_000
/** ms until it is tried again whether listening works. */
const TRY_LISTENING = 60_000
const ECHO = 'forebay_echo'

/** Sends notices, and stores them where a replica polls: one statement, which commits with the caller's. */
const SEND = `
  WITH stored AS (
    INSERT INTO notice (channel, body, sent_at)
    SELECT $1, body, ${DATABASE_NOW} FROM unnest($2::text[]) body
     WHERE EXISTS (SELECT FROM lease WHERE name LIKE 'polling %' AND until > ${DATABASE_NOW}))
  SELECT pg_notify($1, body) FROM unnest($2::text[]) body`
/** Says that this replica polls, and deletes what nobody reads any more. */
const POLLS = `
  WITH read AS (DELETE FROM notice WHERE sent_at < ${DATABASE_NOW} - $4),
       ended AS (DELETE FROM lease WHERE name LIKE 'polling %' AND name <> $1 AND until < ${DATABASE_NOW})
  INSERT INTO lease (name, holder, until) VALUES ($1, $2, ${DATABASE_NOW} + $3)
  ON CONFLICT (name) DO UPDATE SET until = excluded.until`
/** What was committed since $1, an xid: whatever was not seen then had not ended then. */
const READ = `
  SELECT s.xmin, n.notice_id, n.channel, n.body
    FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin) s
    LEFT JOIN notice n ON n.xid >= $1::text::xid8
   ORDER BY n.sent_at`

interface Stored {
  xmin: string
  notice_id: string | null
  channel: string
  body: string
}

/**
 * url: where to listen; null: there are no other replicas. direct: it is known to be a session connection
 * (DATABASE_DIRECT_URL).
 */
export function createNotices({
  db,
  url,
  log,
  direct = false,
}: {
  db: Database
  url: string | null
  log: Log
  direct?: boolean
}): Notices {
  const me = randomSecret(6)
  const listeners = new Map<string, ((body: unknown) => void)[]>()
  const gaps: (() => void)[] = []
  let closed = false
  let client: pg.Client | null = null
  let again: NodeJS.Timeout | null = null

  let echoed = () => {}
  /** Ends the pause between two looks. */
  let wake = () => {}
  let poller: Promise<void> | null = null

  const receive = ({ channel, payload }: { channel: string; payload?: string }) => {
    try {
      const [from, body] = JSON.parse(payload ?? '') as [string, unknown]
      if (channel === ECHO) return void (from === me && echoed())
      if (from !== me) for (const fn of listeners.get(channel) ?? []) fn(body)
    } catch (error) {
      log.warn({ err: (error as Error).message, channel }, 'a notice was not understood')
    }
  }

  const listen = async () => {
    if (closed || url === null) return
    const connection = new pg.Client({
      connectionString: url,
      application_name: 'forebay listen',
      keepAlive: true,
      query_timeout: ANSWERED,
    })
    let probing: NodeJS.Timeout | null = null
    let gone = false
    const lost = () => {
      if (gone) return
      gone = true
      if (probing) clearInterval(probing)
      if (client === connection) client = null
      connection.end().catch(() => {})
      if (!closed) again ??= setTimeout(() => void listen(), RETRY)
    }
    connection.on('error', lost)
    connection.on('end', lost)
    connection.on('notification', receive)
    again = null
    try {
      await connection.connect()
      const isListening = (direct || (await isOwn(connection))) && (await receivesNotices(connection))
      if (!isListening && !gone) {
        gone = true
        await connection.end().catch(() => {})
        return pollInstead()
      }
      if (gone || closed) return void (await connection.end().catch(() => {}))
      client = connection
      wake()
      probing = setInterval(() => connection.query('SELECT 1').catch(lost), PROBE_EVERY)
      probing.unref()
      for (const fn of gaps) fn()
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'cannot listen for notices of other replicas, trying again')
      lost()
    }
  }

  /** Listens, and finds out by a notice from another connection whether what is sent arrives. */
  const receivesNotices = async (connection: pg.Client) => {
    const received = new Promise<boolean>((done) => {
      const timer = setTimeout(() => done(false), ANSWERED)
      echoed = () => (clearTimeout(timer), done(true))
    })
    for (const channel of [ECHO, ...listeners.keys()]) await connection.query(`LISTEN ${channel}`)
    await db.query('SELECT pg_notify($1, $2)', [ECHO, JSON.stringify([me])])
    return received
  }

  /** Begins to poll, and tries again from time to time whether listening works. */
  const pollInstead = () => {
    if (closed) return
    again ??= setTimeout(() => void listen(), TRY_LISTENING)
    again.unref()
    if (poller) return
    log.warn(
      `DATABASE_URL leads through a connection pooler, which passes on no notices of other replicas: they are read every ${POLL / 1000} s. Set DATABASE_DIRECT_URL to a connection past it to have them at once.`,
    )
    poller = poll().finally(() => (poller = null))
  }

  /** Reads stored notices until this process listens, or is closed. */
  async function poll(): Promise<void> {
    const name = `polling ${me}`
    let since: string | null = null
    let seen = new Set<string>()
    let renewed = -Infinity
    let failing = false
    while (!closed && client === null) {
      try {
        const now = performance.now()
        if (now - renewed > POLLING) {
          await db.query(POLLS, [name, me, POLLED, STORED])
          // Nothing may have been stored in between.
          if (now - renewed > POLLED) since = null
          renewed = now
        }
        const rows: Stored[] = await db.query<Stored>(READ, [since])
        const [{ xmin }] = rows
        const found = rows.filter((r) => r.notice_id !== null)
        for (const { notice_id: id, channel, body } of found)
          if (!seen.has(id!)) receive({ channel, payload: body })
        if (since === null) for (const fn of gaps) fn()
        since = xmin
        seen = new Set(found.map((r) => r.notice_id!))
        failing = false
      } catch (error) {
        if (!failing) log.warn({ err: (error as Error).message }, 'notices were not read, trying again')
        failing = true
      }
      await new Promise<void>((done) => {
        const timer = setTimeout(end, POLL)
        wake = end
        function end() {
          clearTimeout(timer)
          done()
        }
      })
    }
    await db.query('DELETE FROM lease WHERE name = $1', [name]).catch(() => {})
  }

  const sendIn: Notices['sendIn'] = async (c, channel, ...bodies) => {
    if (url === null || bodies.length === 0) return
    const texts = bodies.map((body) => JSON.stringify([me, body]))
    await c.query(SEND, [channel, texts])
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
      wake()
      await poller
      await client?.end().catch(() => {})
    },
  }
}

/**
 * Whether PostgreSQL itself is at the other end, and not a pooler: at connecting it names the process that serves the
 * connection, and a pooler names one of its own.
 */
async function isOwn(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return (client as unknown as { processID: number | null }).processID === rows[0].pid
}
