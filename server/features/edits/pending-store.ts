import type pg from 'pg'
import { WHOLE_RECORD, splitApproved } from '#core/edits/index.ts'
import { uniteSpans } from '#core/time/index.ts'
import type { PendingRow } from '#contract/edits.ts'
import { record } from '#server/features/audit/index.ts'
import type { AcceptedBy, Reviews, Why } from '#server/features/calculation/index.ts'
import type { Client } from '#server/features/history/index.ts'
import { accountName, type Database, type Sql } from '#server/lib/database.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Clock } from '#server/lib/clock.ts'
import { reviewsOf } from './review-store.ts'

interface Span {
  from: number
  to: number
}

export interface PendingRecord {
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
  ${accountName('accepted_by')} AS accepted_by_name`

export const shownPending = ({ from_t, to_t, n: _n, ...r }: PendingRecord): PendingRow => ({
  ...r,
  from: from_t,
  to: to_t,
})

/** Holds approved spans back from calculation, and lists them as pending. */
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
    accept: (c, hydroCode, span, by) => acceptRun(c, hydroCode, span, by, s.clock.now()),
  }
}

/**
 * Closes what was pending in a span that a run computed. A run comes part by part: the remainder of a row stays
 * pending, and what the run accepted of it becomes one row, in the end the pending one itself.
 */
async function acceptRun(
  c: pg.PoolClient,
  hydroCode: string,
  span: Span,
  by: AcceptedBy,
  now: number,
): Promise<void> {
  const { rows } = await c.query<PendingRecord>(
    `SELECT ${COLUMNS} FROM pending_span
      WHERE hydro_code = $1 AND accepted_at IS NULL AND to_t >= $2 AND from_t <= $3 ORDER BY from_t, pending_id FOR UPDATE`,
    [hydroCode, span.from, span.to],
  )
  const put = (
    id: string,
    { from, to }: Span,
    row: Pick<PendingRecord, 'why' | 'since'>,
    accepted: boolean,
  ) =>
    c.query(
      `INSERT INTO pending_span (hydro_code, pending_id, from_t, to_t, why, since, n, accepted_at, accepted_by, note)
       VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9)
       ON CONFLICT (hydro_code, pending_id) DO UPDATE SET from_t = excluded.from_t, to_t = excluded.to_t,
         n = pending_span.n + 1, accepted_at = excluded.accepted_at, accepted_by = excluded.accepted_by, note = excluded.note`,
      [
        hydroCode,
        id,
        from,
        to,
        row.why,
        row.since,
        ...(accepted ? [now, by.actor, by.reason] : [null, null, null]),
      ],
    )
  for (const row of rows) {
    const done = { from: Math.max(row.from_t, span.from), to: Math.min(row.to_t, span.to) }
    const left = [
      { from: row.from_t, to: done.from - 1 },
      { from: done.to + 1, to: row.to_t },
    ].filter((x) => x.from <= x.to)
    const before = await c.query<PendingRecord>(
      `SELECT ${COLUMNS} FROM pending_span
        WHERE hydro_code = $1 AND accepted_by = $2 AND accepted_at >= $3 AND to_t = $4 LIMIT 1 FOR UPDATE`,
      [hydroCode, by.actor, by.startedAt, done.from - 1],
    )
    const piece = before.rows[0]
    const whole = { from: piece?.from_t ?? done.from, to: done.to }
    if (left.length === 0) {
      if (piece)
        await c.query('DELETE FROM pending_span WHERE hydro_code = $1 AND pending_id = $2', [
          hydroCode,
          piece.pending_id,
        ])
      await put(row.pending_id, whole, row, true)
    } else {
      await put(piece?.pending_id ?? makeId('pe', now), whole, row, true)
      await put(row.pending_id, left[0], row, false)
      if (left.length > 1) await put(makeId('pe', now), left[1], row, false)
    }
    const taken = { from: new Date(done.from).toISOString(), to: new Date(done.to).toISOString() }
    await record(
      c,
      now,
      { actor: by.actor, address: by.address, hydro: hydroCode },
      {
        act: 'accept',
        noun: 'pending',
        item: row.pending_id,
        before: {
          from: new Date(row.from_t).toISOString(),
          to: new Date(row.to_t).toISOString(),
          why: row.why,
        },
        after: { ...taken, run: by.run, waiting: left.length > 0 },
        reason: by.reason,
      },
    )
  }
}

/** Lists a span as pending, joined with pending spans next to it. */
async function pendSpan(
  c: Client,
  hydroCode: string,
  span: Span,
  why: readonly Why[],
  now: number,
): Promise<void> {
  const { rows } = await c.query<PendingRecord>(
    `SELECT ${COLUMNS} FROM pending_span
      WHERE hydro_code = $1 AND accepted_at IS NULL AND to_t >= $2 AND from_t <= $3
      ORDER BY since, pending_id FOR UPDATE`,
    [hydroCode, span.from - 1, span.to + 1],
  )
  const [first, ...others] = rows
  const reasons = [...new Set([...rows.flatMap((r) => r.why), ...why])]
  if (!first) {
    await c.query(
      `INSERT INTO pending_span (hydro_code, pending_id, from_t, to_t, why, since, n) VALUES ($1, $2, $3, $4, $5, $6, 1)`,
      [hydroCode, makeId('pe', now), span.from, span.to, reasons, now],
    )
    return
  }
  await c.query(
    `UPDATE pending_span SET from_t = $3, to_t = $4, why = $5, n = n + 1 WHERE hydro_code = $1 AND pending_id = $2`,
    [
      hydroCode,
      first.pending_id,
      Math.min(span.from, ...rows.map((r) => r.from_t)),
      Math.max(span.to, ...rows.map((r) => r.to_t)),
      reasons,
    ],
  )
  if (others.length > 0)
    await c.query('DELETE FROM pending_span WHERE hydro_code = $1 AND pending_id = ANY($2)', [
      hydroCode,
      others.map((r) => r.pending_id),
    ])
}

export async function listPending(
  db: Database,
  hydroCode: string,
  accepted: boolean,
): Promise<PendingRecord[]> {
  return db.query<PendingRecord>(
    `SELECT ${COLUMNS} FROM pending_span WHERE hydro_code = $1 AND ($2 OR accepted_at IS NULL)
      ORDER BY accepted_at DESC NULLS FIRST, from_t DESC, pending_id DESC LIMIT 1000`,
    [hydroCode, accepted],
  )
}

export async function findPending(on: Sql, hydroCode: string, id: string): Promise<PendingRecord | null> {
  const { rows } = await on.query<PendingRecord>(
    `SELECT ${COLUMNS} FROM pending_span WHERE hydro_code = $1 AND pending_id = $2`,
    [hydroCode, id],
  )
  return rows[0] ?? null
}

/** Removes a span from the list, unless it changed since it was read. */
export async function settlePending(
  c: pg.PoolClient,
  hydroCode: string,
  row: PendingRecord,
  by: { at: number; by: string; note: string | null },
): Promise<PendingRecord | null> {
  const { rows } = await c.query<PendingRecord>(
    `UPDATE pending_span SET accepted_at = $4, accepted_by = $5, note = $6
      WHERE hydro_code = $1 AND pending_id = $2 AND n = $3 AND accepted_at IS NULL RETURNING ${COLUMNS}`,
    [hydroCode, row.pending_id, row.n, by.at, by.by, by.note],
  )
  return rows[0] ?? null
}

/**
 * Closes what was pending in spans that are no longer approved, after a review changed. Returns the spans to compute.
 */
export async function release(
  c: pg.PoolClient,
  hydroCode: string,
  span: Span,
  by: { at: number; by: string; note: string | null },
): Promise<Span[]> {
  const { rows } = await c.query<PendingRecord>(
    `SELECT ${COLUMNS} FROM pending_span
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
