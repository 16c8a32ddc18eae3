import { TIMELINE_KINDS } from '#contract/timeline.ts'
import { days, page, someOf, text, view, word, type Filter } from '../../lib/address-fields.ts'
import { spanOfDays } from '../../lib/days.ts'

/** Which part of the timeline is shown. Days are local days of the plant, both included. */
export const SHIFT_LOG_FIELDS = {
  days: days(),
  /** Empty: everything except runs by the calculation itself. */
  kinds: someOf(TIMELINE_KINDS),
  search: text(100),
  page: page(),
  /** An entry that a link points at. */
  entry: view(word(60)),
}
export type ShiftLogFilter = Filter<typeof SHIFT_LOG_FIELDS>

/** The filter as the call takes it. */
export const shiftLogQuery = (f: ShiftLogFilter) => ({
  ...spanOfDays(f.days),
  kinds: f.kinds.length > 0 ? f.kinds.join(',') : undefined,
  search: f.search || undefined,
  page: f.page,
})
