import { HOUR } from '#core/time/units.ts'
import { WHOLE_RECORD } from '#core/edits/index.ts'
import { text } from '#contract/messages.ts'
import { seriesName } from '#contract/series-names.ts'
import type { Mark, TimelineItem, TimelineKind } from '#contract/timeline.ts'
import { endOfSecond } from '#server/features/history/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import {
  pathFor,
  matchesSearch,
  spanWords,
  type TimelineQuery,
  type TimelineSource,
} from '#server/features/timeline/index.ts'
import type { Services } from '#server/lib/services.ts'
import { findEditEvents, findEditsOver, openPendingSpans, type EditEvent } from './timeline-store.ts'

/** Nouns whose permissions open the page of edits. */
const OPENS = ['readings', 'quality']
/** The span of an edited series is shown with this much on both sides, ms. */
const BESIDE = HOUR

/** Edits and reviews for the timeline. */
export function editEvents(s: Services & { registry: Registry }): TimelineSource {
  const { registry } = s
  const namesOf = async ({ hydro, language }: TimelineQuery) => {
    const known = await registry.known(hydro)
    return (code: string) => {
      const row = known.get(code)
      return (row && seriesName(row, language)) || code
    }
  }
  const find = async (request: TimelineQuery, kinds: ReadonlySet<TimelineKind>, limit: number) => {
    const name = await namesOf(request)
    const known = [...(await registry.known(request.hydro)).keys()]
    const named =
      request.search === null ? [] : known.filter((code) => matchesSearch(request.search, name(code)))
    const parts = { edits: kinds.has('edit'), reviews: kinds.has('review') }
    return findEditEvents(s.db, request, parts, named, limit)
  }
  return {
    kinds: ['edit', 'review'],
    async find(request, kinds, limit) {
      const name = await namesOf(request)
      const rows = await find(request, kinds, limit)
      const byId = new Map(rows.map((r) => [r.id, r]))
      return {
        keys: rows,
        total: rows[0]?.n ?? 0,
        items: (ids) => ids.map((id) => itemOf(byId.get(id)!, name, request)),
      }
    },
    async marks(request, limit) {
      const known = request.known === null ? null : endOfSecond(request.known)
      const name = await namesOf(request)
      const rows = await findEditsOver(s.db, request, known, limit)
      return { marks: rows.map((r) => markOf(r, name, request)), total: rows[0]?.n ?? 0 }
    },
  }
}

const labelOf = (r: EditEvent, name: (code: string) => string, request: TimelineQuery): string => {
  const { language } = request
  const params = {
    series: r.series === WHOLE_RECORD ? text('tl_whole', language) : name(r.series),
    span: spanWords(r.from_t, r.to_t, request),
  }
  const what =
    r.what === 'working' || r.what === 'in_review' || r.what === 'approved' || r.what === 'accepted'
      ? text(`tl_review_${r.what}`, language, params)
      : text(`tl_act_${r.what}`, language, params)
  return r.undone ? text('tl_act_undone', language, { what }) : what
}

const pathOf = (r: EditEvent, request: TimelineQuery) =>
  pathFor(request, OPENS, '/quality/data', {
    series: r.series === WHOLE_RECORD ? null : r.series,
    from: String(r.from_t - BESIDE),
    to: String(r.to_t + BESIDE),
  })

const isReview = (r: EditEvent) => ['working', 'in_review', 'approved', 'accepted'].includes(r.what)

const itemOf = (r: EditEvent, name: (code: string) => string, request: TimelineQuery): TimelineItem => ({
  id: r.id,
  kind: isReview(r) ? 'review' : 'edit',
  t: r.t,
  label: labelOf(r, name, request),
  text: r.reason,
  by: r.by_name,
  order_no: null,
  path: pathOf(r, request),
  source: 'hand',
  entry_id: null,
})

/** The span of the edited readings. */
const markOf = (r: EditEvent, name: (code: string) => string, request: TimelineQuery): Mark => ({
  id: r.id,
  t: r.from_t,
  to: r.to_t > r.from_t ? r.to_t : null,
  kind: 'edit',
  label: labelOf(r, name, request),
  by: r.by_name,
  path: pathOf(r, request),
})

/** Approved spans with pending results, the newest first. */
export function openPending(s: Services, hydro: string): Promise<{ from: number; to: number }[]> {
  return openPendingSpans(s.db, hydro)
}
