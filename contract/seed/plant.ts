import { z } from 'zod'
import { LAYER_PARTS, LAYER_POINTS } from '#core/geo/shapes.ts'
import { isZone } from '#core/time/index.ts'
import { code, line } from '../validation.ts'
import {
  elevation,
  seedId,
  isDateOrNone,
  latitude,
  longitude,
  minutes,
  monthDay,
  name,
  notNegative,
  positive,
  rising,
  twice,
} from './rules.ts'

/** Two weeks, min: longer than water takes down the longest river. */
export const MOST_TRAVEL = 20_160

/**
 * A flood level below the normal one is unusual but real where a reservoir is drawn down before the flood; a dam crest
 * or a check flood out of order is a typing error.
 */
export const levelsSchema = z
  .strictObject({
    minPossible: elevation,
    dead: elevation,
    normal: elevation,
    designedFlood: elevation,
    maxPossible: elevation,
    checkFlood: elevation.nullish(),
    crest: elevation.nullish(),
  })
  .superRefine((l, c) => {
    const order = (...names: (keyof typeof l)[]) =>
      rising(
        c,
        names.map((n) => [n, l[n]] as const),
        'levels_order',
      )
    order('minPossible', 'dead', 'normal', 'maxPossible')
    order('dead', 'designedFlood', 'checkFlood')
    order('normal', 'crest')
  })

const mapLayer = z.strictObject({
  fileId: z.string().nullish(),
  shapes: z
    .array(
      z.strictObject({
        name: line(80),
        rank: z.literal([1, 2, 3]),
        parts: z
          .array(
            z
              .array(z.tuple([longitude, latitude]))
              .min(2)
              .max(LAYER_POINTS),
          )
          .min(1)
          .max(LAYER_PARTS),
      }),
    )
    .min(1)
    .max(LAYER_PARTS),
})

export const plantSchema = z.strictObject({
  name,
  river: line(200),
  riverBasin: line(200).nullish(),
  riverKm: z.number().min(0).max(10_000).nullish(),
  joins: z.strictObject({ river: line(200), km: z.number().min(0).max(10_000) }).nullish(),
  travelTime: z.number().min(0).max(MOST_TRAVEL).nullish(),
  company: line(200).nullish(),
  phone: line(60).nullish(),
  province: line(200),
  address: line(300).optional(),
  zone: z.string().refine(isZone, code('unknown_zone')),
  latitude,
  longitude,
  levels: levelsSchema,
  basinArea: notNegative,
  meanAnnualFlow: notNegative.nullish(),
  floods: z
    .array(z.strictObject({ frequency: positive.max(100), flow: positive }))
    .max(20)
    .superRefine((all, c) =>
      twice(
        c,
        all.map((one) => String(one.frequency)),
        (i) => [i, 'frequency'],
      ),
    )
    .optional(),
  basin: z
    .array(z.tuple([longitude, latitude]))
    .min(3)
    .optional(),
  mapBounds: z
    .strictObject({
      startLongitude: longitude,
      startLatitude: latitude,
      endLongitude: longitude,
      endLatitude: latitude,
    })
    .refine((b) => b.startLongitude < b.endLongitude, { ...code('bounds_order'), path: ['endLongitude'] })
    .refine((b) => b.startLatitude < b.endLatitude, { ...code('bounds_order'), path: ['endLatitude'] })
    .optional(),
  dayStart: minutes.default(0),
  rainDayStart: minutes.default(0),
  recordsFrom: z.string().refine(isDateOrNone, code('date_rule')).optional(),
  catchments: z
    .array(z.strictObject({ code: seedId, name, area: positive }))
    .max(200)
    .superRefine((all, c) =>
      twice(
        c,
        all.map((one) => one.code),
        (i) => [i, 'code'],
      ),
    )
    .default([]),
  seasonLimits: z
    .array(z.strictObject({ from: monthDay, to: monthDay, level: elevation }))
    .max(40)
    .optional(),
  basinFile: z.string().nullish(),
  mapLayers: z
    .strictObject({ rivers: mapLayer.optional(), lakes: mapLayer.optional(), borders: mapLayer.optional() })
    .optional(),
})
