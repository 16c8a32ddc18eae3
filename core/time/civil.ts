/** Calendar arithmetic without zones: a wall time is the ms since 1970-01-01 00:00 of the same clock. */

/** Date parts; month 1-12, weekday 0 (Sunday) to 6. */
export interface Civil {
  year: number
  month: number
  day: number
}

/** Day number (0 = 1970-01-01) to a date of the Gregorian calendar (Hinnant's algorithm, eras of 400 years). */
export function dateOf(number: number): Civil {
  const z = number + 719_468
  const era = Math.floor(z / 146_097)
  const doe = z - era * 146_097
  const yoe = Math.floor(
    (doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365,
  )
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100))
  const mp = Math.floor((5 * doy + 2) / 153)
  const month = mp < 10 ? mp + 3 : mp - 9
  return {
    year: yoe + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: doy - Math.floor((153 * mp + 2) / 5) + 1,
  }
}

/** Date to day number; months overflow (13 is January of the next year). The inverse of `dateOf`. */
export function dayOf(year: number, month: number, day: number): number {
  const y0 = year + Math.floor((month - 1) / 12)
  const m = ((((month - 1) % 12) + 12) % 12) + 1
  const y = m <= 2 ? y0 - 1 : y0
  const era = Math.floor(y / 400)
  const yoe = y - era * 400
  const doy = Math.floor((153 * (m > 2 ? m - 3 : m + 9) + 2) / 5) + day - 1
  return era * 146_097 + yoe * 365 + Math.floor(yoe / 4) - Math.floor(yoe / 100) + doy - 719_468
}

/** Days of a month (1 to 12), 28 to 31. */
export function daysInMonth(year: number, month: number): number {
  return dayOf(year, month + 1, 1) - dayOf(year, month, 1)
}
