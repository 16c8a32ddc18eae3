import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** [series, t, value or null, quality]: the last value of a series. */
export const lastValue = z.tuple([z.string(), z.number(), z.number().nullable(), z.number()])
export type LastValue = z.infer<typeof lastValue>

/**
 * Events of the feed (server-sent events: id, event, data as JSON). snapshot: all last values, sent first and whenever
 * the sent id is no longer known. change: last values that moved, and spans in which older values changed (charts query
 * history for them). beat: every 15 s, so that silence means a broken connection. end: the session is over.
 */
export type FeedEvent =
  | { event: 'snapshot'; data: { hydro_code: string; now: number; last: LastValue[] } }
  | {
      event: 'change'
      data: {
        now: number
        last: LastValue[]
        spans: { series: string[]; from: number; to: number }[]
        /** Series in which checks regraded readings, to be fetched again where they are drawn. */
        regraded?: string[]
      }
    }
  | { event: 'beat'; data: { now: number } }
  | { event: 'end'; data: { code: string } }

export const getFeed = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/feed',
  access: 'dashboard.view',
  summary: 'Live last values as server-sent events; Last-Event-ID continues where a stream broke.',
  query: z.object({ last_event_id: z.string().optional() }),
  answer: 'stream',
  data: z.null(),
})
