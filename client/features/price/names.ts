import { READY_CALENDARS, type PriceCalendar } from '#core/price/index.ts'
import { useItems } from '../../lib/items.ts'
import { useText, type Text } from '../../lib/text/index.ts'

/** A calendar that a tariff may name: of the plant, or a ready one. */
interface NamedCalendar {
  id: string
  calendar: PriceCalendar
  /** Of the program: it cannot be changed. */
  ready: boolean
}

/** A ready calendar with its classes and seasons in words; its codes stay. */
export function readyInWords(id: string, { price }: Pick<Text, 'price'>): PriceCalendar {
  const calendar = READY_CALENDARS[id]
  const named = <T extends { code: string; name: string }>(list: readonly T[], words: object) =>
    list.map((one) => ({ ...one, name: (words as Record<string, string>)[one.code] ?? one.name }))
  return {
    ...calendar,
    name: price.ready.name,
    classes: named(calendar.classes, price.ready.classes),
    seasons: named(calendar.seasons, price.ready.seasons),
  }
}

/** The calendars of the plant that are in force, then the ready ones. */
export function useCalendars(): {
  query: ReturnType<typeof useItems<'calendar'>>
  list: readonly NamedCalendar[]
} {
  const { texts } = useText()
  const query = useItems('calendar')
  const own = (query.data ?? []).map(({ id, body }) => ({ id, calendar: body, ready: false }))
  const ready = Object.keys(READY_CALENDARS).map((id) => ({
    id,
    calendar: readyInWords(id, texts),
    ready: true,
  }))
  return { query, list: [...own, ...ready] }
}

/** The name of a class of a calendar, or its code. */
export const classIn = (calendar: Pick<PriceCalendar, 'classes'> | undefined, code: string): string =>
  calendar?.classes.find((c) => c.code === code)?.name ?? code

/** The seasons of a calendar by code, each once. */
export const seasonsOf = (calendar: Pick<PriceCalendar, 'seasons'> | undefined) =>
  (calendar?.seasons ?? []).filter((s, i, all) => all.findIndex((o) => o.code === s.code) === i)
