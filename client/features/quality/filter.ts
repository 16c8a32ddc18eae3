import { CHECK_KINDS } from '#core/description/index.ts'
import { days, oneOf, page, text, view, word, type Filter } from '../../lib/address-fields.ts'
import { spanOfDays } from '../../lib/days.ts'

export const QUALITY_TABS = ['fired', 'counts', 'series', 'checks'] as const
export const FIRED_STATES = ['standing', 'open', 'ended', 'cleared', 'all'] as const

/** The filter of the page. Days are local days of the plant, both included. */
export const QUALITY_FIELDS = {
  tab: view(oneOf(QUALITY_TABS, 'fired')),
  days: days(),
  kind: oneOf(CHECK_KINDS),
  /** Part of a station's name, or its code. */
  station: text(),
  /** One series, as a link names it. */
  series: word(120),
  state: oneOf(FIRED_STATES, 'standing'),
  page: page(),
}
export type QualityFilter = Filter<typeof QUALITY_FIELDS>

/** The filter as the endpoint takes it. */
export function qualityQuery(f: QualityFilter) {
  return {
    ...spanOfDays(f.days),
    kind: f.kind ?? undefined,
    station: f.station || undefined,
    series: f.series ?? undefined,
  }
}
