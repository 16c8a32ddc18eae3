import { z } from 'zod'
import { gateSchema, unitSchema } from '#contract/seed/outlets.ts'
import { levelsSchema, plantSchema } from '#contract/seed/plant.ts'
import { positionSchema, stationSchema } from '#contract/seed/measuring.ts'
import { seedSchema } from '#contract/seed.ts'
import { SERIES_KINDS, seriesCode } from '#contract/readings.ts'
import {
  gateBody,
  stationBody,
  unitBody,
  type GateDraft,
  type StationForm,
  type UnitDraft,
} from './bodies.ts'

export const SETUP_STEPS = [
  'identity',
  'place',
  'levels',
  'storage',
  'positions',
  'release',
  'units',
  'stations',
  'review',
] as const
export type Step = (typeof SETUP_STEPS)[number]

const { name, river, province, zone, latitude, longitude, basinArea } = plantSchema.shape
const every = positionSchema.shape.every
const LENGTHS = ['m', 'cm', 'mm', 'ft'] as const
const described = <T extends object>(body: (form: T) => unknown, schema: z.ZodType) =>
  z
    .unknown()
    .transform((form) => body(form as T))
    .pipe(schema)

/** Schema of each step, taken from that of the description. */
export const STEP_SCHEMAS: Record<Exclude<Step, 'storage'>, z.ZodType> = {
  identity: z.looseObject({
    hydroCode: seedSchema.shape.hydroCode,
    plant: z.looseObject({ name, river, province, zone }),
  }),
  place: z.looseObject({ plant: z.looseObject({ latitude, longitude, basinArea }) }),
  levels: z.looseObject({ plant: z.looseObject({ levels: levelsSchema }) }),
  positions: z.looseObject({
    positions: z.array(positionSchema.extend({ unit: z.enum(LENGTHS) })).superRefine((all, c) => {
      if (!all.some((p) => p.type === 1)) c.addIssue({ code: 'custom', message: 'reservoir_position' })
      sameCode(
        c,
        all.map((p) => p.series),
      )
    }),
  }),
  release: z.looseObject({
    release: z.looseObject({ mode: z.enum(['gates', 'measured', 'both', 'none']) }),
    gates: z.array(described<GateDraft>(gateBody, gateSchema)).default([]),
    measured: z.looseObject({ name, series: seriesCode, kind: z.enum(SERIES_KINDS), every }),
  }),
  units: z.looseObject({ units: z.array(described<UnitDraft>((u) => unitBody(u, 0), unitSchema)) }),
  stations: z.looseObject({
    stations: z
      .array(described<StationForm>((s) => stationBody(s, ''), stationSchema))
      .superRefine((all, c) =>
        sameCode(
          c,
          all.map((s) => (s as { code: string }).code),
          'code',
        ),
      ),
  }),
  review: z.looseObject({
    calc: z.looseObject({
      interval: every,
      window: every,
      movingPoints: z.number().int({ error: 'whole_number' }).min(1).max(1000),
    }),
  }),
}

function sameCode(c: z.core.$RefinementCtx<unknown>, codes: readonly string[], field = 'series'): void {
  codes.forEach((code, i) => {
    if (codes.indexOf(code) < i)
      c.addIssue({ code: 'custom', path: [i, field], message: 'listed_twice', params: { code }, input: code })
  })
}
