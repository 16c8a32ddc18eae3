import { toLocal } from '#core/time/index.ts'
import type { PlanGrain } from '#core/output/plan.ts'
import { date, type Language } from '../../lib/format.ts'
import { month } from '../../ui/chart/format.ts'

/** A local day, yyyy-MM-dd, as a language writes it. */
export const dayName = (day: string, language: Language): string =>
  date(Date.parse(`${day}T00:00:00Z`), 'UTC', language)

/** A month, yyyy-MM. */
export const monthName = (of: string, language: Language): string =>
  month(Date.parse(`${of}-01T00:00:00Z`), 'UTC', language)

/** The name of a period of the plan. */
export function planName(
  { from, to }: { from: number; to: number },
  grain: PlanGrain,
  zone: string,
  language: Language,
): string {
  const clock = (t: number) => toLocal(t, zone).slice(11, 16)
  switch (grain) {
    case 'year':
      return toLocal(from, zone).slice(0, 4)
    case 'month':
      return month(from, zone, language)
    case 'day':
      return date(from, zone, language)
    case 'half_hour':
      return `${date(from, zone, language)} ${clock(from)}–${clock(to)}`
  }
}
