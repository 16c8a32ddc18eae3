import { z } from 'zod'
import { EDIT_KINDS, REVIEW_STATES } from '#core/edits/index.ts'
import { previewDifference } from './preview.ts'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { column, localTime, quality } from './fields.ts'
import { seriesCode, SERIES_KINDS } from './readings.ts'
import { objectId as id, LIMITS, reason, requiredLine } from './validation.ts'

/**
 * Edits of readings, which are layers over what was sent; reviews of spans; pending results of approved spans. Instants
 * are epoch ms, spans include both ends, values are in the unit of the series.
 */
const base = 'main' as const
const view = 'dashboard.view' as const

export const MAX_POINTS = 10_000
export const MAX_SPAN_DAYS = 366
/** Most instants listed one by one; beyond that, lines only. */
export const MAX_ROWS = 5000

const instant = z.number().int({ error: 'whole_number' })
const why = requiredLine(LIMITS.reason.max)
const span = { series: seriesCode, from: instant, to: instant }
/** Grades that a person may give; missing readings cannot be graded. */
export const FLAG_GRADES = [0, 1, 4, 5] as const

/** An edit of the readings of a series in a span. */
export const editInput = z.discriminatedUnion('kind', [
  /** One value for every reading of the span and every step without one, or given readings. */
  z.strictObject({
    kind: z.literal('replace'),
    ...span,
    value: z.number().optional(),
    points: z
      .array(z.tuple([instant, z.number()]))
      .min(1)
      .max(MAX_POINTS)
      .optional(),
  }),
  z.strictObject({ kind: z.literal('delete'), ...span }),
  /** The straight line between the readings next to the span, also at steps without readings. */
  z.strictObject({ kind: z.literal('interpolate'), ...span }),
  z.strictObject({ kind: z.literal('offset'), ...span, b: z.number() }),
  /** An offset from b0 at `from` to b1 at `to`. */
  z.strictObject({ kind: z.literal('drift'), ...span, b0: z.number(), b1: z.number() }),
  /** 0 GOOD (confirms: flags of checks no longer apply), 1 ESTIMATED, 4 SUSPECT, 5 REJECTED. */
  z.strictObject({ kind: z.literal('flag'), ...span, grade: z.literal(FLAG_GRADES) }),
])
export type EditInput = z.infer<typeof editInput>

export const edit = z.object({
  act_id: z.string(),
  series: z.string(),
  kind: z.enum(EDIT_KINDS),
  from: z.number(),
  to: z.number(),
  /** As entered; a replacement has one of the two. */
  value: z.number().nullable(),
  /** How many readings were entered, and the first of them. */
  points: z.number().nullable(),
  b: z.number().nullable(),
  b0: z.number().nullable(),
  b1: z.number().nullable(),
  grade: z.number().nullable(),
  /** Of an interpolation: the readings between which it runs. */
  line: z.object({ t0: z.number(), v0: z.number(), t1: z.number(), v1: z.number() }).nullable(),
  reason: z.string(),
  made_at: z.number(),
  made_by: z.string(),
  made_by_name: z.string().nullable(),
  undone_at: z.number().nullable(),
  undone_by: z.string().nullable(),
  undone_by_name: z.string().nullable(),
  undo_reason: z.string().nullable(),
})
export type EditRow = z.infer<typeof edit>

/** The effect of an edit, or of undoing it, on the series. */
const effect = z.object({
  changed: z.number().int(),
  added: z.number().int(),
  removed: z.number().int(),
  /** First and last instant that differ; null when none does. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** Over the span, of valid readings: count, mean, minimum and maximum before and after. */
  before: z.object({
    n: z.number().int(),
    mean: z.number().nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
  }),
  after: z.object({
    n: z.number().int(),
    mean: z.number().nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
  }),
  /** The largest change of a value. */
  largest: z
    .object({ t: z.number(), before: z.number().nullable(), after: z.number().nullable() })
    .nullable(),
})
export type Effect = z.infer<typeof effect>

const reviewSpan = z.object({ from: z.number(), to: z.number(), state: z.enum(REVIEW_STATES) })

export const readEdits = endpoint({
  base,
  method: 'POST',
  path: '/v1/edits/read',
  access: view,
  reads: STATE,
  large: true,
  summary:
    'A series over [from, to], raw and effective, with its edits and review states. rows: instant by instant where there are few enough, else null.',
  body: z.strictObject({ ...span, px: z.number().int().min(50).max(10_000).default(1500) }),
  data: z.object({
    series: z.string(),
    name: z.string(),
    unit: z.string(),
    kind: z.enum(SERIES_KINDS),
    step_s: z.number().nullable(),
    /** false for computed series and the log of gates: their sources are edited instead. */
    editable: z.boolean(),
    from: z.number(),
    to: z.number(),
    /** Version of the series: sent with an edit, which is refused if somebody else was faster. */
    version: z.number().int(),
    raw: column,
    used: column,
    /** Columns of equal length. A null quality: no reading; a null value with a quality: an explicit null. */
    rows: z
      .object({
        t: z.array(z.number()),
        raw: z.array(z.number().nullable()),
        raw_q: z.array(quality.nullable()),
        used: z.array(z.number().nullable()),
        used_q: z.array(quality.nullable()),
      })
      .nullable(),
    /** Number of instants, raw or effective. */
    count: z.number().int(),
    /** Edits that touch the span, undone ones included, in the order in which they were made. */
    acts: z.array(edit),
    /** Reviews of the series, or of the whole record where that is further: spans in order, without gaps. */
    reviews: z.array(reviewSpan),
  }),
})
export type EditsData = z.infer<(typeof readEdits)['data']>

export const listEdits = endpoint({
  base,
  method: 'POST',
  path: '/v1/edits/getall',
  access: view,
  large: true,
  summary:
    'Edits that overlap [from, to], of one series or all, newest first, including those that were undone.',
  body: z.strictObject({
    series: seriesCode.optional(),
    from: instant,
    to: instant,
    page: z.number().int().min(1).default(1),
  }),
  data: z.object({ total: z.number().int(), acts: z.array(edit) }),
})

const px = z.number().int().min(50).max(10_000).default(1000)
const preview = effect.extend({
  unit: z.string(),
  kind: z.enum(SERIES_KINDS),
  old: column,
  new: column,
  /** Whether part of the span is approved: computed values there stay pending until they are accepted. */
  approved: z.boolean(),
  /** Effect on computed values; null: nothing is computed from the series, or the span is too long. */
  calculation: previewDifference.data.nullable(),
})

export const previewEdit = endpoint({
  base,
  method: 'POST',
  path: '/v1/edits/preview',
  access: 'readings.edit',
  changes: [],
  summary:
    'The effect that an edit would have on its series and on the results of the days around it. Stores nothing.',
  body: z.strictObject({ act: editInput, px }),
  data: preview,
})

export const addAct = endpoint({
  base,
  method: 'POST',
  path: '/v1/edits/add',
  access: 'readings.edit',
  changes: ['readings', 'results', 'runs'],
  status: 201,
  summary:
    'Makes an edit over a span of a series. Raw readings are not changed. In approved time readings.approve is needed. 409 when another edit was made over the span since `version` was read; without `version`, when the caller made the very same act before and nothing came over it since: sent twice, it counts once.',
  body: z.strictObject({ act: editInput, reason: why, version: z.number().int().optional() }),
  data: z.object({ act: edit, effect, version: z.number().int() }),
})

export const undoAct = endpoint({
  base,
  method: 'POST',
  path: '/v1/edits/undo',
  access: 'readings.edit',
  changes: ['readings', 'results', 'runs'],
  summary:
    'Undoes an edit: the series is used as if it had never been made. It stays in the list. 409 when it was undone already.',
  body: z.strictObject({ act_id: id, reason: reason.nullish() }),
  data: z.object({ act: edit, effect, version: z.number().int() }),
})

export const previewUndo = endpoint({
  base,
  method: 'POST',
  path: '/v1/edits/undo-preview',
  access: 'readings.edit',
  reads: STATE,
  summary:
    'The effect that undoing an edit would have on its series and on the results. Stores nothing. 409 when it was undone already.',
  body: z.strictObject({ act_id: id, px }),
  data: preview,
})

export const review = z.object({
  review_id: z.string(),
  /** '*': the whole record. */
  series: z.string(),
  state: z.enum(REVIEW_STATES),
  from: z.number(),
  to: z.number(),
  note: z.string().nullable(),
  set_at: z.number(),
  set_by: z.string(),
  set_by_name: z.string().nullable(),
  /** When a later review covered it completely. */
  superseded_at: z.number().nullable(),
})
export type ReviewRow = z.infer<typeof review>

export const listReviews = endpoint({
  base,
  method: 'POST',
  path: '/v1/review/getall',
  access: view,
  reads: STATE,
  summary: 'Review states over [from, to]: of the whole record, and every one that was set, newest first.',
  body: z.strictObject({ series: seriesCode.optional(), from: instant, to: instant }),
  data: z.object({ spans: z.array(reviewSpan), reviews: z.array(review) }),
})

export const setReview = endpoint({
  base,
  method: 'POST',
  path: '/v1/review/set',
  access: 'readings.edit',
  changes: ['readings', 'results', 'runs'],
  status: 201,
  summary:
    'Sets the review state of a span of one series, or of the whole record (series absent). Approving, and changing what is approved, needs readings.approve. When a span is opened again, what waited in it is computed.',
  body: z.strictObject({
    series: seriesCode.nullish(),
    state: z.enum(REVIEW_STATES),
    from: instant,
    to: instant,
    note: reason.nullish(),
  }),
  data: review,
})

export const pending = z.object({
  pending_id: z.string(),
  from: z.number(),
  to: z.number(),
  /** Causes: readings arrived or changed, settings changed, a recalculation, an import. */
  why: z.array(z.enum(['readings', 'description', 'recalculate', 'import'])),
  since: z.number(),
  accepted_at: z.number().nullable(),
  accepted_by: z.string().nullable(),
  accepted_by_name: z.string().nullable(),
  note: z.string().nullable(),
})
export type PendingRow = z.infer<typeof pending>

export const listPending = endpoint({
  base,
  method: 'POST',
  path: '/v1/review/pending',
  access: view,
  reads: STATE,
  summary:
    'Spans of approved time whose results would differ because of readings or changes that came later. accepted: those that were accepted too.',
  body: z.strictObject({ accepted: z.boolean().default(false) }),
  data: z.array(pending),
})

export const acceptPending = endpoint({
  base,
  method: 'POST',
  path: '/v1/review/accept',
  access: 'readings.approve',
  changes: ['readings', 'results', 'runs'],
  summary: 'Recomputes exactly these spans and stores the results; they stay approved.',
  body: z.strictObject({
    pending_ids: z.array(id).min(1).max(200),
    note: reason.nullish(),
  }),
  data: z.object({ accepted: z.array(pending), steps: z.number().int() }),
})

/** The call of the specification. */
export const updateStationData = endpoint({
  base,
  method: 'POST',
  path: '/v1/observe/station/data/update',
  access: 'readings.edit',
  summary:
    'Edits readings of a station: each value replaces what was sent at that instant (value null: removes it), with a reason. type is the number of the station: 0, 1 rain, 2 water level, 3 to 5 discharge, 6 gate opening, 7 capacity, 8 battery voltage; another is measuringStationNotInSettings. Raw readings stay, and every edit can be undone.',
  body: z.strictObject({
    station_code: id,
    type: z.number().int({ error: 'whole_number' }),
    data: z
      .array(z.strictObject({ date_string: localTime, value: z.number().nullable() }))
      .min(1)
      .max(MAX_POINTS),
    reason: why,
  }),
  data: z.object({
    /** Several where another device took over within the span. */
    series: z.array(z.string()),
    acts: z.array(edit),
    changed: z.number().int(),
    added: z.number().int(),
    removed: z.number().int(),
  }),
})
