import { z } from 'zod'
import { isUnit } from '#core/quantities.ts'
import { SERIES_KINDS, seriesCode } from '../readings.ts'
import { objectId, line } from '../validation.ts'
import {
  MOST,
  elevation,
  gain,
  seedId,
  latitude,
  longitude,
  name,
  number,
  rising,
  seconds,
  share,
} from './rules.ts'

export const positionSchema = z.strictObject({
  name,
  type: z.literal([1, 2, 3]),
  series: seriesCode,
  gain,
  offset: number.min(-MOST).max(MOST).default(0),
  method: z.literal([1, 2, 3]).default(1),
  average: z.boolean().default(true),
  every: seconds,
})

export const stationSchema = z.strictObject({
  code: seedId,
  name,
  type: z.literal([1, 2, 3, 4, 5, 6, 7, 8]),
  province: line(200),
  address: line(300),
  latitude,
  longitude,
  basin: line(200),
  series: seriesCode,
  radarSeries: seriesCode.optional(),
  sensorPort: line(60),
  thiessen: share.nullish(),
  every: seconds,
  alarms: z
    .tuple([elevation.nullable(), elevation.nullable(), elevation.nullable()])
    .superRefine((levels, c) => rising(c, [...levels.entries()], 'alarms_order'))
    .optional(),
})

export const sensorSchema = z.strictObject({
  name,
  kind: z.literal([1, 2, 3, 4, 5, 6, 7, 8]),
  port: line(60).default(''),
  target: z
    .strictObject({ noun: z.enum(['station', 'position', 'leaf', 'unit']), id: objectId })
    .nullable()
    .default(null),
  series: seriesCode.nullable().default(null),
  state: z.enum(['not_installed', 'installed', 'uninstalled']).default('not_installed'),
  gain,
  offset: number.min(-MOST).max(MOST).default(0),
  plate: line(200).default(''),
})

export const seriesSchema = z.strictObject({
  code: seriesCode,
  name,
  unit: z.string().superRefine((unit, c) => {
    if (!isUnit(unit)) c.addIssue({ code: 'custom', message: 'unknown_unit', params: { unit }, input: unit })
  }),
  kind: z.enum(SERIES_KINDS),
  step_s: seconds.nullable().default(null),
})
