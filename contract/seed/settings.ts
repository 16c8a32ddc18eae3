import { z } from 'zod'
import { MOST_LATE_SHOWN } from '#core/description/index.ts'
import type { MessageCode } from '../messages.ts'
import { OWN_PATH } from '../pages.ts'
import { seriesCode } from '../readings.ts'
import { code, line } from '../validation.ts'
import { elevation, meterEvery, monthDay, notNegative, positive, seconds, share, whole } from './rules.ts'

export const settingsSchema = z
  .strictObject({
    waterLevelMin: elevation.nullable().default(null),
    waterLevelMax: elevation.nullable().default(null),
    levelAxis: z.enum(['limits', 'data']).optional(),
    lateShown: z.number().min(0).max(MOST_LATE_SHOWN).optional(),
    dischargeOutChart: z.enum(['left', 'right']).default('left'),
    hiddenLines: z.array(z.string().max(60)).max(40).default([]),
    thresholds: z
      .array(z.enum(['dead', 'normal', 'designedFlood', 'checkFlood', 'crest', 'season']))
      .default(['dead', 'normal', 'designedFlood']),
    cameraPath: z
      .string()
      .max(500, code('too_long'))
      .superRefine((address, c) => {
        const rtsp = /^rtsp/i.test(address)
        if (!rtsp && (OWN_PATH.test(address) || /^https?:\/\/[^/\\\s]\S*$/i.test(address))) return
        const message: MessageCode = rtsp ? 'camera_rtsp' : 'wrong_format'
        c.addIssue({ code: 'custom', path: [], message, input: address })
      })
      .nullable()
      .default(null),
    mapTiles: z
      .string()
      .max(500, code('too_long'))
      .superRefine((address, c) => {
        const placed = ['{z}', '{x}', '{y}'].every((part) => address.includes(part))
        const isFile = /\.pmtiles(\?\S*)?$/i.test(address)
        if (/^(\/(?!\/)|https?:\/\/[^/\s])\S*$/i.test(address) && (placed || isFile)) return
        c.addIssue({ code: 'custom', path: [], message: 'map_tiles_format', input: address })
      })
      .nullish(),
    mapCredit: line(200).nullish(),
  })
  .refine((s) => s.waterLevelMin === null || s.waterLevelMax === null || s.waterLevelMin < s.waterLevelMax, {
    ...code('axis_order'),
    path: ['waterLevelMax'],
  })

export const parametersSchema = z.strictObject({
  interval: seconds,
  window: seconds,
  inflowMethod: z.literal([1, 2, 3, 4, 5]),
  holdWindow: z.boolean().optional(),
  sigmaLimit: z.number().min(0.001).max(1).optional(),
  holdSilent: whole.min(0).max(86_400).optional(),
  movingPoints: whole.min(1).max(1000).default(5),
  smoothing: notNegative.default(300),
  operation: z.enum(['automatic', 'manual']).default('automatic'),
  inflowSeries: seriesCode.nullish(),
  allowSuspect: z.boolean().default(false),
  evaporation: z
    .array(notNegative)
    .refine((e) => e.length === 0 || e.length === 12, code('twelve_months'))
    .default([]),
  seepage: notNegative.default(0),
  seepageByLevel: z
    .array(z.tuple([elevation, notNegative]))
    .refine((rows) => rows.every((r, i) => i === 0 || rows[i - 1][0] < r[0]), code('levels_must_rise'))
    .optional(),
  seepageReturns: z.boolean().default(true),
  envFlow: notNegative.nullable().default(null),
  envSeries: seriesCode.nullish(),
  levelRate: positive.default(1),
  minimumFlows: z
    .array(
      z.strictObject({ from: monthDay, to: monthDay, reach: z.enum(['dam', 'river']), flow: notNegative }),
    )
    .optional(),
  minimumFlowTolerance: share.optional(),
  energyStep: z.literal([900, 1800]).optional(),
  meterSeries: seriesCode.nullish(),
  ownUseSeries: seriesCode.nullish(),
  netSeries: seriesCode.nullish(),
  meterEvery: meterEvery.optional(),
  ownUse: share.nullish(),
})
