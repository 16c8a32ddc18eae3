import { z } from 'zod'
import { difference } from './calculation.ts'
import { endpoint } from './endpoint.ts'
import { column, localTime } from './fields.ts'
import { gateSchema, unitSchema } from './seed/outlets.ts'
import { parametersSchema } from './seed/settings.ts'
import { plantSchema } from './seed/plant.ts'
import { positionSchema, sensorSchema, stationSchema } from './seed/measuring.ts'
import { tableChoice } from './tables/uploads.ts'
import { objectId as id } from './validation.ts'

const base = 'main' as const

/** The draft of a change of one item, as the calls of the description take it; body null: retired. */
const draftOf = <N extends string, B extends z.ZodType>(noun: N, body: B) =>
  z.strictObject({
    noun: z.literal(noun),
    /** Of an existing item; absent: a new one. plant and parameters have none. */
    id: id.optional(),
    body: body.nullable(),
    /** Local; null: always; absent: the period of the version in force. */
    from: localTime.nullable().optional(),
  })

const period = {
  from: localTime.nullable().optional(),
  to: localTime.nullable().optional(),
  loop_by_year: z.boolean().optional(),
  active: z.boolean().optional(),
}

export const draftChange = z.discriminatedUnion('noun', [
  draftOf('plant', plantSchema),
  draftOf('position', positionSchema),
  draftOf('gate', gateSchema),
  draftOf('unit', unitSchema),
  draftOf('station', stationSchema),
  draftOf('sensor', sensorSchema),
  draftOf('parameters', parametersSchema),
  /** A table of an upload that is not saved yet. Tables in its way count as replaced. */
  z.strictObject({
    noun: z.literal('table'),
    ...tableChoice,
    object: id.nullable(),
    ...period,
  }),
  /** A saved table whose period, loop or use changes, or (retire) that ends at `from`. */
  z.strictObject({
    noun: z.literal('table_version'),
    id,
    version: id,
    retire: z.boolean().default(false),
    ...period,
  }),
  /** A former version of a table that is put in force again. */
  z.strictObject({
    noun: z.literal('table_again'),
    id,
    version: id,
    from: localTime.nullable(),
    to: localTime.nullable().optional(),
    loop_by_year: z.boolean().optional(),
  }),
])
export type DraftChange = z.input<typeof draftChange>

/** Most days that a preview computes. */
export const PREVIEW_DAYS = 92

export const previewDifference = endpoint({
  base,
  method: 'POST',
  path: '/v1/calculation/preview',
  access: 'dashboard.calculation',
  changes: [],
  summary:
    'The effect of a change of the description, or of edits of data, over at most 92 days, compared with what is stored now. Saved instants, manual operation and approved times stay as they are. Stores nothing.',
  body: z.strictObject({
    from: localTime,
    to: localTime,
    /** Width of the drawing: the answer has about eight entries a pixel, with every extreme. */
    px: z.number().int().min(50).max(4000).default(800),
    changes: z.array(draftChange).max(20).default([]),
  }),
  data: z.object({
    /** Span compared, epoch ms. */
    from: z.number(),
    to: z.number(),
    /** Instants compared, those with any difference, and those that stay although they would differ. */
    instants: z.number(),
    changed: z.number(),
    standing: z.number(),
    /**
     * Whether part of the span is approved: computed values there change only after they are accepted, and not in this
     * preview.
     */
    approved: z.boolean(),
    figures: z.array(difference),
    /**
     * What is sold of the days in which that changes, [from, to), epoch ms, until now, else of all days of the span: net
     * energy that is known, and the share that is missing; VND for who may see money, where there is a tariff. Absent: the plant has no energy.
     */
    sold: z
      .object({
        from: z.number(),
        to: z.number(),
        kwh: z.object({ before: z.number(), after: z.number() }),
        missing: z.object({ before: z.number(), after: z.number() }),
        vnd: z.object({ before: z.number(), after: z.number() }).optional(),
      })
      .optional(),
    /** By code of the series; at the same instants before and after. */
    lines: z.record(z.string(), z.object({ before: column, after: column })),
  }),
})
export type Preview = z.infer<(typeof previewDifference)['data']>
