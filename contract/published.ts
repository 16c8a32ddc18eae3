import { z } from 'zod'
import { PUBLISHED_CODES } from '#core/published/index.ts'
import { endpoint } from './endpoint.ts'
import { localTime } from './fields.ts'
import { STATE } from './subjects.ts'

/** Records that the owner of a plant published, compared with computed ones. */
const base = 'main' as const
const access = 'quality.view' as const

export const publishedCode = z.enum(PUBLISHED_CODES)

const peak = z.object({ t: z.number(), v: z.number() })

const scores = {
  /** Values of both records at the same time. */
  n: z.number().int(),
  /** Null where a record does not vary. */
  r: z.number().nullable(),
  nse: z.number().nullable(),
  rmse: z.number(),
  /** Mean of computed minus published. */
  bias: z.number(),
  /** Means. */
  published: z.number(),
  computed: z.number(),
  /** Of flows, over the values that both have, 10^6 m3; null of storage. */
  volume_published: z.number().nullable(),
  volume_computed: z.number().nullable(),
  peak_published: peak,
  peak_computed: peak,
}

const published = z.object({
  series: publishedCode,
  /** The computed series that it is compared with. */
  computed: z.string(),
  unit: z.string(),
  /** First and last published value, epoch ms. */
  from: z.number(),
  to: z.number(),
  /** Seconds between published values. */
  step: z.number(),
})

export const listPublished = endpoint({
  base,
  method: 'GET',
  path: '/v1/calculation/published/getall',
  access,
  reads: STATE,
  summary:
    'Published records of the reservoir (series published.inflow, published.release, published.storage). They are compared with what is computed, and never used by the calculation.',
  data: z.array(published),
})

export const comparePublished = endpoint({
  base,
  method: 'POST',
  path: '/v1/calculation/published/compare',
  access,
  reads: STATE,
  large: true,
  summary:
    'Compares a published record with what is computed, in [from, to]: r, NSE, RMSE, bias, volume and peak, by month and flood; the days that differ most; months in another unit. A published mean is compared with the mean over the step that ends at its time.',
  body: z.strictObject({ series: publishedCode, from: localTime, to: localTime }),
  data: z.object({
    series: publishedCode,
    unit: z.string(),
    /** Seconds between published values. */
    step: z.number(),
    from: z.number(),
    to: z.number(),
    /** Published values of the span without a computed one. */
    alone: z.number().int(),
    /** Null where the records have no time in common. */
    whole: z.object(scores).nullable(),
    months: z.array(
      z.object({
        ...scores,
        start: z.number(),
        end: z.number(),
        /** Slope of computed against published through the origin: 1 where they agree. */
        slope: z.number().nullable(),
      }),
    ),
    floods: z.array(z.object({ ...scores, start: z.number(), end: z.number() })),
    days: z.array(
      z.object({ start: z.number(), end: z.number(), published: z.number(), computed: z.number() }),
    ),
    /** Months whose values agree with the computed ones only after multiplication by a factor. */
    units: z.array(
      z.object({
        start: z.number(),
        end: z.number(),
        factor: z.number(),
        /** The units that the factor converts, where known. */
        units: z.object({ from: z.string(), to: z.string() }).nullable(),
      }),
    ),
  }),
})
export type PublishedRecord = z.infer<typeof published>
export type PublishedComparison = z.infer<(typeof comparePublished)['data']>
