import { toLocal, toLocalDate } from '#core/time/index.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { dayFrom, isDay, type Days } from '../../lib/days.ts'
import { dateTime, date, type Language } from '../../lib/format.ts'
import { fillText } from '../../lib/text/fill.ts'
import type { Text } from '../../lib/text/index.ts'
import { LOCALES, writeDate } from '../../lib/text/locale.ts'

export type TableState = keyof Text['interpolate']['states']

type Timed = Pick<TableItem, 'from' | 'to' | 'loop_by_year'>

/** State of a table at an instant. */
export function tableState(
  item: Timed & Pick<TableItem, 'active' | 'in_force' | 'superseded_at'>,
  now: number,
): TableState {
  if (item.superseded_at !== null) return 'retired'
  if (item.in_force) return 'inForce'
  if (!item.active) return 'off'
  if (isSeason(item)) return 'offSeason'
  if (item.from !== null && item.from > now) return 'upcoming'
  if (item.to !== null && item.to <= now) return 'ended'
  return 'covered'
}

const isSeason = (item: Timed) => item.loop_by_year && item.from !== null && item.to !== null

/** A period as days of the plant. */
export function periodDays(item: Timed, zone: string): Days {
  return {
    from: item.from === null ? null : toLocalDate(item.from, zone),
    to: item.to === null ? null : toLocalDate(item.to - 1, zone),
  }
}

/** Converts days for endpoints: from the start of the first to the end of the last. */
export function periodBounds({ from, to }: Days): { from: string | null; to: string | null } {
  // An invalid day is an error of the form, not a period.
  const [first, last] = [from, to].map((day) => (day !== null && isDay(day) ? day : null))
  return { from: first, to: last === null ? null : dayFrom(last, 1) }
}

/** Errors of chosen days. */
export function dayProblem({ from, to }: Days, loop: boolean): 'wrong' | 'loopNeeds' | 'order' | null {
  if ([from, to].some((day) => day !== null && !isDay(day))) return 'wrong'
  if (loop && (from === null || to === null)) return 'loopNeeds'
  return from !== null && to !== null && to < from ? 'order' : null
}

/** A period in words: whole days as days, anything else to the minute. */
export function periodText(item: Timed, zone: string, language: Language, text: Text): string {
  const fill = (pattern: string, values: Record<string, string>) => fillText(pattern, language, values)
  const words = text.interpolate.periodOf
  const start = (ms: number) =>
    toLocal(ms, zone).endsWith(' 00:00:00') ? date(ms, zone, language) : dateTime(ms, zone, language)
  const end = (ms: number) =>
    toLocal(ms, zone).endsWith(' 00:00:00') ? date(ms - 1, zone, language) : dateTime(ms, zone, language)
  if (isSeason(item)) {
    const of = (ms: number) => {
      const [year, month, day] = toLocalDate(ms, zone).split('-')
      return writeDate(LOCALES[language].dayMonth, year, month, day)
    }
    return fill(words.season, { from: of(item.from!), to: of(item.to! - 1) })
  }
  if (item.from === null) return item.to === null ? words.always : fill(words.until, { to: end(item.to) })
  if (item.to === null) return fill(words.from, { from: start(item.from) })
  return fill(words.between, { from: start(item.from), to: end(item.to) })
}
