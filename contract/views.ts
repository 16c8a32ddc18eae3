import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { localTime } from './fields.ts'
import { seriesCode } from './readings.ts'
import { id, requiredLine } from './validation.ts'

/** Saved views of the chart page, of expert accounts. */
const base = 'main' as const
const access = 'expert' as const

export const VIEW_LIMITS = {
  panes: 8,
  ofPane: 12,
  series: 24,
  name: 100,
  own: 200,
  minHours: 0.01,
  hours: 24 * 366 * 10,
} as const

/** Colour tokens of series; each has enough contrast in both themes. */
export const SERIES_COLORS = [
  'level',
  'inflow',
  'outflow',
  'turbine',
  'spill',
  'rain',
  'radar',
  'violet',
  'olive',
  'brown',
  'navy',
  'slate',
] as const
export type SeriesColor = (typeof SERIES_COLORS)[number]

/** A series in a pane over time. */
export const drawnSeries = z.strictObject({
  code: seriesCode,
  side: z.enum(['left', 'right']),
  color: z.enum(SERIES_COLORS),
  /** Whether it is in the legend, but not drawn. */
  hidden: z.boolean(),
})
export type DrawnSeries = z.infer<typeof drawnSeries>

export const viewPane = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('time'), series: z.array(drawnSeries).max(VIEW_LIMITS.ofPane) }),
  /** One series against another; null: not chosen yet. Colour shows the time. */
  z.strictObject({ kind: z.literal('xy'), x: seriesCode.nullable(), y: seriesCode.nullable() }),
])
export type ViewPane = z.infer<typeof viewPane>

const seriesOf = (p: ViewPane) => (p.kind === 'time' ? p.series.length : 0)
const twice = (p: ViewPane) =>
  p.kind === 'time' && new Set(p.series.map((s) => s.code)).size < p.series.length

/** The state of the chart page. */
export const chartView = z.strictObject({
  panes: z
    .array(viewPane)
    .max(VIEW_LIMITS.panes)
    .refine((all) => all.reduce((n, p) => n + seriesOf(p), 0) <= VIEW_LIMITS.series, {
      error: 'view_too_many_series',
      params: { max: VIEW_LIMITS.series },
    })
    .refine((all) => !all.some(twice), { error: 'view_series_twice' }),
  /** The last hours, live, or a span between local times of the plant. */
  span: z.union([
    z.strictObject({ hours: z.number().min(VIEW_LIMITS.minHours).max(VIEW_LIMITS.hours) }),
    z
      .strictObject({ from: localTime, to: localTime })
      .refine((s) => s.from < s.to, { error: 'from_after_to' }),
  ]),
  /** The period to compare with: 'year', 'before.<hours>', 'days.<days>'. */
  compare: z
    .string()
    .regex(/^(year|(before|days)\.\d{1,6}(\.\d{1,4})?)$/)
    .nullable(),
  /** Whether the values are shown as a table beside the chart. */
  table: z.boolean(),
})
export type ChartView = z.infer<typeof chartView>

export const savedView = z.object({
  view_id: z.string(),
  version: z.number().int(),
  name: z.string(),
  content: chartView,
  shared: z.boolean(),
  owner_id: z.string(),
  /** null: the account is gone. */
  owner_name: z.string().nullable(),
  /** Whether it is the caller's: only then may it be changed or deleted. */
  own: z.boolean(),
  created_at: z.number(),
  updated_at: z.number(),
})
export type SavedView = z.infer<typeof savedView>

const name = requiredLine(VIEW_LIMITS.name)
const held = { view_id: id, version: z.number().int() }

export const listViews = endpoint({
  base,
  method: 'GET',
  path: '/v1/chart/view/getall',
  access,
  reads: ['chart-views'],
  summary:
    "Saved views of the chart page: the caller's own and those that experts of the reservoir share, by name.",
  data: z.array(savedView),
})

export const addView = endpoint({
  base,
  method: 'POST',
  path: '/v1/chart/view/add',
  access,
  changes: ['chart-views'],
  summary: `Saves a view; 409 view_name_taken when another view of the caller has the name. At most ${VIEW_LIMITS.own}.`,
  status: 201,
  body: z.strictObject({ name, content: chartView, shared: z.boolean().default(false) }),
  data: savedView,
})

export const updateView = endpoint({
  base,
  method: 'POST',
  path: '/v1/chart/view/update',
  access,
  changes: ['chart-views'],
  summary:
    'Renames, replaces, shares or unshares a view of one’s own; absent fields stay as they are. 409 conflict when it was changed since `version` was read.',
  body: z.strictObject({
    ...held,
    name: name.optional(),
    content: chartView.optional(),
    shared: z.boolean().optional(),
  }),
  data: savedView,
})

export const deleteView = endpoint({
  base,
  method: 'POST',
  path: '/v1/chart/view/delete',
  access,
  changes: ['chart-views'],
  summary:
    'Removes a view of one’s own; experts may also remove a shared one whose owner is gone. 409 conflict when it was changed since `version` was read.',
  body: z.strictObject(held),
  data: z.null(),
})
