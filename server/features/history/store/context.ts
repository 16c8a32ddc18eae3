import type { Clock } from '#server/lib/clock.ts'
import type { Database, Sql } from '#server/lib/database.ts'
import type { Log } from '#server/lib/log.ts'

/** What every part of history uses. */
export interface Context {
  db: Database
  clock: Clock
  log: Log
  /** A day that ended longer ago than this is closed, ms. */
  horizon: number
  /** By plant, rows that this process wrote to closed days since nothing was left to pack. */
  unpacked: Map<string, number>
  /** Rows that this process packed since it last vacuumed. */
  freed: number
  /** Called between statements with the name of the one just done; tests pause a connection there. */
  pause: (after: string) => Promise<void> | void
}

export type Client = Sql

/** Rows of one statement, on the given connection or any of the pool. */
export async function rows<T>(
  ctx: Context,
  client: Client | undefined,
  text: string,
  values: unknown[],
): Promise<T[]> {
  return (await (client ?? ctx.db.pool).query(text, values)).rows as T[]
}
