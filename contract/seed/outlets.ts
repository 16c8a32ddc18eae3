import { z } from 'zod'
import { seriesCode } from '../readings.ts'
import { code, line } from '../validation.ts'
import {
  elevation,
  seedId,
  name,
  notNegative,
  number,
  positive,
  seconds,
  share,
  twice,
  whole,
  meterEvery,
} from './rules.ts'

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
          id: seedId,
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
    meterSeries: seriesCode.nullish(),
    meterEvery: meterEvery.optional(),
  })
  .refine((u) => u.method !== 'measured' || u.dischargeSeries !== undefined, {
    ...code('measured_needs_series'),
    path: ['dischargeSeries'],
  })
