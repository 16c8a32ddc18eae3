import { PLAN_GRAINS } from '#core/output/plan.ts'
import { BASES, COMPARISONS, OUTPUT_GROUPS } from '#contract/statistics.ts'
import { days, flag, oneOf, view, word } from '../../lib/address-fields.ts'

export const STATISTICS_TABS = ['output', 'entered', 'plan'] as const
/** What the columns at the end are of. */
export const DETAILS = ['plant', 'unit', 'class'] as const

/** What the page shows is its address: a link opens the same. */
export const STATISTICS_FIELDS = {
  tab: view(oneOf(STATISTICS_TABS, 'output')),
  group: oneOf(OUTPUT_GROUPS, 'month'),
  days: days(),
  compare: oneOf(COMPARISONS, 'plan'),
  basis: oneOf(BASES, 'computed'),
  by: oneOf(DETAILS, 'plant'),
  chart: view(flag()),
  /** Month of the daily figures, yyyy-MM; null: the present one. */
  month: word(7, /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/),
  grain: oneOf(PLAN_GRAINS, 'month'),
}
