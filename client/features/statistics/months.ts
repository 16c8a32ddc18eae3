import { dayFrom } from '../../lib/days.ts'

/** The month that lies n months after another, yyyy-MM. */
export function monthFrom(month: string, n: number): string {
  const [year, of] = month.split('-').map(Number)
  const count = year * 12 + of - 1 + n
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The first and the last day of a month, yyyy-MM-dd. */
export const daysOfMonth = (month: string): { from: string; to: string } => ({
  from: `${month}-01`,
  to: dayFrom(`${monthFrom(month, 1)}-01`, -1),
})
