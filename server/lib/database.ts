import pg from 'pg'
import type { Log } from './log.ts'
import { turns } from './turns.ts'

type Isolation = 'read committed' | 'repeatable read'

/** Runs statements: `db.pool`, or the client of a transaction. Stores take it. */
export interface Sql {
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>
}

interface TxOptions {
  isolation?: Isolation
  /**
   * Repeats the transaction, up to ten times in all, when PostgreSQL cancelled it for a deadlock or a serialization
   * failure. fn starts afresh each time and must reset what it collects.
   */
  retry?: boolean
}

export interface Database {
  pool: pg.Pool
  /** Rows of one statement on any connection. */
  query<T>(text: string, values?: unknown[]): Promise<T[]>
  /** Commits when fn returns, rolls back when it throws. */
  tx<T>(fn: (client: pg.PoolClient) => Promise<T>, options?: TxOptions): Promise<T>
  close(): Promise<void>
}

/** SQL: the name of the account whose id an expression has; null for a token or a command. */
export const accountName = (id: string) =>
  `(SELECT coalesce(nullif(named.full_name, ''), named.username) FROM account named WHERE named.account_id = ${id})`

/**
 * Errors with which PostgreSQL cancels a transaction in favour of another: serialization_failure, deadlock_detected.
 */
const CONFLICTS = new Set(['40001', '40P01'])

/** Whether PostgreSQL cancelled a statement for a deadlock or a serialization failure, so that it may be repeated. */
export const isConflict = (error: unknown): boolean =>
  CONFLICTS.has((error as { code?: string } | null)?.code ?? '')

const ATTEMPTS = 10

/** How long a caller waits for a connection, ms. */
const CONNECT = 10_000

/**
 * Connections that no transaction takes. Code within a transaction may need another connection for a moment: if
 * transactions held all of them, each would wait for the others.
 */
const KEPT_FREE = 3

// Instants and counts are int8; both are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function openDatabase(url: string, log: Log, options: { max?: number } = {}): Database {
  const max = options.max ?? 10
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'forebay',
    max,
    connectionTimeoutMillis: CONNECT,
  })
  const inTurn = turns(max > KEPT_FREE ? max - KEPT_FREE : max, {
    after: CONNECT,
    // In the words of the pool, for `isLost`.
    error: () => new Error('timeout exceeded when trying to connect: too many transactions'),
  })
  // When the server closes an idle connection (a restart), this process must go on; the pool opens another one.
  let closed = false
  pool.on('error', (error) => {
    if (!closed) log.warn({ err: error.message }, 'a database connection was lost')
  })

  async function once<T>(fn: (client: pg.PoolClient) => Promise<T>, isolation: Isolation): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    // Between statements, a lost connection is an event and not a rejection.
    const lost = (error: Error) => (broken = error)
    client.on('error', lost)
    try {
      await client.query(isolation === 'repeatable read' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN')
      const result = await fn(client)
      // PostgreSQL answers COMMIT with ROLLBACK when an error in the transaction was swallowed.
      const end = await client.query('COMMIT')
      if (end.command !== 'COMMIT')
        throw new Error('the transaction was rolled back: a statement in it had failed')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((e: Error) => (broken ??= e))
      throw error
    } finally {
      client.off('error', lost)
      client.release(broken)
    }
  }

  return {
    pool,
    async query<T>(text: string, values?: unknown[]) {
      const result = await pool.query(text, values)
      return result.rows as T[]
    },
    async tx(fn, { isolation = 'read committed', retry = false } = {}) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await inTurn(() => once(fn, isolation))
        } catch (error) {
          if (!retry || attempt >= ATTEMPTS || !isConflict(error)) throw error
          log.warn({ code: (error as { code?: string }).code, attempt }, 'a transaction is run again')
        }
      }
    },
    async close() {
      closed = true
      await pool.end()
    },
  }
}

const AWAY =
  /connection terminated|connection ended|connection error|timeout exceeded when trying to connect|not queryable/i
const SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTCONN'])

/** Whether PostgreSQL found no room on its disk; the statement has left nothing behind. */
export const isDiskFull = (error: unknown): boolean => (error as { code?: string } | null)?.code === '53100'

/** Whether the connection or the server went away: the statement is not at fault and may be repeated. */
export function isLost(error: unknown): boolean {
  const { code, severity, message } = error as { code?: string; severity?: string; message?: string }
  // An error by PostgreSQL itself: connection (08), resources (53), shut down, crashed or starting (57P).
  if (severity !== undefined) return code !== undefined && /^(08|53|57P)/.test(code)
  return (code !== undefined && SOCKET.has(code)) || AWAY.test(message ?? '')
}
