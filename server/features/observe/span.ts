import { DAY, HOUR, startOf, toLocal } from '#core/time/index.ts'
import { DATA_TYPES, MAX_TYPE_SPAN } from '#contract/observe.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'
import { Problem, refuseField } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'

/** [from, to), epoch ms. */
export interface ObserveSpan {
  from: number
  to: number
}

const refuse = (path: string, code: MessageCode, language: Language, params: Record<string, number> = {}) =>
  refuseField(language, path, code, params, { as: 'invalid_range' })

/** A span of local times of at most `days` days. @throws Problem 400 naming the faulty end */
export function spanOf(
  input: { from: string; to: string },
  zone: string,
  days: number,
  language: Language,
): ObserveSpan {
  const from = instantOf(input.from, zone, 'from')
  const to = instantOf(input.to, zone, 'to')
  if (from >= to) throw refuse('from', 'from_after_to', language)
  // Clocks may be set back within it.
  if (to - from > days * DAY + HOUR) throw refuse('to', 'observe_too_long', language, { days })
  return { from, to }
}

/** The span of a call for a type of data; by default today until now, the present second included. */
export function daySpanOf(
  input: { start_time?: string; end_time?: string },
  zone: string,
  now: number,
  language: Language,
): ObserveSpan {
  const to =
    input.end_time === undefined
      ? Math.floor(now / 1000) * 1000 + 1000
      : instantOf(input.end_time, zone, 'end_time')
  const from =
    input.start_time === undefined
      ? startOf('day', Math.min(to, now), zone)
      : instantOf(input.start_time, zone, 'start_time')
  if (from >= to) throw refuse('start_time', 'from_after_to', language)
  if (to - from > MAX_TYPE_SPAN) throw refuse('end_time', 'observe_one_day', language)
  return { from, to }
}

/** The type of station for a number in the specification's calls; other numbers are refused. */
export function stationTypeOf(type: number, language: Language): number {
  if ((DATA_TYPES as readonly number[]).includes(type)) return type === 0 ? 1 : type
  const code = 'measuringStationNotInSettings'
  throw new Problem(
    400,
    code,
    { station: text('observe_any_station', language), type },
    { errors: [{ path: 'type', code, message: text('observe_types', language, { type }) }] },
  )
}

export const wire = ({ from, to }: ObserveSpan, zone: string) => ({
  from: toLocal(from, zone),
  to: toLocal(to, zone),
})
