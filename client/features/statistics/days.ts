import type { PlanGrain } from '#core/output/plan.ts'
import type { OutputAnswer } from '#contract/statistics.ts'
import { dayFrom, type Days } from '../../lib/days.ts'
import { daysOfMonth } from './months.ts'

const yearOf = (day: string) => Number(day.slice(0, 4))

/** Days that are shown where none are chosen: this month by days, this year by months, ten years. */
export function usualDaysOf(group: OutputAnswer['group'], today: string): { from: string; to: string } {
  if (group === 'day') return { from: `${today.slice(0, 7)}-01`, to: today }
  return { from: `${group === 'month' ? yearOf(today) : yearOf(today) - 9}-01-01`, to: today }
}

/** Days of the plan: of today by half-hours, else of the whole month or year that runs. */
export function planDaysOf(grain: PlanGrain, today: string): { from: string; to: string } {
  if (grain === 'half_hour') return { from: today, to: today }
  if (grain === 'day') return daysOfMonth(today.slice(0, 7))
  const year = yearOf(today)
  return { from: `${grain === 'month' ? year : year - 4}-01-01`, to: `${year}-12-31` }
}

/** The chosen days, else the usual ones. */
export const chosenDays = (
  { from, to }: Days,
  usual: { from: string; to: string },
): { from: string; to: string } => (from === null || to === null ? usual : { from, to })

/** Spans of statistics that are chosen at a press. */
export const OUTPUT_QUICK = ['month', 'lastMonth', 'year', 'lastYear'] as const

export function quickSpan(quick: (typeof OUTPUT_QUICK)[number], today: string): Days {
  const year = yearOf(today)
  switch (quick) {
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today }
    case 'lastMonth':
      return daysOfMonth(dayFrom(`${today.slice(0, 7)}-01`, -1).slice(0, 7))
    case 'year':
      return { from: `${year}-01-01`, to: today }
    case 'lastYear':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
  }
}
