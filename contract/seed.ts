import { z } from 'zod'
import { ALL_GROUPS, type Group } from '#core/description/index.ts'
import { isUnit } from '#core/quantities.ts'
import { isZone } from '#core/time/index.ts'
import type { DescriptionSeed } from './description.ts'
import { SERIES_KINDS, seriesCode } from './readings.ts'

/** A whole plant as a file: what sets up a reservoir from nothing. Errors name their path. */
const id = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/)
const name = z.string().trim().min(1).max(200)
const number = z.number()
const positive = z.number().positive()
const notNegative = z.number().min(0)
const share = z.number().min(0).max(1)
const seconds = z.number().int().positive()
const minutes = z.number().int().min(0).max(1439)
/** MM-DD of a leap year. */
const monthDay = z.string().refine((s) => {
  const [, m, d] = /^(\d{2})-(\d{2})$/.exec(s) ?? []
  return m !== undefined && +d >= 1 && +d <= (MONTH_DAYS[+m - 1] ?? 0)
}, 'MM-DD')
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const ascending = (values: readonly (number | null | undefined)[]) => {
  const known = values.filter((v) => v !== null && v !== undefined)
  return known.every((v, i) => i === 0 || known[i - 1] <= v)
}

export const levelsSchema = z
  .strictObject({
    minPossible: number,
    dead: number,
    normal: number,
    designedFlood: number,
    maxPossible: number,
    checkFlood: number.nullish(),
    crest: number.nullish(),
  })
  .refine((l) => ascending([l.minPossible, l.dead, l.normal, l.maxPossible]), {
    message: 'levels must not fall from minPossible over dead and normal to maxPossible',
  })

export const plantSchema = z.strictObject({
  name,
  river: z.string(),
  province: z.string(),
  address: z.string().optional(),
  zone: z.string().refine(isZone, 'unknown zone'),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  levels: levelsSchema,
  basinArea: notNegative,
  basin: z
    .array(z.tuple([number, number]))
    .min(3)
    .optional(),
  mapBounds: z
    .strictObject({
      startLongitude: number,
      startLatitude: number,
      endLongitude: number,
      endLatitude: number,
    })
    .optional(),
  dayStart: minutes.default(0),
  rainDayStart: minutes.default(0),
  catchments: z.array(z.strictObject({ code: id, name, area: positive })).default([]),
  seasonLimits: z.array(z.strictObject({ from: monthDay, to: monthDay, level: number })).optional(),
  basinFile: z.string().nullish(),
})

export const positionSchema = z.strictObject({
  name,
  type: z.literal([1, 2, 3]),
  series: seriesCode,
  gain: number.default(1),
  offset: number.default(0),
  method: z.literal([1, 2, 3]).default(1),
  average: z.boolean().default(true),
  every: seconds,
})

const exhaustParameters = z.strictObject({
  width: positive.optional(),
  sill: number.optional(),
  m: positive.optional(),
  c: positive.optional(),
  cSub: positive.optional(),
  maxOpening: positive.optional(),
  smoothSubmergence: z.boolean().optional(),
  bays: z.number().int().positive().optional(),
  xiAbutment: notNegative.optional(),
  xiPier: notNegative.optional(),
  designHead: positive.optional(),
  approachVelocity: notNegative.optional(),
  trunnion: positive.optional(),
  te: number.optional(),
  be: number.optional(),
  he: number.optional(),
  height: positive.optional(),
  mu: positive.optional(),
  diameter: positive.optional(),
  length: positive.optional(),
  n: positive.optional(),
  ke: notNegative.optional(),
  slope: number.optional(),
  inletInvert: number.optional(),
  outletInvert: number.optional(),
  inlet: z.enum(['square', 'groove', 'projecting']).optional(),
})

export const gateSchema = z
  .strictObject({
    name,
    type: z.literal([1, 2, 3, 4, 5]),
    method: z.enum(['auto', 'measured']),
    parameters: exhaustParameters.default({}),
    leaves: z
      .array(
        z.strictObject({
          id,
          name,
          openingSeries: seriesCode.optional(),
          openingUnit: z.string().optional(),
          dischargeSeries: seriesCode.optional(),
        }),
      )
      .min(1),
    environmental: z.boolean().optional(),
    every: seconds,
  })
  .superRefine((g, c) => {
    if (g.method !== 'measured') return
    g.leaves.forEach((leaf, i) => {
      if (leaf.dischargeSeries === undefined)
        c.addIssue({
          code: 'custom',
          path: ['leaves', i, 'dischargeSeries'],
          message: 'measured: name its series',
        })
    })
  })

export const unitSchema = z.strictObject({
  name,
  type: z.literal([6, 7]),
  axis: z.literal([1, 2, 3]),
  number: z.number().int().positive(),
  centreElevation: number,
  ratedPower: positive,
  qmax: positive,
  generatorEfficiency: share.optional(),
  cutIn: share.optional(),
  speedNoLoadFlow: notNegative.optional(),
  waterwayType: z.literal([1, 2, 3]),
  waterway: z.string(),
  powerSeries: seriesCode,
  powerUnit: z.enum(['kW', 'MW']),
  dischargeSeries: seriesCode.optional(),
  method: z.enum(['auto', 'measured']),
  every: seconds,
})

export const stationSchema = z.strictObject({
  code: id,
  name,
  type: z.literal([1, 2, 3, 4, 5, 6, 7, 8]),
  province: z.string(),
  address: z.string(),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  basin: z.string(),
  series: seriesCode,
  radarSeries: seriesCode.optional(),
  sensorPort: z.string(),
  thiessen: share.nullish(),
  every: seconds,
  alarms: z
    .tuple([number.nullable(), number.nullable(), number.nullable()])
    .refine(ascending, 'alarm levels must not fall from I to III')
    .optional(),
})

export const sensorSchema = z.strictObject({
  name,
  kind: z.literal([1, 2, 3, 4, 5, 6, 7, 8]),
  port: z.string().max(60).default(''),
  target: z
    .strictObject({ noun: z.enum(['station', 'position', 'leaf', 'unit']), id: z.string().min(1).max(130) })
    .nullable()
    .default(null),
  series: seriesCode.nullable().default(null),
  state: z.enum(['not_installed', 'installed', 'uninstalled']).default('not_installed'),
  gain: number.refine((g) => g !== 0, 'a gain of 0 loses every reading').default(1),
  offset: number.default(0),
  plate: z.string().max(200).default(''),
})

export const settingsSchema = z
  .strictObject({
    waterLevelMin: number.nullable().default(null),
    waterLevelMax: number.nullable().default(null),
    dischargeOutChart: z.enum(['left', 'right']).default('left'),
    hiddenLines: z.array(z.string().max(60)).max(40).default([]),
    thresholds: z
      .array(z.enum(['dead', 'normal', 'designedFlood', 'checkFlood', 'crest', 'season']))
      .default(['dead', 'normal', 'designedFlood']),
    cameraPath: z.string().max(500).nullable().default(null),
  })
  .refine((s) => s.waterLevelMin === null || s.waterLevelMax === null || s.waterLevelMin < s.waterLevelMax, {
    message: 'the lowest level of the axis must lie below the highest',
    path: ['waterLevelMax'],
  })

export const tableSchema = z.strictObject({
  group: z.enum(ALL_GROUPS as unknown as [Group, ...Group[]]),
  name,
  object: id.nullable().default(null),
  fileName: z.string().default(''),
  fileId: z.string().nullish(),
  uploadedAt: z.number().default(0),
  active: z.boolean().default(true),
  loopByYear: z.boolean().default(false),
  rows: z.array(z.array(number)).min(2),
  units: z
    .strictObject({ v: z.enum(['10^6 m3', 'm3']).optional(), p: z.enum(['MW', 'kW']).optional() })
    .default({}),
  headKind: z.enum(['gross', 'net']).optional(),
  method: z.literal('linear').optional(),
  meaning: z.string().optional(),
})

export const parametersSchema = z.strictObject({
  interval: seconds,
  window: seconds,
  inflowMethod: z.literal([1, 2, 3, 4, 5]),
  movingPoints: z.number().int().min(1).default(5),
  smoothing: notNegative.default(300),
  operation: z.enum(['automatic', 'manual']).default('automatic'),
  inflowSeries: seriesCode.nullish(),
  allowSuspect: z.boolean().default(false),
  evaporation: z
    .array(notNegative)
    .refine((e) => e.length === 0 || e.length === 12, 'twelve months, or none')
    .default([]),
  seepage: notNegative.default(0),
  seepageByLevel: z
    .array(z.tuple([number, notNegative]))
    .refine((rows) => rows.every((r, i) => i === 0 || rows[i - 1][0] < r[0]), 'levels must rise')
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
})

export const seriesSchema = z.strictObject({
  code: seriesCode,
  name,
  unit: z.string().refine(isUnit, 'unknown unit'),
  kind: z.enum(SERIES_KINDS),
  step_s: seconds.nullable().default(null),
})

const items = <T extends z.ZodType>(body: T) => z.array(z.strictObject({ id, body })).default([])

export const seedSchema = z
  .strictObject({
    hydroCode: id,
    plant: plantSchema,
    positions: items(positionSchema),
    gates: items(gateSchema),
    units: items(unitSchema),
    stations: items(stationSchema),
    sensors: items(sensorSchema).optional(),
    tables: items(tableSchema),
    parameters: parametersSchema,
    settings: settingsSchema.optional(),
    series: z.array(seriesSchema).default([]),
  })
  .superRefine((seed, c) => {
    const wrong = (path: (string | number)[], message: string) =>
      c.addIssue({ code: 'custom', path, message })
    const codes = new Set<string>()
    seed.series.forEach(({ code }, i) => {
      if (codes.has(code)) wrong(['series', i, 'code'], `${code} stands in the list twice`)
      codes.add(code)
    })
    const named = (path: (string | number)[], code: string | null | undefined) => {
      if (code && !codes.has(code)) wrong(path, `${code} is not among the series`)
    }
    for (const noun of ['positions', 'gates', 'units', 'stations', 'tables'] as const) {
      const seen = new Set<string>()
      seed[noun].forEach((item, i) => {
        if (seen.has(item.id)) wrong([noun, i, 'id'], `${item.id} stands in the list twice`)
        seen.add(item.id)
      })
    }
    seed.positions.forEach((p, i) => named(['positions', i, 'body', 'series'], p.body.series))
    seed.gates.forEach((g, i) =>
      g.body.leaves.forEach((leaf, k) => {
        named(['gates', i, 'body', 'leaves', k, 'openingSeries'], leaf.openingSeries)
        named(['gates', i, 'body', 'leaves', k, 'dischargeSeries'], leaf.dischargeSeries)
      }),
    )
    seed.units.forEach((u, i) => {
      named(['units', i, 'body', 'powerSeries'], u.body.powerSeries)
      named(['units', i, 'body', 'dischargeSeries'], u.body.dischargeSeries)
    })
    seed.stations.forEach((s, i) => named(['stations', i, 'body', 'series'], s.body.series))
    named(['parameters', 'inflowSeries'], seed.parameters.inflowSeries)
    named(['parameters', 'envSeries'], seed.parameters.envSeries)
  })

export type SeedInput = z.input<typeof seedSchema>

/** A parsed seed is a DescriptionSeed: checked by the compiler here. */
export const toSeed = (input: unknown): DescriptionSeed => seedSchema.parse(input)
