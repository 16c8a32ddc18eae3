import { z } from 'zod'
import { OWN_PATH } from './pages.ts'
import { ALL_GROUPS, CHECK_GRADES, CHECK_KINDS, type CheckKind, type Group } from '#core/description/index.ts'
import { LAYER_PARTS, LAYER_POINTS } from '#core/geo/shapes.ts'
import { isUnit } from '#core/quantities.ts'
import { fromLocal, isZone } from '#core/time/index.ts'
import type { DescriptionSeed } from './description.ts'
import type { MessageCode } from './messages.ts'
import { SERIES_KINDS, seriesCode } from './readings.ts'
import { line, requiredLine } from './validation.ts'

const code = (c: MessageCode) => ({ error: c })

/**
 * A whole plant as a file: what sets up a reservoir from nothing, and the rules of each item of its description.
 * Issues name their path and carry a message code.
 */
const id = z
  .string()
  .min(1, code('required'))
  .max(60, code('too_long'))
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/, code('id_rule'))
const name = requiredLine(200)
const number = z.number({
  error: ({ code, input }) =>
    code !== 'invalid_type' ? undefined : input === undefined || input === null ? 'required' : 'not_a_number',
})
const positive = number.positive(code('above_zero'))
const notNegative = number.min(0)
/** yyyy-MM-dd, or nothing. */
const isDateOrNone = (text: string) => text === '' || (text.length === 10 && fromLocal(text, 'UTC') !== null)
const share = number.min(0).max(1)
const whole = number.int(code('whole_number'))
const seconds = whole.positive(code('above_zero')).max(86_400 * 366)
const minutes = whole.min(0).max(1439)
/** m above a datum: lower than any shore, higher than any lake, it is in another unit. */
const elevation = number.min(-500).max(9000)
/** A calibration beyond it is a slip of the hand, or harm. */
const MOST = 1e6
const gain = number
  .refine((g) => g !== 0, code('not_zero'))
  .min(-MOST)
  .max(MOST)
  .default(1)
const latitude = number.min(-90).max(90)
const longitude = number.min(-180).max(180)
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** MM-DD of a leap year. */
const monthDay = z.string().refine((s) => {
  const [, m, d] = /^(\d{2})-(\d{2})$/.exec(s) ?? []
  return m !== undefined && +d >= 1 && +d <= (MONTH_DAYS[+m - 1] ?? 0)
}, code('month_day'))

type Context = z.core.$RefinementCtx<unknown>
type Values = readonly (readonly [path: PropertyKey, value: number | null | undefined])[]

/** An issue at each value that lies below the one before it; what is not known is passed over. */
function rising(c: Context, values: Values, message: MessageCode): void {
  let before: number | null = null
  for (const [path, value] of values) {
    if (value === null || value === undefined) continue
    if (before !== null && value < before)
      c.addIssue({ code: 'custom', path: [path], message, params: { min: before }, input: value })
    before = value
  }
}

/** Adds an issue at each code that is in a list for the second time. */
function twice(c: Context, list: readonly string[], path: (i: number) => PropertyKey[]): void {
  list.forEach((one, i) => {
    if (list.indexOf(one) < i)
      c.addIssue({
        code: 'custom',
        path: path(i),
        message: 'listed_twice',
        params: { code: one },
        input: one,
      })
  })
}

/**
 * A flood level below the normal one is unusual but real where a reservoir is drawn down before the flood; a dam
 * crest or a check flood out of order is a slip of the pen.
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
  province: line(200),
  address: line(300).optional(),
  zone: z.string().refine(isZone, code('unknown_zone')),
  latitude,
  longitude,
  levels: levelsSchema,
  basinArea: notNegative,
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
    .array(z.strictObject({ code: id, name, area: positive }))
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

const exhaustParameters = z
  .strictObject({
    width: positive.optional(),
    sill: elevation.optional(),
    m: positive.optional(),
    c: positive.optional(),
    cSub: positive.optional(),
    maxOpening: positive.optional(),
    smoothSubmergence: z.boolean().optional(),
    bays: whole.positive(code('above_zero')).optional(),
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
    inletInvert: elevation.optional(),
    outletInvert: elevation.optional(),
    inlet: z.enum(['square', 'groove', 'projecting']).optional(),
  })
  .refine((p) => p.outletInvert === undefined || p.outletInvert <= (p.inletInvert ?? p.sill ?? Infinity), {
    ...code('outlet_above_inlet'),
    path: ['outletInvert'],
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
          openingUnit: line(20).optional(),
          dischargeSeries: seriesCode.optional(),
        }),
      )
      .min(1)
      .max(200),
    total: z.boolean().optional(),
    environmental: z.boolean().optional(),
    every: seconds,
  })
  .superRefine((g, c) => {
    twice(
      c,
      g.leaves.map((outletGate) => outletGate.id),
      (i) => ['leaves', i, 'id'],
    )
    if (g.total && g.method !== 'measured')
      c.addIssue({ code: 'custom', path: ['total'], message: 'total_is_measured', input: g.total })
    if (g.method !== 'measured') return
    g.leaves.forEach((outletGate, i) => {
      if (outletGate.dischargeSeries === undefined)
        c.addIssue({
          code: 'custom',
          path: ['leaves', i, 'dischargeSeries'],
          message: 'measured_needs_series',
          input: undefined,
        })
    })
  })

export const unitSchema = z
  .strictObject({
    name,
    type: z.literal([6, 7]),
    axis: z.literal([1, 2, 3]),
    number: whole.positive(code('above_zero')).max(999),
    centreElevation: elevation,
    ratedPower: positive,
    qmax: positive,
    generatorEfficiency: share.optional(),
    cutIn: share.optional(),
    speedNoLoadFlow: notNegative.optional(),
    waterwayType: z.literal([1, 2, 3]),
    waterway: line(60),
    powerSeries: seriesCode,
    powerUnit: z.enum(['kW', 'MW']),
    dischargeSeries: seriesCode.optional(),
    method: z.enum(['auto', 'measured']),
    every: seconds,
  })
  .refine((u) => u.method !== 'measured' || u.dischargeSeries !== undefined, {
    ...code('measured_needs_series'),
    path: ['dischargeSeries'],
  })

export const stationSchema = z.strictObject({
  code: id,
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
    .strictObject({ noun: z.enum(['station', 'position', 'leaf', 'unit']), id: z.string().min(1).max(130) })
    .nullable()
    .default(null),
  series: seriesCode.nullable().default(null),
  state: z.enum(['not_installed', 'installed', 'uninstalled']).default('not_installed'),
  gain,
  offset: number.min(-MOST).max(MOST).default(0),
  plate: line(200).default(''),
})

export const settingsSchema = z
  .strictObject({
    waterLevelMin: elevation.nullable().default(null),
    waterLevelMax: elevation.nullable().default(null),
    levelAxis: z.enum(['limits', 'data']).optional(),
    lateShown: z.number().min(0).max(240).optional(),
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
})

/** Limits that each kind of check cannot do without; a range needs one of its two. */
export const CHECK_NEEDS: Record<CheckKind, readonly string[]> = {
  range: [],
  rate: ['rate'],
  spike: ['resolution'],
  stuck: ['duration'],
  missing: ['steps'],
  twin: ['difference'],
  rain: ['fiveMinutes', 'hour', 'day'],
  balance: ['windows', 'sigmas'],
  efficiency: ['min', 'max'],
  tailwater: ['difference', 'duration'],
}

/** What else a kind of check may have. */
export const CHECK_MAY: Record<CheckKind, readonly string[]> = {
  range: ['min', 'max'],
  rate: ['resolution'],
  spike: [],
  stuck: ['tolerance', 'neighbours'],
  missing: [],
  twin: [],
  rain: [],
  balance: [],
  efficiency: [],
  tailwater: [],
}

/** How many series a kind of check takes, at least and at most. */
export const CHECK_SERIES: Record<CheckKind, readonly [number, number]> = {
  range: [1, 50],
  rate: [1, 50],
  spike: [1, 50],
  stuck: [1, 50],
  missing: [1, 50],
  twin: [2, 10],
  rain: [1, 50],
  balance: [0, 0],
  efficiency: [0, 0],
  tailwater: [0, 0],
}

export const checkSchema = z
  .strictObject({
    name,
    kind: z.enum(CHECK_KINDS),
    series: z.array(seriesCode).max(50).default([]),
    object: id.nullish(),
    season: z.strictObject({ from: monthDay, to: monthDay }).nullish(),
    enabled: z.boolean().default(true),
    grade: z.enum(CHECK_GRADES).nullable().default(null),
    limits: z
      .strictObject({
        min: number.optional(),
        max: number.optional(),
        rate: positive.optional(),
        resolution: positive.optional(),
        duration: seconds.optional(),
        tolerance: notNegative.optional(),
        neighbours: positive.optional(),
        steps: whole.min(1).max(1000).optional(),
        difference: positive.optional(),
        fiveMinutes: positive.optional(),
        hour: positive.optional(),
        day: positive.optional(),
        windows: whole.min(1).max(100).optional(),
        sigmas: positive.optional(),
      })
      .default({}),
  })
  .superRefine((check, c) => {
    const at = (path: (string | number)[], message: MessageCode, params: object = {}) =>
      c.addIssue({ code: 'custom', path, message, params, input: undefined })
    const limits = check.limits as Record<string, number | undefined>
    for (const key of CHECK_NEEDS[check.kind]) if (limits[key] === undefined) at(['limits', key], 'required')
    for (const key of Object.keys(limits))
      if (limits[key] !== undefined && ![...CHECK_NEEDS[check.kind], ...CHECK_MAY[check.kind]].includes(key))
        at(['limits', key], 'check_not_of_kind')
    if (check.kind === 'range' && limits.min === undefined && limits.max === undefined)
      at(['limits', 'max'], 'required')
    if (limits.min !== undefined && limits.max !== undefined && limits.min >= limits.max)
      at(['limits', 'max'], 'check_order')
    const [least, most] = CHECK_SERIES[check.kind]
    if (check.series.length < least) at(['series'], least > 1 ? 'check_two_series' : 'required')
    if (check.series.length > most) at(['series'], 'check_not_of_kind')
    twice(c, check.series, (i) => ['series', i])
    if (check.kind === 'efficiency' && !check.object) at(['object'], 'required')
    if (check.kind !== 'efficiency' && check.object) at(['object'], 'check_not_of_kind')
    // There is no reading to give a grade to.
    if (check.kind === 'missing' && check.grade !== null) at(['grade'], 'check_no_grade')
    // A level computed with others, or a difference of two results, does not show which of them is wrong.
    if (['twin', 'balance', 'efficiency', 'tailwater'].includes(check.kind) && check.grade === 'REJECTED')
      at(['grade'], 'check_not_rejected')
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
    checks: items(checkSchema).optional(),
    series: z.array(seriesSchema).default([]),
  })
  .superRefine((seed, c) => {
    const invalid = (path: (string | number)[], message: MessageCode, one: string) =>
      c.addIssue({ code: 'custom', path, message, params: { code: one } })
    const codes = new Set<string>()
    seed.series.forEach(({ code }, i) => {
      if (codes.has(code)) invalid(['series', i, 'code'], 'listed_twice', code)
      codes.add(code)
    })
    const named = (path: (string | number)[], code: string | null | undefined) => {
      if (code && !codes.has(code)) invalid(path, 'not_listed', code)
    }
    for (const noun of ['positions', 'gates', 'units', 'stations', 'tables'] as const) {
      const seen = new Set<string>()
      seed[noun].forEach((item, i) => {
        if (seen.has(item.id)) invalid([noun, i, 'id'], 'listed_twice', item.id)
        seen.add(item.id)
      })
    }
    seed.positions.forEach((p, i) => named(['positions', i, 'body', 'series'], p.body.series))
    seed.gates.forEach((g, i) =>
      g.body.leaves.forEach((outletGate, k) => {
        named(['gates', i, 'body', 'leaves', k, 'openingSeries'], outletGate.openingSeries)
        named(['gates', i, 'body', 'leaves', k, 'dischargeSeries'], outletGate.dischargeSeries)
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
