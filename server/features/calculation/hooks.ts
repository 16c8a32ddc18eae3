import type pg from 'pg'
import type { Instants } from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import type { Series } from '#core/series/index.ts'
import type { Change, DirtySpan } from '#server/features/history/index.ts'

/** Quality checks, in the transaction that settles marks. */
interface Checks {
  /**
   * Checks marked spans before anything is computed. Returns the spans of readings whose effective values changed by
   * it, which are computed with the marked ones, and what to publish after the commit.
   */
  run(c: pg.PoolClient, d: Description, marks: readonly DirtySpan[], now: number): Promise<readonly Change[]>
  /**
   * Checks what was computed of a time, once it is written. Returns the computed series that it graded differently.
   * out: what is stored of it but totals; null where it contains saved instants.
   */
  runComputed(
    c: pg.PoolClient,
    d: Description,
    span: Instants,
    out: ReadonlyMap<string, Series> | null,
  ): Promise<readonly Change[]>
}

/** Approved spans: their computed values change only when somebody with the permission accepts it. */
export interface Reviews {
  /**
   * Splits spans of time into parts that may be computed and parts that are held, both ends included. Totals belong to
   * the time that ends at their stamp (`stampsOfTime`).
   */
  split(
    c: pg.PoolClient,
    hydroCode: string,
    spans: readonly Instants[],
  ): Promise<{ open: Instants[]; held: Instants[] }>
  /** Lists held spans as pending. why: what caused it, for people (`WHY`). */
  pend(c: pg.PoolClient, hydroCode: string, held: readonly Instants[], why: Why): Promise<void>
  /** Removes a span from the list after somebody with the permission had a run compute it. */
  accept(c: pg.PoolClient, hydroCode: string, span: Instants, by: AcceptedBy): Promise<void>
}

/** The run that computed an approved span, and its author. */
export interface AcceptedBy {
  run: string
  startedAt: number
  actor: string
  address: string | null
  reason: string | null
}

/**
 * Why a span is pending: readings arrived or changed, the description changed, somebody recalculated, an import was
 * computed.
 */
const WHY = ['readings', 'description', 'recalculate', 'import'] as const
export type Why = (typeof WHY)[number]

export interface Hooks {
  checks?: Checks
  reviews?: Reviews
}
