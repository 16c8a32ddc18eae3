import { z } from 'zod'
import { CHECK_GRADES, CHECK_KINDS, type CheckKind } from '#core/description/index.ts'
import type { MessageCode } from '../messages.ts'
import { seriesCode } from '../readings.ts'
import { seedId, monthDay, name, notNegative, number, positive, seconds, twice, whole } from './rules.ts'

/** Limits that each kind of check requires; a range needs one of its two. */
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
  drift: ['difference'],
  tailwater: ['difference', 'duration'],
  meter: ['difference'],
}

/** Optional limits of each kind of check. */
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
  drift: [],
  tailwater: [],
  meter: [],
}

/** Least and greatest number of series of each kind of check. */
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
  drift: [0, 0],
  tailwater: [0, 0],
  meter: [0, 0],
}

export const checkSchema = z
  .strictObject({
    name,
    kind: z.enum(CHECK_KINDS),
    series: z.array(seriesCode).max(50).default([]),
    object: seedId.nullish(),
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
    const ofUnit = check.kind === 'efficiency' || check.kind === 'drift'
    if (ofUnit && !check.object) at(['object'], 'required')
    if (!ofUnit && check.kind !== 'meter' && check.object) at(['object'], 'check_not_of_kind')
    // A missing reading cannot be graded.
    if (check.kind === 'missing' && check.grade !== null) at(['grade'], 'check_no_grade')
    // A comparison of levels, or a difference of two results, does not show which of them is wrong.
    if (
      ['twin', 'balance', 'efficiency', 'drift', 'tailwater', 'meter'].includes(check.kind) &&
      check.grade === 'REJECTED'
    )
      at(['grade'], 'check_not_rejected')
  })
