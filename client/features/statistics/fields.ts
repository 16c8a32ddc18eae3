import { oneOf, view, word } from '../../lib/address-fields.ts'

export const STATISTICS_TABS = ['entered'] as const

/** What the page shows is its address: a link opens the same. */
export const STATISTICS_FIELDS = {
  tab: view(oneOf(STATISTICS_TABS, 'entered')),
  /** Month of the daily figures, yyyy-MM; null: the present one. */
  month: word(7, /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/),
}
