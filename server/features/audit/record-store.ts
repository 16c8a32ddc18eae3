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
export async function record(db: Sql, now: number, who: Actor, act: Act): Promise<string> {
  const id = makeId('au', now)
  await db.query(
    `INSERT INTO audit (audit_id, at, hydro_code, actor, actor_name, address, act, noun, item, item_name, before, after, reason)
     VALUES ($1, $2, $3, $4::text,
             CASE WHEN $4::text = 'service' THEN 'service'
                  WHEN $4::text LIKE 'token:%' THEN (SELECT name FROM ingest_token WHERE token_id = substr($4::text, 7))
                  WHEN $4::text LIKE 'screen:%' THEN (SELECT name FROM wall_screen WHERE screen_id = substr($4::text, 8))
                  ELSE (SELECT username FROM account WHERE account_id = $4::text) END,
             $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      now,
      who.hydro,
      who.actor,
      who.address,
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

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))
