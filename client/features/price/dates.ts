import { DAY } from '#core/time/units.ts'
import { fromLocal, toLocal } from '#core/time/index.ts'
import { parseLocalDate } from '../../lib/local-time.ts'

export const isDate = (d: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(d) && fromLocal(d, 'UTC') !== null

/** The longest range of days that one line may name: a year and a day more. */
const LONGEST = 367

/**
 * Dates of a text, yyyy-MM-dd, in its order: one a line, or between commas or semicolons; a day and month without a
 * year are of `year`; two dates around a dash with spaces are all days of the range. What cannot be read stays as it
 * is (`isDate` tells).
 */
export function datesOf(text: string, year: number): string[] {
  const one = (part: string) =>
    parseLocalDate(/^\d{1,2}\/\d{1,2}$/.test(part.trim()) ? `${part.trim()}/${year}` : part)
  return text
    .split(/[\n\r,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => {
      const ends = part.split(/\s+[-–—]\s+|\s*\.{2,}\s*/).map(one)
      if (ends.length !== 2 || !ends.every(isDate)) return [ends.length === 1 ? ends[0] : part]
      const [from, to] = ends.map((d) => fromLocal(d, 'UTC')!)
      const days = (to - from) / DAY + 1
      if (days < 1 || days > LONGEST) return [part]
      return Array.from({ length: days }, (_, i) => toLocal(from + i * DAY, 'UTC').slice(0, 10))
    })
}
