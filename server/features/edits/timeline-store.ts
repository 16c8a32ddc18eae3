import { WHOLE_RECORD, type EditKind, type ReviewState } from '#core/edits/index.ts'
import { holding, type Key, type TimelineQuery } from '#server/features/timeline/index.ts'
import { accountName, type Database } from '#server/lib/database.ts'

/** An edit, a review or an acceptance as the timeline and the marks of charts show it. */
export interface EditEvent extends Key {
  series: string
  from_t: number
  to_t: number
  what: EditKind | ReviewState | 'accepted'
  /** Of an edit: whether this event is its undoing. */
  undone: boolean
  reason: string | null
  by_name: string | null
}

/**
 * Every event of edits and reviews as rows: edits when made and when undone, reviews when set, results of approved
 * spans when accepted. Parameters: $1 reservoir, $2 and $3 the span, $4 text, $5 series found by name.
 */
const EDITS = `
  SELECT made_at AS t, edit_id AS id, series, from_t, to_t, kind AS what, false AS undone, reason, made_by AS by
    FROM edit WHERE hydro_code = $1 AND made_at >= $2 AND made_at < $3
  UNION ALL
  SELECT undone_at, 'undo.' || edit_id, series, from_t, to_t, kind, true, undo_reason, undone_by
    FROM edit WHERE hydro_code = $1 AND undone_at >= $2 AND undone_at < $3`
const REVIEWS = `
  SELECT set_at AS t, review_id AS id, series, from_t, to_t, state AS what, false AS undone, note AS reason, set_by AS by
    FROM review WHERE hydro_code = $1 AND set_at >= $2 AND set_at < $3
  UNION ALL
  SELECT accepted_at, pending_id, '${WHOLE_RECORD}', from_t, to_t, 'accepted', false, note, accepted_by
    FROM pending_span WHERE hydro_code = $1 AND accepted_at >= $2 AND accepted_at < $3`

/** The newest events of a span, and how many there are. `named`: series whose names match the search. */
export async function findEditEvents(
  db: Database,
  query: Pick<TimelineQuery, 'hydro' | 'from' | 'to' | 'search'>,
  parts: { edits: boolean; reviews: boolean },
  named: readonly string[],
  limit: number,
): Promise<(EditEvent & { n: number })[]> {
  const selects = [...(parts.edits ? [EDITS] : []), ...(parts.reviews ? [REVIEWS] : [])]
  return db.query(
    `SELECT x.*, ${accountName('x.by')} AS by_name, count(*) OVER ()::int AS n FROM (${selects.join(' UNION ALL ')}) x
      WHERE x.series = ANY($5) OR ${holding('$4', 'x.series', 'x.reason', accountName('x.by'))}
      ORDER BY x.t DESC, x.id DESC LIMIT $6`,
    [query.hydro, query.from, query.to, query.search, named, limit],
  )
}

/** The newest edits in force over readings of a span, and how many there are. known: as known then. */
export function findEditsOver(
  db: Database,
  span: Pick<TimelineQuery, 'hydro' | 'from' | 'to'>,
  known: number | null,
  limit: number,
): Promise<(EditEvent & { n: number })[]> {
  return db.query(
    `SELECT made_at AS t, edit_id AS id, series, from_t, to_t, kind AS what, false AS undone, reason,
            ${accountName('made_by')} AS by_name, count(*) OVER ()::int AS n
       FROM edit WHERE hydro_code = $1 AND to_t >= $2 AND from_t < $3
        AND CASE WHEN $4::bigint IS NULL THEN undone_at IS NULL
                 ELSE made_at <= $4 AND (undone_at IS NULL OR undone_at > $4) END
      ORDER BY made_at DESC, edit_id DESC LIMIT $5`,
    [span.hydro, span.from, span.to, known, limit],
  )
}

/** The newest hundred approved spans with pending results. */
export function openPendingSpans(db: Database, hydro: string): Promise<{ from: number; to: number }[]> {
  return db.query(
    `SELECT from_t AS "from", to_t AS "to" FROM pending_span WHERE hydro_code = $1 AND accepted_at IS NULL
      ORDER BY from_t DESC, pending_id DESC LIMIT 100`,
    [hydro],
  )
}
