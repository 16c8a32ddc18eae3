import { HOUR } from '#core/time/units.ts'
import { WHOLE_RECORD, type EditKind, type ReviewState } from '#core/edits/index.ts'
import { text } from '#contract/messages.ts'
import { seriesName } from '#contract/series-names.ts'
import type { Mark, TimelineItem, TimelineKind } from '#contract/timeline.ts'
import { endOfSecond } from '#server/features/history/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import {
  holding,
  pathFor,
  said,
  spanWords,
  type TimelineQuery,
  type Key,
  type TimelineSource,
} from '#server/features/timeline/index.ts'
import { accountName } from '#server/lib/database.ts'
import type { Services } from '#server/lib/services.ts'

/** Nouns whose permissions open the page of edits. */
const OPENS = ['readings', 'quality']
/** The span of a thing that was edited is shown with this much on both sides, ms. */
const BESIDE = HOUR

interface Found extends Key {
  series: string
  from_t: number
  to_t: number
  what: EditKind | ReviewState | 'accepted'
  /** Of an act: that it was taken back then. */
  undone: boolean
  said: string | null
  by_name: string | null
}

/**
 * Everything that edits and reviews did, as rows: acts when they were made and when undone, reviews when set, results
 * in approved time when accepted. Parameters: $1 reservoir, $2 and $3 the span, $4 text, $5 series found by their name.
 */
const EDITS = `
  SELECT made_at AS t, edit_id AS id, series, from_t, to_t, kind AS what, false AS undone, reason AS said, made_by AS by
    FROM edit WHERE hydro_code = $1 AND made_at >= $2 AND made_at < $3
  UNION ALL
  SELECT undone_at, 'undo.' || edit_id, series, from_t, to_t, kind, true, undo_reason, undone_by
    FROM edit WHERE hydro_code = $1 AND undone_at >= $2 AND undone_at < $3`
const REVIEWS = `
  SELECT set_at AS t, review_id AS id, series, from_t, to_t, state AS what, false AS undone, note AS said, set_by AS by
    FROM review WHERE hydro_code = $1 AND set_at >= $2 AND set_at < $3
  UNION ALL
  SELECT accepted_at, pending_id, '${WHOLE_RECORD}', from_t, to_t, 'accepted', false, note, accepted_by
    FROM pending_span WHERE hydro_code = $1 AND accepted_at >= $2 AND accepted_at < $3`

/** The part of edits and reviews in the timeline. */
export function editEvents(s: Services & { registry: Registry }): TimelineSource {
  const { registry } = s
  const namesOf = async ({ hydro, language }: TimelineQuery) => {
    const known = await registry.known(hydro)
    return (code: string) => {
      const row = known.get(code)
      return (row && seriesName(row, language)) || code
    }
  }
  const find = async (asked: TimelineQuery, kinds: ReadonlySet<TimelineKind>, limit: number) => {
    const name = await namesOf(asked)
    const known = [...(await registry.known(asked.hydro)).keys()]
    const named = asked.search === null ? [] : known.filter((code) => said(asked.search, name(code)))
    const parts = [...(kinds.has('edit') ? [EDITS] : []), ...(kinds.has('review') ? [REVIEWS] : [])]
    return s.db.query<Found & { n: number }>(
      `SELECT x.*, ${accountName('x.by')} AS by_name, count(*) OVER ()::int AS n FROM (${parts.join(' UNION ALL ')}) x
        WHERE x.series = ANY($5) OR ${holding('$4', 'x.series', 'x.said', accountName('x.by'))}
        ORDER BY x.t DESC, x.id DESC LIMIT $6`,
      [asked.hydro, asked.from, asked.to, asked.search, named, limit],
    )
  }
  return {
    kinds: ['edit', 'review'],
    async find(asked, kinds, limit) {
      const name = await namesOf(asked)
      const rows = await find(asked, kinds, limit)
      const byId = new Map(rows.map((r) => [r.id, r]))
      return {
        keys: rows,
        total: rows[0]?.n ?? 0,
        items: (ids) => ids.map((id) => itemOf(byId.get(id)!, name, asked)),
      }
    },
    async marks(asked, limit) {
      const known = asked.known === null ? null : endOfSecond(asked.known)
      const name = await namesOf(asked)
      const rows = await s.db.query<Found & { n: number }>(
        `SELECT made_at AS t, edit_id AS id, series, from_t, to_t, kind AS what, false AS undone, reason AS said,
                ${accountName('made_by')} AS by_name, count(*) OVER ()::int AS n
           FROM edit WHERE hydro_code = $1 AND to_t >= $2 AND from_t < $3
            AND CASE WHEN $4::bigint IS NULL THEN undone_at IS NULL
                     ELSE made_at <= $4 AND (undone_at IS NULL OR undone_at > $4) END
          ORDER BY made_at DESC, edit_id DESC LIMIT $5`,
        [asked.hydro, asked.from, asked.to, known, limit],
      )
      return { marks: rows.map((r) => markOf(r, name, asked)), total: rows[0]?.n ?? 0 }
    },
  }
}

const labelOf = (r: Found, name: (code: string) => string, asked: TimelineQuery): string => {
  const { language } = asked
  const params = {
    series: r.series === WHOLE_RECORD ? text('tl_whole', language) : name(r.series),
    span: spanWords(r.from_t, r.to_t, asked),
  }
  const what =
    r.what === 'working' || r.what === 'in_review' || r.what === 'approved' || r.what === 'accepted'
      ? text(`tl_review_${r.what}`, language, params)
      : text(`tl_act_${r.what}`, language, params)
  return r.undone ? text('tl_act_undone', language, { what }) : what
}

const pathOf = (r: Found, asked: TimelineQuery) =>
  pathFor(asked, OPENS, '/quality/data', {
    series: r.series === WHOLE_RECORD ? null : r.series,
    from: String(r.from_t - BESIDE),
    to: String(r.to_t + BESIDE),
  })

const isReview = (r: Found) => ['working', 'in_review', 'approved', 'accepted'].includes(r.what)

const itemOf = (r: Found, name: (code: string) => string, asked: TimelineQuery): TimelineItem => ({
  id: r.id,
  kind: isReview(r) ? 'review' : 'edit',
  t: r.t,
  label: labelOf(r, name, asked),
  text: r.said,
  by: r.by_name,
  order_no: null,
  path: pathOf(r, asked),
  source: 'hand',
  entry_id: null,
})

/** Where the readings lie that were edited. */
const markOf = (r: Found, name: (code: string) => string, asked: TimelineQuery): Mark => ({
  id: r.id,
  t: r.from_t,
  to: r.to_t > r.from_t ? r.to_t : null,
  kind: 'edit',
  label: labelOf(r, name, asked),
  by: r.by_name,
  path: pathOf(r, asked),
})

/** Spans of approved time whose results wait to be accepted, the newest first. */
export async function openPending(s: Services, hydro: string): Promise<{ from: number; to: number }[]> {
  const rows = await s.db.query<{ from_t: number; to_t: number }>(
    `SELECT from_t, to_t FROM pending_span WHERE hydro_code = $1 AND accepted_at IS NULL
      ORDER BY from_t DESC, pending_id DESC LIMIT 100`,
    [hydro],
  )
  return rows.map((r) => ({ from: r.from_t, to: r.to_t }))
}
