import type pg from 'pg'
import type { Instants } from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import type { Series } from '#core/series/index.ts'
import type { Change, DirtySpan } from '#server/features/history/index.ts'

/** Checks of quality, in the transaction that settles marks. */
interface Checks {
  /**
   * Looks again at what is marked, before anything is computed; answers the spans of readings whose used values changed
   * by it, which are computed with the marked ones. What listeners are to hear after the commit.
   */
  run(c: pg.PoolClient, d: Description, marks: readonly DirtySpan[], now: number): Promise<readonly Change[]>
  /**
   * Looks at what was computed over a span, once it is written; answers the computed series graded otherwise by it.
   * out: what is stored of it; null where saved instants stand among it.
   */
  runComputed(
    c: pg.PoolClient,
    d: Description,
    span: Instants,
    out: ReadonlyMap<string, Series> | null,
  ): Promise<readonly Change[]>
}

/** Times that were approved: what is computed of them changes only when somebody with the right accepts it. */
export interface Reviews {
  /** Parts of spans that may be computed, and parts that are held. Both ends of an instant span are included. */
  split(
    c: pg.PoolClient,
    hydroCode: string,
    spans: readonly Instants[],
  ): Promise<{ open: Instants[]; held: Instants[] }>
  /** Lists held spans as pending. why: what asks for them, for people (`WHY`). */
  pend(c: pg.PoolClient, hydroCode: string, held: readonly Instants[], why: Why): Promise<void>
  /** Takes a span off the list, which somebody with the right had computed by a run. */
  accept(c: pg.PoolClient, hydroCode: string, span: Instants, by: AcceptedBy): Promise<void>
}

/** The run that computed approved time, and whose it is. */
export interface AcceptedBy {
  run: string
  startedAt: number
  actor: string
  address: string | null
  reason: string | null
}

/** Readings came or changed; the description changed; somebody recalculated; an import was computed. */
const WHY = ['readings', 'description', 'recalculate', 'import'] as const
export type Why = (typeof WHY)[number]

export interface Hooks {
  checks?: Checks
  reviews?: Reviews
}
