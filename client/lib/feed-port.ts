import type { FeedEvent, LastValue } from '#contract/feed.ts'
import type { LineStatus } from './feed-line.ts'

/** Tab to worker. */
export type ToWorker =
  | { kind: 'hello'; url: string; hydro: string; token: string }
  | { kind: 'token'; token: string }
  | { kind: 'retry' }
  | { kind: 'ping' }
  | { kind: 'bye' }

/** Worker to tab. */
export type ToTab =
  | { kind: 'hello'; status: LineStatus; snapshot: { now: number; at: number; last: LastValue[] } | null }
  | { kind: 'event'; event: FeedEvent }
  | { kind: 'status'; status: LineStatus }
  | { kind: 'refused'; token: string; code: string }
