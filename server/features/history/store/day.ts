import { DAY, utcDayStart } from '#core/time/index.ts'
import { slice, type Series } from '#core/series/index.ts'
import type { DayKey } from '../types.ts'

/** SQL: the UTC day of t. Integer division rounds towards zero, which would be wrong before 1970. */
export const DAY_OF_T = `((t - (t % ${DAY}::bigint + ${DAY}) % ${DAY}) / ${DAY})::int`

export const dayKeyOf = (k: DayKey) => `${k.day}/${k.series}`

/** The entries of a series within one UTC day. */
export function sliceDay(s: Series, day: number): Series {
  return slice(s, utcDayStart(day), utcDayStart(day + 1))
}
