import { z } from 'zod'
import { CHECK_GRADES, CHECK_KINDS } from '#core/description/index.ts'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { localTime, quality } from './fields.ts'
import { page } from './validation.ts'

/** Quality checks: fired spans, their statistics, the quality of every series, and thresholds in force. */
const base = 'main' as const
const access = 'quality.view' as const

export const checkKind = z.enum(CHECK_KINDS)
export const checkGrade = z.enum(CHECK_GRADES)

/** Part of a name: a series, a station, an object. */
const part = z.string().max(200)

const place = {
  /** The checked series; of twin sensors, each one. Null for a unit and the plant. */
  series: z.string().nullable(),
  /** Name of the series, or of the unit; null for the plant. */
  name: z.string().nullable(),
  unit: z.string().nullable(),
  /** Code and name of the station or position to which it belongs. */
  station: z.string().nullable(),
  station_name: z.string().nullable(),
}

export const firedSpan = z.object({
  fired_id: z.string(),
  kind: checkKind,
  ...place,
  /** The unit, of a check of power against flow. */
  object: z.string().nullable(),
  /** The described check; null: the default. */
  check_id: z.string().nullable(),
  from: z.number(),
  to: z.number(),
  /** Whether it was still true at the last run of the check. */
  open: z.boolean(),
  /** Number of readings; 0 where there are none. */
  n: z.number(),
  /** The most extreme value and the limit that it passed, in `measure`; null where there is none. */
  value: z.number().nullable(),
  limit: z.number().nullable(),
  /** Unit of value and limit: that of the series, or m / 5 min, s, mm ... */
  measure: z.string(),
  grade: checkGrade.nullable(),
  /**
   * Whether an operator replaced or confirmed readings, which then take no flag: all of the span, or a part; null:
   * none.
   */
  replaced: z.enum(['whole', 'part']).nullable(),
  first_seen: z.number(),
  /** When its cause went away (late data, an edit, another threshold); null: it is open. */
  cleared_at: z.number().nullable(),
})
export type FiredSpan = z.infer<typeof firedSpan>

export const FIRED_PAGE = 50

const filter = {
  /** Local time of the plant; spans that touch [from, to). */
  from: localTime.optional(),
  to: localTime.optional(),
  kind: checkKind.optional(),
  series: part.optional(),
  station: part.optional(),
}

export const listFired = endpoint({
  base,
  method: 'GET',
  path: '/v1/quality/fired',
  access,
  reads: STATE,
  large: true,
  summary:
    'Spans in which a quality check fired, newest first, 50 a page. state: open ones, ended ones, or cleared ones.',
  query: z.object({
    ...filter,
    state: z.enum(['standing', 'open', 'ended', 'cleared', 'all']).default('standing'),
    page: page.default(1),
  }),
  data: z.object({
    fired: z.array(firedSpan),
    total: z.number(),
    page: z.number(),
    page_size: z.number(),
  }),
})

export const countFired = endpoint({
  base,
  method: 'GET',
  path: '/v1/quality/counts',
  access,
  reads: STATE,
  large: true,
  summary: 'How often each check fired at each series: spans that began on each local day, 366 days at most.',
  query: z.object({ ...filter, from: localTime, to: localTime }),
  data: z.object({
    /** Local days yyyy-MM-dd. */
    days: z.array(z.string()),
    rows: z.array(
      z.object({
        kind: checkKind,
        ...place,
        object: z.string().nullable(),
        total: z.number(),
        /** One number for each day. */
        counts: z.array(z.number()),
      }),
    ),
  }),
})

export const getSeriesStates = endpoint({
  base,
  method: 'GET',
  path: '/v1/quality/series',
  access,
  reads: STATE,
  large: true,
  summary:
    'Every measured series: its last good reading, its age, the share received in 24 hours and 30 days, and the checks that fired.',
  data: z.object({
    at: z.number(),
    series: z.array(
      z.object({
        series: z.string(),
        name: z.string(),
        unit: z.string(),
        station: z.string().nullable(),
        station_name: z.string().nullable(),
        /** Seconds between readings; null when irregular. */
        step_s: z.number().nullable(),
        /** The last reading of any quality. */
        last: z.object({ t: z.number(), v: z.number().nullable(), q: quality }).nullable(),
        /** The last valid reading. */
        good: z.object({ t: z.number(), v: z.number() }).nullable(),
        /** 0..1; null when irregular. */
        present_24h: z.number().nullable(),
        present_30d: z.number().nullable(),
        /** Kinds of checks that are open. */
        open: z.array(checkKind),
      }),
    ),
  }),
})

export const listChecks = endpoint({
  base,
  method: 'GET',
  path: '/v1/quality/checks',
  access,
  reads: STATE,
  summary: 'All checks in force now: the described ones, and the defaults where none is described.',
  data: z.array(
    z.object({
      /** Kind and target: a described check replaces the default with the same key. */
      key: z.string(),
      kind: checkKind,
      ...place,
      /** All series of a check of twins. */
      all_series: z.array(z.string()),
      object: z.string().nullable(),
      /** calculation: judged by the calculation of levels, with the levels of the reservoir and the parameters. */
      source: z.enum(['default', 'described', 'calculation']),
      check_id: z.string().nullable(),
      version: z.string().nullable(),
      enabled: z.boolean(),
      grade: checkGrade.nullable(),
      limits: z.record(z.string(), z.number()),
      season: z.object({ from: z.string(), to: z.string() }).nullable(),
    }),
  ),
})
