import { text } from '#contract/messages.ts'
import type { TimelineItem } from '#contract/timeline.ts'
import { pathFor, when, type TimelineQuery, type TimelineSource } from '#server/features/timeline/index.ts'
import type { Services } from '#server/lib/services.ts'
import { findFaults, type FaultEvent } from './timeline-store.ts'

/** Reports of schedules that failed, for the timeline. */
export function reportEvents({ db }: Pick<Services, 'db'>): TimelineSource {
  return {
    kinds: ['report'],
    async find(request, _kinds, limit) {
      const rows = await findFaults(db, request, limit)
      const byId = new Map(rows.map((row) => [row.issue_id, row]))
      return {
        keys: rows.map((row) => ({ t: row.changed_at, id: row.issue_id })),
        total: rows[0]?.n ?? 0,
        items: (ids) => ids.map((id) => itemOf(byId.get(id)!, request)),
      }
    },
  }
}

function itemOf(row: FaultEvent, request: TimelineQuery): TimelineItem {
  const { name, number, state, slot } = row
  return {
    id: row.issue_id,
    kind: 'report',
    t: row.changed_at,
    label: text(`tl_report_${state}`, request.language, { name, number, time: when(slot, request) }),
    text: null,
    by: null,
    order_no: null,
    path: pathFor(request, ['report'], '/report/schedules', { schedule: row.schedule_id }),
    source: 'system',
    entry_id: null,
  }
}
