import type { Sql } from '#server/lib/database.ts'
import { makeId } from '#server/lib/ids.ts'

export interface Actor {
  actor: string
  address: string | null
  hydro: string | null
}

interface Act {
  act: string
  noun: string
  item?: string | null
  /** Its present name: it may be renamed or removed later. */
  itemName?: string | null
  before?: unknown
  after?: unknown
  reason?: string | null
}

/**
 * Writes one audit record, in the transaction of what it records where there is one. The actor's present name is kept.
 * Returns the record's id.
 */
export async function record(db: Sql, now: number, actor: Actor, act: Act): Promise<string> {
  const id = makeId('au', now)
  const name = await nameOf(db, actor.actor)
  await db.query(
    `INSERT INTO audit (audit_id, at, hydro_code, actor, actor_name, address, act, noun, item, item_name, before, after, reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      id,
      now,
      actor.hydro ?? '',
      actor.actor,
      name,
      actor.address,
      act.act,
      act.noun,
      act.item ?? null,
      act.itemName ?? null,
      json(act.before),
      json(act.after),
      act.reason ?? null,
    ],
  )
  return id
}

/** Of an account, an ingest token or a wall screen; null where there is none. */
async function nameOf(db: Sql, actor: string): Promise<string | null> {
  if (actor === 'service') return actor
  const [kind, id] = actor.includes(':') ? actor.split(/:(.*)/s) : ['account', actor]
  const [table, key, name] = NAMES[kind] ?? NAMES.account
  const { rows } = await db.query<{ name: string }>(
    `SELECT ${name} AS name FROM ${table} WHERE ${key} = $1`,
    [id],
  )
  return rows[0]?.name ?? null
}

const NAMES: Record<string, readonly [table: string, key: string, name: string]> = {
  account: ['account', 'account_id', 'username'],
  token: ['ingest_token', 'token_id', 'name'],
  screen: ['wall_screen', 'screen_id', 'name'],
}

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))
