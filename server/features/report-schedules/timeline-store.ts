import { holding } from '#server/features/timeline/index.ts'
import type { Database } from '#server/lib/database.ts'

/** A report that failed, as the timeline shows it. */
export interface FaultEvent {
  issue_id: string
  schedule_id: string
  state: 'failed' | 'uncertain' | 'skipped'
  name: string
  number: number
  slot: number
  changed_at: number
  n: number
}

/** The newest reports that failed within a span, and how many there are. */
export function findFaults(
  db: Database,
  span: { hydro: string; from: number; to: number; search: string | null },
  limit: number,
): Promise<FaultEvent[]> {
  return db.query<FaultEvent>(
    `SELECT i.issue_id, i.schedule_id, i.state, i.name, i.number, i.slot, i.changed_at, count(*) OVER ()::int AS n
       FROM report_issue i
      WHERE i.hydro_code = $1 AND i.changed_at >= $2 AND i.changed_at < $3
        AND i.state IN ('failed', 'uncertain', 'skipped') AND ${holding('$4', 'i.name')}
      ORDER BY i.changed_at DESC, i.issue_id DESC LIMIT $5`,
    [span.hydro, span.from, span.to, span.search, limit],
  )
}
