import { DAY, utcDayStart, type TimeSpan } from '#core/time/index.ts'
import type { History } from '#server/features/history/index.ts'

/** Readings that are read at once, about. */
const AT_ONCE = 50_000
/** Time whose readings are counted at once: a page of a report of years counts no more than it needs. */
const COUNTED = 64 * DAY

export type CountByDay = (
  series: readonly string[],
  from: number,
  to: number,
) => ReturnType<History['countByDay']>

/**
 * Splits [from, to) into windows that hold about AT_ONCE readings of the series together, oldest first: sized by what
 * is stored, since the step of a series says little of what it sends. They follow each other without a gap, and only
 * the part of the time that is asked for is counted.
 */
export async function* windowsOf(
  count: CountByDay,
  series: readonly string[],
  from: number,
  to: number,
): AsyncGenerator<TimeSpan> {
  for (let start = from; start < to; start += COUNTED) {
    const end = Math.min(to, start + COUNTED)
    const days = await count(series, start, end - 1)
    let begin = start
    let held = 0
    for (const { day, n } of days) {
      const first = Math.max(start, utcDayStart(day))
      const last = Math.min(end, utcDayStart(day + 1))
      if (held > 0 && held + n > AT_ONCE && begin < first) {
        yield { from: begin, to: first }
        begin = first
        held = 0
      }
      held += n
      if (held <= AT_ONCE) continue
      const length = Math.max(1, Math.ceil((last - begin) / Math.ceil(held / AT_ONCE)))
      for (; begin < last; begin = Math.min(last, begin + length))
        yield { from: begin, to: Math.min(last, begin + length) }
      held = 0
    }
    if (begin < end) yield { from: begin, to: end }
  }
}
