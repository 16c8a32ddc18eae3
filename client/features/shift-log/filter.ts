import { TIMELINE_KINDS } from '#contract/timeline.ts'
import { days, page, someOf, text, view, word, type Filter } from '../../lib/address-fields.ts'
import { spanOfDays } from '../../lib/days.ts'

/** The filter of the timeline. Days are local days of the plant, both included. */
export const SHIFT_LOG_FIELDS = {
  days: days(),
  /** Empty: everything except runs of the automatic calculation. */
  kinds: someOf(TIMELINE_KINDS),
  search: text(100),
  page: page(),
  /** The entry that a link refers to. */
  entry: view(word(60)),
}
export type ShiftLogFilter = Filter<typeof SHIFT_LOG_FIELDS>

/** The filter as the endpoint takes it. */
export const shiftLogQuery = (f: ShiftLogFilter) => ({
  ...spanOfDays(f.days),
  kinds: f.kinds.length > 0 ? f.kinds.join(',') : undefined,
  search: f.search || undefined,
  page: f.page,
})
