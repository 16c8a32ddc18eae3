import type pg from 'pg'
import { WHOLE_RECORD, splitApproved, uniteSpans } from '#core/acts/index.ts'
import type { PendingRow } from '#contract/edits.ts'
import type { Reviews, Why } from '#server/features/calculation/index.ts'
import type { Client } from '#server/features/history/index.ts'
import type { Database } from '#server/lib/database.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Clock } from '#server/lib/clock.ts'
import { nameOf } from './store.ts'
import { reviewsOf } from './review-store.ts'

interface Span {
  from: number
  to: number
}

export interface Row {
  pending_id: string
  from_t: number
  to_t: number
  why: Why[]
  since: number
  n: number
  accepted_at: number | null
  accepted_by: string | null
  accepted_by_name: string | null
  note: string | null
}

const COLUMNS = `pending_id, from_t, to_t, why, since, n, accepted_at, accepted_by, note,
  ${nameOf('accepted_by')} AS accepted_by_name`

export const shownPending = ({ from_t, to_t, n: _n, ...r }: Row): PendingRow => ({
  ...r,
  from: from_t,
  to: to_t,
})

/** What calculation asks before it computes: approved time is held, and listed as waiting. */
export function createReviews(s: { clock: Clock }): Reviews {
  return {
    async split(c, hydroCode, spans) {
      if (spans.length === 0) return { open: [], held: [] }
      const reviews = await reviewsOf(c, hydroCode, WHOLE_RECORD, {
        from: Math.min(...spans.map((x) => x.from)),
        to: Math.max(...spans.map((x) => x.to)),
      })
      return splitApproved(reviews, spans)
    },
    async pend(c, hydroCode, held, why) {
      for (const span of uniteSpans(held)) await pendSpan(c, hydroCode, span, [why], s.clock.now())
    },
  }
}

/** Lists a span as waiting, together with those that wait beside it. */
async function pendSpan(
  c: Client,
  hydroCode: string,
  span: Span,
  why: readonly Why[],
  now: number,
): Promise<void> {
  const { rows } = await c.query<Row>(
    `SELECT ${COLUMNS} FROM pending
      WHERE hydro_code = $1 AND accepted_at IS NULL AND to_t >= $2 AND from_t <= $3
      ORDER BY since, pending_id FOR UPDATE`,
    [hydroCode, span.from - 1, span.to + 1],
  )
  const [first, ...others] = rows
  const reasons = [...new Set([...rows.flatMap((r) => r.why), ...why])]
  if (!first) {
    await c.query(
      `INSERT INTO pending (hydro_code, pending_id, from_t, to_t, why, since, n) VALUES ($1, $2, $3, $4, $5, $6, 1)`,
      [hydroCode, makeId('pe', now), span.from, span.to, reasons, now],
    )
    return
  }
  await c.query(
    `UPDATE pending SET from_t = $3, to_t = $4, why = $5, n = n + 1 WHERE hydro_code = $1 AND pending_id = $2`,
    [
      hydroCode,
      first.pending_id,
      Math.min(span.from, ...rows.map((r) => r.from_t)),
      Math.max(span.to, ...rows.map((r) => r.to_t)),
      reasons,
    ],
  )
  if (others.length > 0)
    await c.query('DELETE FROM pending WHERE hydro_code = $1 AND pending_id = ANY($2)', [
      hydroCode,
      others.map((r) => r.pending_id),
    ])
}

export async function listPending(db: Database, hydroCode: string, accepted: boolean): Promise<Row[]> {
  return db.query<Row>(
    `SELECT ${COLUMNS} FROM pending WHERE hydro_code = $1 AND ($2 OR accepted_at IS NULL)
      ORDER BY accepted_at DESC NULLS FIRST, from_t DESC, pending_id DESC LIMIT 1000`,
    [hydroCode, accepted],
  )
}

export async function findPending(on: Client | Database, hydroCode: string, id: string): Promise<Row | null> {
  const found = await (on as Client).query<Row>(
    `SELECT ${COLUMNS} FROM pending WHERE hydro_code = $1 AND pending_id = $2`,
    [hydroCode, id],
  )
  return (Array.isArray(found) ? (found as Row[]) : found.rows)[0] ?? null
}

/** Takes a span off the list, unless more came to wait in it since it was read. */
export async function settlePending(
  c: pg.PoolClient,
  hydroCode: string,
  row: Row,
  by: { at: number; by: string; note: string | null },
): Promise<Row | null> {
  const { rows } = await c.query<Row>(
    `UPDATE pending SET accepted_at = $4, accepted_by = $5, note = $6
      WHERE hydro_code = $1 AND pending_id = $2 AND n = $3 AND accepted_at IS NULL RETURNING ${COLUMNS}`,
    [hydroCode, row.pending_id, row.n, by.at, by.by, by.note],
  )
  return rows[0] ?? null
}

/**
 * After a review changed: what waits in time that is not approved any more waits no longer. Answers the spans that are
 * to be computed.
 */
export async function release(
  c: pg.PoolClient,
  hydroCode: string,
  span: Span,
  by: { at: number; by: string; note: string | null },
): Promise<Span[]> {
  const { rows } = await c.query<Row>(
    `SELECT ${COLUMNS} FROM pending
      WHERE hydro_code = $1 AND accepted_at IS NULL AND to_t >= $2 AND from_t <= $3 ORDER BY pending_id FOR UPDATE`,
    [hydroCode, span.from, span.to],
  )
  const out: Span[] = []
  for (const row of rows) {
    const all = { from: row.from_t, to: row.to_t }
    const { open, held } = splitApproved(await reviewsOf(c, hydroCode, WHOLE_RECORD, all), [all])
    if (open.length === 0) continue
    out.push(...open)
    await settlePending(c, hydroCode, row, by)
    for (const rest of held) await pendSpan(c, hydroCode, rest, row.why, row.since)
  }
  return out
}
