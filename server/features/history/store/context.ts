import type pg from 'pg'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/database.ts'
import type { Log } from '#server/lib/log.ts'

/** What every part of history works with. */
export interface Context {
  db: Database
  clock: Clock
  log: Log
  /** A day that ended longer ago than this is closed, ms. */
  horizon: number
  /** Called between statements, with the name of what was just done: tests stop a connection there. */
  pause: (after: string) => Promise<void> | void
}

export type Client = Pick<pg.ClientBase, 'query'>

/** Rows of one statement, on the given connection or any of the pool. */
export async function rows<T>(
  ctx: Context,
  client: Client | undefined,
  text: string,
  values: unknown[],
): Promise<T[]> {
  if (client) return (await client.query(text, values)).rows as T[]
  return (await ctx.db.query(text, values)) as T[]
}

const RETRY = new Set(['40P01', '40001'])

/** A transaction of our own, run again when PostgreSQL chose it to break a deadlock. */
export async function transact<T>(ctx: Context, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.db.tx(work)
    } catch (error) {
      const code = (error as { code?: string }).code
      if (attempt >= 5 || code === undefined || !RETRY.has(code)) throw error
      ctx.log.warn({ code, attempt }, 'history transaction is run again')
    }
  }
}
