import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { knownAt, localTime } from './fields.ts'
import { line, page } from './validation.ts'

/** Events of a reservoir from all its records: as marks of charts, and as one list. */
const base = 'main' as const

export const MARK_KINDS = ['gate', 'run', 'edit', 'note', 'order', 'call'] as const
export type MarkKind = (typeof MARK_KINDS)[number]

/** Most marks of an answer; where there are more in the span, neighbours of one kind are joined. */
export const MAX_MARKS = 500

export const mark = z.object({
  id: z.string(),
  /** Epoch ms. Edits and runs are shown at the data that they changed, and may begin before the span. */
  t: z.number(),
  /** Its end; null: an instant. */
  to: z.number().nullable(),
  kind: z.enum(MARK_KINDS),
  /** In the caller's language, with local times of the plant. */
  label: z.string(),
  by: z.string().nullable(),
  /** Address of the page that shows it; null: none that the caller may open. */
  path: z.string().nullable(),
})
export type Mark = z.infer<typeof mark>

export const getMarks = endpoint({
  base,
  method: 'POST',
  path: '/v1/dashboard/marks',
  access: 'dashboard.view',
  reads: ['shift-log', 'gate-log', 'runs', ...STATE],
  worded: true,
  kept: true,
  large: true,
  summary:
    'What operators did over [from, to), for marks beside charts, oldest first: movements of gates and units, runs that people requested, edits; with log.view also notes, orders and calls. At most 500: beyond that, neighbours of one kind are combined, and total is their number.',
  body: z.strictObject({
    /** Local times of the plant; in spans of more than 62 days, movements without a log entry are left out. */
    from: localTime,
    to: localTime,
    known_at: knownAt.optional().describe('As it was known then (answered as meta.known_at)'),
  }),
  data: z.object({ marks: z.array(mark), total: z.number() }),
})
export type Marks = z.infer<(typeof getMarks)['data']>

/** auto: runs by the calculation itself; listed only on request. */
export const TIMELINE_KINDS = [
  'gate',
  'run',
  'edit',
  'review',
  'note',
  'order',
  'call',
  'duty',
  'report',
  'auto',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

export const timelineItem = z.object({
  id: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  /** When it happened, epoch ms. */
  t: z.number(),
  /** What happened, in the caller's language. */
  label: z.string(),
  /** Further text: reason, content. */
  text: z.string().nullable(),
  /** Who did it: name of the account, or as entered. */
  by: z.string().nullable(),
  order_no: z.string().nullable(),
  path: z.string().nullable(),
  /** Whether a person entered it or a sensor saw it. */
  source: z.enum(['hand', 'sensor', 'system']),
  /** Of an entry of the shift log, which can be corrected, acknowledged and withdrawn. */
  entry_id: z.string().nullable(),
})
export type TimelineItem = z.infer<typeof timelineItem>

const kinds = z
  .string()
  .transform((v) => [...new Set(v.split(',').filter(Boolean))])
  .pipe(z.array(z.enum(TIMELINE_KINDS)).min(1))

export const LONGEST_DAYS = 366

export const getTimeline = endpoint({
  base,
  method: 'GET',
  path: '/v1/log/timeline',
  access: 'log.view',
  reads: ['shift-log', 'gate-log', 'runs', ...STATE],
  worded: true,
  kept: true,
  large: true,
  summary:
    'Everything that happened within [from, to), newest first, 25 a page: movements of gates and units (entered and detected), runs, edits, reviews, notes, orders, calls and changes of operator.',
  query: z.object({
    /** Local times of the plant, from included, to excluded; the last 7 days when both are absent. */
    from: localTime.optional(),
    to: localTime.optional(),
    /** Comma-separated; by default all but `auto`. */
    kinds: kinds.optional(),
    /** Text in labels, names and order numbers. */
    search: line(100).optional(),
    page: page.default(1),
  }),
  data: z.object({
    items: z.array(timelineItem),
    total: z.number(),
    page: z.number(),
    page_size: z.number(),
    /** The span that was searched, epoch ms. */
    from: z.number(),
    to: z.number(),
  }),
})
