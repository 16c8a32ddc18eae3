import { utcDayStart } from '#core/time/index.ts'
import { slice, type Series } from '#core/series/index.ts'
import type { DayKey } from '../types.ts'

export const dayKeyOf = (k: DayKey) => `${k.day}/${k.series}`

/** The part of a series in one UTC day. */
export function sliceDay(s: Series, day: number): Series {
  return slice(s, utcDayStart(day), utcDayStart(day + 1))
}
