import { countOf, gapsOf, type EditLayer } from '#core/edits/index.ts'
import type { Description } from '#core/description/index.ts'
import { isLogCode } from '#core/calculation/index.ts'
import type { Series } from '#core/series/index.ts'
import { DAY } from '#core/time/index.ts'
import { MAX_SPAN_DAYS, type EditInput } from '#contract/edits.ts'
import { type Language, type MessageCode } from '#contract/messages.ts'
import type { Client, History } from '#server/features/history/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import { refuseField, type Params } from '#server/lib/errors.ts'
import { neighbour, type Point } from './find.ts'
import { limitsOf } from './limits.ts'

/** Most readings that one edit may change or add: a year of readings every 5 minutes, and some. */
const MAX_READINGS = 120_000
/** The earliest instant of which readings are stored. */
export const OLDEST_EDIT = Date.UTC(1900, 0, 1)

export interface EditRequest {
  input: EditInput
  row: SeriesRow
  language: Language
  now: number
  /** Path of the edit's fields in the body: `act.`, or empty. */
  at: string
}

/** Refuses a field by name, in the caller's language. */
export function refuse(
  { language, at }: Pick<EditRequest, 'language' | 'at'>,
  field: string,
  code: MessageCode,
  params: Params = {},
  impossible = false,
): Error {
  return refuseField(
    language,
    at + field,
    code,
    params,
    impossible ? { status: 422 } : { as: 'invalid_body' },
  )
}

/** Validates an edit as far as possible without reading anything. */
export function checkRequest(a: EditRequest): void {
  const { input, row, now } = a
  if (row.source === 'computed') throw refuse(a, 'series', 'edit_computed', { series: row.code }, true)
  if (isLogCode(row.code)) throw refuse(a, 'series', 'edit_log', { series: row.code }, true)
  if (input.from > input.to) throw refuse(a, 'from', 'from_after_to')
  if (input.from < OLDEST_EDIT) throw refuse(a, 'from', 'too_old')
  if (input.to > now) throw refuse(a, 'to', 'not_yet')
  if (input.to - input.from > MAX_SPAN_DAYS * DAY) throw refuse(a, 'to', 'edit_span', { days: MAX_SPAN_DAYS })
  if (input.kind === 'interpolate' && (row.kind === 'total' || row.kind === 'step'))
    throw refuse(a, 'kind', 'edit_not_a_line', {}, true)
  // The readings would only be marked as edited.
  if (input.kind === 'offset' && input.b === 0) throw refuse(a, 'b', 'edit_nothing', {}, true)
  if (input.kind === 'drift' && input.b0 === 0 && input.b1 === 0)
    throw refuse(a, 'b1', 'edit_nothing', {}, true)
  if (input.kind !== 'replace') return
  if ((input.value === undefined) === (input.points === undefined)) throw refuse(a, 'value', 'edit_one_of')
  input.points?.forEach(([t], i) => {
    if (t < input.from || t > input.to) throw refuse(a, `points.${i}.0`, 'edit_outside')
    if (i > 0 && t <= input.points![i - 1][0]) throw refuse(a, `points.${i}.0`, 'edit_not_rising')
  })
}

/** The edit as a layer, with its line and the instants that it fills. used: the effective series over its span. */
export async function makeLayer(
  history: History,
  hydroCode: string,
  a: EditRequest,
  id: string,
  used: Series,
  client?: Client,
): Promise<EditLayer> {
  const { input, row } = a
  const { kind, from, to } = input
  const base = { id, source: 'act' as const, from, to }
  if (used.t.length > MAX_READINGS)
    throw refuse(a, 'to', 'edit_too_many', { n: used.t.length, max: MAX_READINGS })
  const beside = (side: 'before' | 'after') =>
    neighbour(history, hydroCode, row.code, side === 'before' ? from : to, side, client)
  const fillOf = (before: Point | null, after: Point | null) => {
    const step = row.step_s === null ? null : row.step_s * 1000
    const fill = gapsOf(used.t, input, step, before?.t ?? null, after?.t ?? null)
    const n = countOf(fill) + used.t.length
    if (n > MAX_READINGS) throw refuse(a, 'to', 'edit_too_many', { n, max: MAX_READINGS })
    return fill
  }
  switch (kind) {
    case 'replace':
      return input.points
        ? { ...base, kind, points: input.points }
        : { ...base, kind, value: input.value!, fill: fillOf(await beside('before'), await beside('after')) }
    case 'delete':
      return { ...base, kind }
    case 'interpolate': {
      const before = await beside('before')
      if (!before) throw refuse(a, 'from', 'edit_no_before', {}, true)
      const after = await beside('after')
      if (!after) throw refuse(a, 'to', 'edit_no_after', {}, true)
      return {
        ...base,
        kind,
        line: { t0: before.t, v0: before.v, t1: after.t, v1: after.v },
        fill: fillOf(before, after),
      }
    }
    case 'offset':
      return { ...base, kind, b: input.b }
    case 'drift':
      return { ...base, kind, b0: input.b0, b1: input.b1 }
    case 'flag':
      return { ...base, kind, grade: input.grade }
  }
}

/**
 * Refuses values that the quantity cannot have, at the field that causes them. before, after: the effective series over
 * the span without and with the edit. Values that were impossible before (a spike that was sent) may stay.
 */
export function checkValues(a: EditRequest, d: Description, before: Series, after: Series): void {
  const { input, row } = a
  if (input.kind === 'delete' || input.kind === 'flag' || input.kind === 'interpolate') return
  const { min, max } = limitsOf(d, row, input.to)
  const wrong = (v: number) => v < min || v > max
  const report = (field: string, value: number) =>
    refuse(a, field, max === Infinity || (min === 0 && value < 0) ? 'edit_below' : 'edit_cannot_be', {
      value: round(value),
      unit: row.unit,
      min: round(min),
      max: round(max),
    })
  if (input.kind === 'replace') {
    if (input.value !== undefined && wrong(input.value)) throw report('value', input.value)
    input.points?.forEach(([, v], i) => {
      if (wrong(v)) throw report(`points.${i}.1`, v)
    })
    return
  }
  // An offset or factor leaves the instants as they are.
  after.v.forEach((v, i) => {
    if (wrong(v) && !wrong(before.v[i])) throw report(input.kind === 'offset' ? 'b' : 'b1', v)
  })
}

const round = (v: number) => (Number.isFinite(v) ? Math.round(v * 1e4) / 1e4 : 0)
