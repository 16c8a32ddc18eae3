import type { Table, Version } from '#core/description/index.ts'
import { accountName, type Sql } from '#server/lib/database.ts'

/** A version of a table without its rows, which may be many. */
export interface TableVersionHead {
  item_id: string
  version_id: string
  effective_from: number | null
  effective_to: number | null
  recorded_at: number
  recorded_by: string
  recorded_by_name: string | null
  reason: string | null
  superseded_at: number | null
  body: Omit<Table, 'rows'>
  n: number
  /** Whether a ZAoAc has one level only: sensor travel to opening alone. */
  flat: boolean
}

const HEAD = `d.item_id, d.version_id, d.effective_from, d.effective_to, d.recorded_at, d.recorded_by, d.reason,
  d.superseded_at, d.body - 'rows' AS body, jsonb_array_length(d.body->'rows') AS n,
  d.body->>'group' = 'ZAoAc' AND (SELECT count(DISTINCT r->0) < 2 FROM jsonb_array_elements(d.body->'rows') r) AS flat,
  ${accountName('d.recorded_by')}
    AS recorded_by_name`

/** Versions of every table as known at knownAt (null: now), without rows. */
export async function readHeads(
  db: Sql,
  hydroCode: string,
  knownAt: number | null = null,
): Promise<TableVersionHead[]> {
  const { rows } = await db.query<TableVersionHead>(
    `SELECT ${HEAD} FROM description d
      WHERE d.hydro_code = $1 AND d.noun = 'table'
        AND CASE WHEN $2::bigint IS NULL THEN d.superseded_at IS NULL
                 ELSE d.recorded_at <= $2 AND (d.superseded_at IS NULL OR d.superseded_at > $2) END
      ORDER BY d.body->>'group', d.body->>'object' NULLS FIRST, d.effective_from NULLS FIRST, d.version_id`,
    [hydroCode, knownAt],
  )
  return rows
}

/** The last version of each retired table. */
export async function readRetiredHeads(db: Sql, hydroCode: string): Promise<TableVersionHead[]> {
  const { rows } = await db.query<TableVersionHead>(
    `SELECT ${HEAD} FROM (
       SELECT DISTINCT ON (x.item_id) x.* FROM description x
        WHERE x.hydro_code = $1 AND x.noun = 'table'
          AND NOT EXISTS (SELECT FROM description h WHERE h.hydro_code = $1 AND h.noun = 'table'
                             AND h.item_id = x.item_id AND h.superseded_at IS NULL)
        ORDER BY x.item_id, x.superseded_at DESC, x.recorded_at DESC, x.effective_from DESC NULLS LAST,
              x.version_id DESC) d
      ORDER BY d.body->>'group', d.body->>'object' NULLS FIRST, d.superseded_at DESC, d.version_id`,
    [hydroCode],
  )
  return rows
}

/** Every version of one table, the newest record first. */
export async function readVersionHeads(
  db: Sql,
  hydroCode: string,
  itemId: string,
): Promise<TableVersionHead[]> {
  const { rows } = await db.query<TableVersionHead>(
    `SELECT ${HEAD} FROM description d
      WHERE d.hydro_code = $1 AND d.noun = 'table' AND d.item_id = $2
      ORDER BY d.recorded_at DESC, d.effective_from DESC NULLS LAST, d.version_id DESC`,
    [hydroCode, itemId],
  )
  return rows
}

/** The body of one version with its rows. */
export async function readBody(
  db: Sql,
  hydroCode: string,
  versionId: string,
  itemId: string,
): Promise<Table> {
  const { rows } = await db.query<{ body: Table }>(
    `SELECT body FROM description
      WHERE hydro_code = $1 AND noun = 'table' AND item_id = $2 AND version_id = $3`,
    [hydroCode, itemId, versionId],
  )
  return rows[0].body
}

/** As core reads versions; without rows, which overlaps do not need. */
export function asVersion(h: TableVersionHead): Version<Table> {
  return {
    id: h.item_id,
    version: h.version_id,
    from: h.effective_from ?? -Infinity,
    to: h.effective_to,
    body: { ...h.body, rows: [] },
  }
}
