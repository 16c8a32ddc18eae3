import { accountName, type Database } from '#server/lib/database.ts'
import { holding, type TimelineQuery } from '#server/features/timeline/index.ts'
import type { RunKind } from './runs/store.ts'

/** A run as the timeline and the marks of charts show it. */
export interface RunEvent {
  run_id: string
  kind: RunKind
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  from_t: number
  to_t: number
  started_at: number
  reason: string | null
  actor_name: string | null
  rolled_back: boolean
}

const NAME = `${accountName('r.actor')}`
const COLUMNS = `r.run_id, r.kind, r.state, r.from_t, r.to_t, r.started_at, r.reason, ${NAME} AS actor_name,
  r.rolled_back_by IS NOT NULL AS rolled_back`

type Span = Pick<TimelineQuery, 'hydro' | 'from' | 'to'>

/**
 * The newest runs of these kinds that began within a span, and how many there are. `named`: kinds whose own names match
 * a search.
 */
export function findRunKeys(
  db: Database,
  span: Span & Pick<TimelineQuery, 'search'>,
  kinds: readonly RunKind[],
  named: readonly RunKind[],
  limit: number,
): Promise<{ run_id: string; started_at: number; n: number }[]> {
  return db.query(
    `SELECT r.run_id, r.started_at, count(*) OVER ()::int AS n FROM run r
      WHERE r.hydro_code = $1 AND r.started_at >= $2 AND r.started_at < $3 AND r.kind = ANY($4)
        AND (r.kind = ANY($5) OR ${holding('$6', 'r.reason', NAME)})
      ORDER BY r.started_at DESC, r.run_id DESC LIMIT $7`,
    [span.hydro, span.from, span.to, kinds, named, span.search, limit],
  )
}

export function readRunEvents(db: Database, hydro: string, ids: readonly string[]): Promise<RunEvent[]> {
  return db.query<RunEvent>(`SELECT ${COLUMNS} FROM run r WHERE r.hydro_code = $1 AND r.run_id = ANY($2)`, [
    hydro,
    ids,
  ])
}

/** The newest ended runs of people over values within a span, and how many there are. known: as known then. */
export function findRunsOver(
  db: Database,
  span: Span,
  known: number | null,
  limit: number,
): Promise<(RunEvent & { n: number })[]> {
  return db.query(
    `SELECT ${COLUMNS}, count(*) OVER ()::int AS n FROM run r
      WHERE r.hydro_code = $1 AND r.to_t >= $2 AND r.from_t < $3
        AND r.kind IN ('save', 'recalculate', 'rollback') AND r.state IN ('done', 'cancelled')
        AND ($4::bigint IS NULL OR coalesce(r.finished_at, r.started_at) <= $4)
      ORDER BY r.started_at DESC, r.run_id DESC LIMIT $5`,
    [span.hydro, span.from, span.to, known, limit],
  )
}
