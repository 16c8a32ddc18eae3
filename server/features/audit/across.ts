import { MONEY_UNITS } from '#core/quantities.ts'
import type { AuditRecord } from '#contract/audit.ts'
import type { Services } from '#server/lib/services.ts'

export interface AuditRow extends Omit<AuditRecord, 'at'> {
  at: number
}

export interface Filter {
  /** Epoch ms; `from` is included, `to` is excluded. */
  from?: number
  to?: number
  actor?: string
  act?: string
  noun?: string
  item?: string
  hydro_code?: string
  search?: string
}

/**
 * Whose records a caller sees. null: all. Otherwise those of these reservoirs and, of those without a reservoir, the
 * ones by or about accounts with a role there.
 */
export interface AuditReach {
  records: readonly string[] | null
  /** Where the caller sees prices; null: everywhere. Elsewhere what changed in a price is neither shown nor searched. */
  prices: readonly string[] | null
}

/** Whether a record mentions a series whose unit is money: by item, by name (of an edit, a review), or in its values. */
const OF_MONEY_SERIES = `EXISTS (
  SELECT FROM series m
  WHERE m.hydro_code = audit.hydro_code AND m.unit = ANY ($11)
    AND (m.code IN (audit.item, audit.item_name)
         OR strpos(concat(audit.before, audit.after), to_json(m.code)::text) > 0))`
const PRICE_SEEN = `($10::text[] IS NULL OR hydro_code = ANY ($10)
  OR (noun NOT IN ('calendar', 'tariff', 'deduction', 'daily output', 'output plan') AND NOT ${OF_MONEY_SERIES}))`
const seen = (column: 'before' | 'after') => `CASE WHEN ${PRICE_SEEN} THEN ${column} END`

/** '' is what is done to no reservoir. */
const COLUMNS = `audit_id, at, nullif(hydro_code, '') AS hydro_code, actor, actor_name, address, act, noun, item,
  item_name, ${seen('before')} AS before, ${seen('after')} AS after, reason`

const GRANTED = (actor: string) =>
  `EXISTS (SELECT FROM account_role g WHERE g.account_id = ${actor} AND g.hydro_code = ANY ($1))`

const WHERE = `
  ($1::text[] IS NULL OR hydro_code = ANY ($1)
   OR (hydro_code = '' AND (${GRANTED('audit.actor')} OR ${GRANTED('audit.item')})))
  AND ($2::bigint IS NULL OR at >= $2) AND ($3::bigint IS NULL OR at < $3)
  AND ($4::text IS NULL OR actor = $4 OR strpos(lower(actor_name), lower($4)) > 0)
  AND ($5::text IS NULL OR act = $5) AND ($6::text IS NULL OR noun = $6) AND ($7::text IS NULL OR item = $7)
  AND ($8::text IS NULL OR hydro_code = $8)
  AND ($9::text IS NULL OR strpos(lower(concat_ws(' ', actor_name, item, item_name, act, noun, reason, address,
                                                  (${seen('before')})::text, (${seen('after')})::text)), lower($9)) > 0)`

const values = (reach: AuditReach, f: Filter) => [
  reach.records,
  f.from ?? null,
  f.to ?? null,
  f.actor || null,
  f.act || null,
  f.noun || null,
  f.item || null,
  f.hydro_code || null,
  f.search || null,
  reach.prices,
  MONEY_UNITS,
]

export function readPage(
  s: Services,
  reach: AuditReach,
  filter: Filter,
  limit: number,
  offset: number,
): Promise<AuditRow[]> {
  return s.db.query<AuditRow>(
    `SELECT ${COLUMNS} FROM audit WHERE ${WHERE} ORDER BY at DESC, audit_id DESC LIMIT $12 OFFSET $13`,
    [...values(reach, filter), limit, offset],
  )
}

export async function countAll(s: Services, reach: AuditReach, filter: Filter): Promise<number> {
  const [row] = await s.db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM audit WHERE ${WHERE}`,
    values(reach, filter),
  )
  return row.n
}

/** All records in parts, newest first, never all in memory. */
export async function* readAll(s: Services, reach: AuditReach, filter: Filter): AsyncGenerator<AuditRow[]> {
  const part = 1000
  let after: AuditRow | null = null
  for (;;) {
    const rows: AuditRow[] = await s.db.query<AuditRow>(
      `SELECT ${COLUMNS} FROM audit
       WHERE ${WHERE} AND ($12::bigint IS NULL OR (at, audit_id) < ($12, $13::text))
       ORDER BY at DESC, audit_id DESC LIMIT ${part}`,
      [...values(reach, filter), after?.at ?? null, after?.audit_id ?? null],
    )
    if (rows.length > 0) yield rows
    if (rows.length < part) return
    after = rows.at(-1)!
  }
}

export async function findRecord(s: Services, reach: AuditReach, id: string): Promise<AuditRow | null> {
  const [row] = await s.db.query<AuditRow>(`SELECT ${COLUMNS} FROM audit WHERE ${WHERE} AND audit_id = $12`, [
    ...values(reach, {}),
    id,
  ])
  return row ?? null
}

/** The acts and nouns of the records that somebody may see. */
export async function words(s: Services, reach: AuditReach): Promise<{ acts: string[]; nouns: string[] }> {
  const rows = await s.db.query<{ act: string; noun: string }>(
    `SELECT DISTINCT act, noun FROM audit WHERE ${WHERE}`,
    values(reach, {}),
  )
  const of = (name: 'act' | 'noun') => [...new Set(rows.map((r) => r[name]))].sort()
  return { acts: of('act'), nouns: of('noun') }
}

/** Where an account may read the log: everywhere (null), or the reservoirs at which it holds the permission. */
export async function reservoirGrantsOf(s: Services, accountId: string) {
  return s.db.query<{ hydro_code: string; permissions: string[] }>(
    `SELECT g.hydro_code, r.permissions FROM account_role g JOIN role r USING (role_id) WHERE g.account_id = $1`,
    [accountId],
  )
}
