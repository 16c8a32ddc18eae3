import type pg from 'pg'
import { WHOLE_RECORD, splitApproved, type Review, type ReviewState } from '#core/edits/index.ts'
import { timeOfStamps, type SeriesKind } from '#core/series/index.ts'
import type { ReviewRow } from '#contract/edits.ts'
import type { Client } from '#server/features/history/index.ts'
import { accountName, type Database, type Sql } from '#server/lib/database.ts'
import { makeId } from '#server/lib/ids.ts'

interface Row {
  review_id: string
  series: string
  state: ReviewState
  from_t: number
  to_t: number
  note: string | null
  set_at: number
  set_by: string
  set_by_name: string | null
  superseded_at: number | null
}

const COLUMNS = `review_id, series, state, from_t, to_t, note, set_at, set_by, superseded_at,
  ${accountName('set_by')} AS set_by_name`

export const shownReview = ({ from_t, to_t, ...r }: Row): ReviewRow => ({ ...r, from: from_t, to: to_t })

const toReview = (r: Row): Review => ({ from: r.from_t, to: r.to_t, state: r.state })

/**
 * Reviews in force of a series (or of the whole record) over a span of time, in the order in which they were set. known: those
 * that were in force at that instant, epoch ms; absent: now.
 */
export async function reviewsOf(
  on: Sql,
  hydroCode: string,
  series: string,
  span: { from: number; to: number },
  known = Number.MAX_SAFE_INTEGER,
): Promise<Review[]> {
  const { rows } = await on.query<Row>(
    `SELECT state, from_t, to_t FROM review
      WHERE hydro_code = $1 AND series = $2 AND set_at <= $5 AND (superseded_at IS NULL OR superseded_at > $5)
        AND to_t >= $3 AND from_t <= $4 ORDER BY seq`,
    [hydroCode, series, span.from, span.to, known],
  )
  return rows.map(toReview)
}

/** Whether any stamp of a span of a series of a kind is approved, by itself or with the whole record. */
export async function anyApproved(
  c: Client,
  hydroCode: string,
  series: string,
  span: { from: number; to: number },
  kind: SeriesKind = 'instant',
): Promise<boolean> {
  for (const name of new Set([series, WHOLE_RECORD])) {
    const reviews = await reviewsOf(c, hydroCode, name, timeOfStamps(span, kind))
    if (splitApproved(reviews, [span], kind).held.length > 0) return true
  }
  return false
}

/** Every review of a span, the newest first. */
export async function listOf(
  db: Database,
  hydroCode: string,
  series: string,
  span: { from: number; to: number },
): Promise<Row[]> {
  return db.query<Row>(
    `SELECT ${COLUMNS} FROM review
      WHERE hydro_code = $1 AND series = $2 AND to_t >= $3 AND from_t <= $4 ORDER BY seq DESC LIMIT 500`,
    [hydroCode, series, span.from, span.to],
  )
}

/** Sets the state of a span; reviews that lie wholly within it are no longer in force. */
export async function insertReview(
  c: pg.PoolClient,
  hydroCode: string,
  r: {
    series: string
    state: ReviewState
    from: number
    to: number
    note: string | null
    seq: number
    at: number
    by: string
  },
): Promise<Row> {
  await c.query(
    `UPDATE review SET superseded_at = $5
      WHERE hydro_code = $1 AND series = $2 AND superseded_at IS NULL AND from_t >= $3 AND to_t <= $4`,
    [hydroCode, r.series, r.from, r.to, r.at],
  )
  const id = makeId('rv', r.at)
  await c.query(
    `INSERT INTO review (hydro_code, review_id, series, state, from_t, to_t, note, seq, set_at, set_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [hydroCode, id, r.series, r.state, r.from, r.to, r.note, r.seq, r.at, r.by],
  )
  const { rows } = await c.query<Row>(
    `SELECT ${COLUMNS} FROM review WHERE hydro_code = $1 AND review_id = $2`,
    [hydroCode, id],
  )
  return rows[0]
}
