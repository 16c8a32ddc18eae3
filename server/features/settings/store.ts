import { NOUNS, type DescribedNoun } from '#contract/changes.ts'
import { accountName, type Database, type Sql } from '#server/lib/database.ts'

/** Reads the description and its changes; the plants feature writes it. */

/** A version as people read it: rows of a table only as their number and a digest. */
export interface SlimVersion {
  noun: DescribedNoun
  item_id: string
  version_id: string
  effective_from: number | null
  effective_to: number | null
  recorded_at: number
  recorded_by_name: string | null
  reason: string | null
  body: unknown
}

export interface ChangeRow {
  audit_id: string
  at: number
  actor: string
  actor_name: string | null
  act: 'add' | 'update' | 'retire'
  noun: DescribedNoun
  item: string
  item_name: string | null
  reason: string | null
  before: Held[] | null
  after: Omit<Held, 'version'>
  version: string | null
}

interface Held {
  version: string
  effective_from: number | null
  effective_to: number | null
  body: unknown
}

interface ChangeFilter {
  from?: number
  to?: number
  nouns: readonly DescribedNoun[]
  item?: string
  by?: string
}

/** SQL: a body without its rows; `at` is their path in `what`. */
const slim = (what: string, at: string) =>
  `CASE WHEN jsonb_typeof(${what} #> '${at}') = 'array'
        THEN jsonb_set(${what}, '${at}', jsonb_build_object(
               'count', jsonb_array_length(${what} #> '${at}'), 'digest', md5((${what} #> '${at}')::text)))
        ELSE ${what} END`

/** SQL: a body without fields of which its record has the count only. */
const recorded = (body: string) =>
  `CASE jsonb_typeof(${body}) WHEN 'object' THEN (${body}) - 'rows' - 'mapLayers' ELSE ${body} END`

/** SQL: records of changes over spans; other records of the same nouns (an upload, a remark) have none. */
const CHANGES = `FROM audit a WHERE a.hydro_code = $1 AND a.noun = ANY ($2) AND a.act IN ('add', 'update', 'retire')
   AND a.after ? 'effective_from'
   AND ($3::bigint IS NULL OR a.at >= $3) AND ($4::bigint IS NULL OR a.at < $4)
   AND ($5::text IS NULL OR a.item = $5)
   AND ($6::text IS NULL OR a.actor = $6
        OR position(lower($6) IN lower(coalesce(a.actor_name, '') || ' ' || coalesce(${accountName('a.actor')}, ''))) > 0)`

const values = (hydroCode: string, f: ChangeFilter) => [
  hydroCode,
  f.nouns,
  f.from ?? null,
  f.to ?? null,
  f.item ?? null,
  f.by || null,
]

export async function readChanges(
  db: Database,
  hydroCode: string,
  filter: ChangeFilter,
  limit: number,
  offset: number,
): Promise<{ rows: ChangeRow[]; total: number }> {
  const given = values(hydroCode, filter)
  const [rows, [{ n }]] = await Promise.all([
    db.query<ChangeRow>(
      `SELECT a.audit_id, a.at, a.actor, coalesce(${accountName('a.actor')}, a.actor_name) AS actor_name, a.act, a.noun,
              a.item, a.item_name, a.reason,
              (SELECT jsonb_agg(${slim('e', '{body,rows}')} ORDER BY place)
                 FROM jsonb_array_elements(a.before) WITH ORDINALITY x(e, place)) AS before,
              ${slim('a.after', '{body,rows}')} AS after,
              (SELECT d.version_id FROM description d
                WHERE d.hydro_code = a.hydro_code AND d.noun = a.noun AND d.item_id = a.item AND d.recorded_at = a.at
                  AND d.effective_from IS NOT DISTINCT FROM (a.after ->> 'effective_from')::bigint
                  AND d.effective_to IS NOT DISTINCT FROM (a.after ->> 'effective_to')::bigint
                  AND ${recorded('d.body')} = ${recorded("a.after -> 'body'")}
                ORDER BY d.version_id DESC LIMIT 1) AS version
         ${CHANGES} ORDER BY a.at DESC, a.audit_id DESC LIMIT $7 OFFSET $8`,
      [...given, limit, offset],
    ),
    db.query<{ n: number }>(`SELECT count(*)::int AS n ${CHANGES}`, given),
  ])
  return { rows, total: n }
}

const SLIM = `d.noun, d.item_id, d.version_id, d.effective_from, d.effective_to, d.recorded_at,
  ${accountName('d.recorded_by')} AS recorded_by_name, d.reason, ${slim('d.body', '{rows}')} AS body`

/** Every version in force at `at`, as known at `known` (null: now). */
export function readAt(
  db: Database,
  hydroCode: string,
  at: number,
  known: number | null,
): Promise<SlimVersion[]> {
  return db.query<SlimVersion>(
    `SELECT ${SLIM} FROM description d
      WHERE d.hydro_code = $1
        AND (d.effective_from IS NULL OR d.effective_from <= $2) AND (d.effective_to IS NULL OR d.effective_to > $2)
        AND CASE WHEN $3::bigint IS NULL THEN d.superseded_at IS NULL
                 ELSE d.recorded_at <= $3 AND (d.superseded_at IS NULL OR d.superseded_at > $3) END
      ORDER BY array_position($4::text[], d.noun), d.body ->> 'name', d.item_id`,
    [hydroCode, at, known, NOUNS],
  )
}

/** One version as people read it. */
export async function readSlim(
  db: Database,
  hydroCode: string,
  noun: DescribedNoun,
  item: string,
  version: string,
): Promise<SlimVersion | null> {
  const [row] = await db.query<SlimVersion>(
    `SELECT ${SLIM} FROM description d
      WHERE d.hydro_code = $1 AND d.noun = $2 AND d.item_id = $3 AND d.version_id = $4`,
    [hydroCode, noun, item, version],
  )
  return row ?? null
}

interface WholeVersion {
  version_id: string
  effective_from: number | null
  effective_to: number | null
  superseded_at: number | null
  body: unknown
}

/** One version of an item, complete, in force or replaced. */
export async function readVersion(
  db: Database,
  hydroCode: string,
  noun: DescribedNoun,
  item: string,
  version: string,
): Promise<WholeVersion | null> {
  const [row] = await db.query<WholeVersion>(
    `SELECT version_id, effective_from, effective_to, superseded_at, body FROM description
      WHERE hydro_code = $1 AND noun = $2 AND item_id = $3 AND version_id = $4`,
    [hydroCode, noun, item, version],
  )
  return row ?? null
}

/** Whether a version of an item is in force after an instant; null: at any time. */
export async function holdsAfter(
  c: Sql,
  hydro: string,
  noun: string,
  id: string,
  from: number | null,
): Promise<boolean> {
  const { rows } = await c.query(
    `SELECT 1 FROM description WHERE hydro_code = $1 AND noun = $2 AND item_id = $3 AND superseded_at IS NULL
        AND (effective_to IS NULL OR effective_to > coalesce($4::bigint, -9e15)) LIMIT 1`,
    [hydro, noun, id, from],
  )
  return rows.length > 0
}
