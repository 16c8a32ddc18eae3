import { classAt, plus, ratioOf, type OpenCalendar, type PriceCalendar } from '#core/price/index.ts'
import { toLocal } from '#core/time/index.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'

/** Words for the names of ready calendars, which are codes. */
const CLASSES: Readonly<Record<string, MessageCode>> = {
  peak: 'class_peak',
  normal: 'class_normal',
  off: 'class_off',
}
const SEASONS: Readonly<Record<string, MessageCode>> = { dry: 'season_dry', wet: 'season_wet' }

const worded = (words: Readonly<Record<string, MessageCode>>, name: string, language: Language) =>
  Object.hasOwn(words, name) ? text(words[name], language) : name

/** The name of a class; those of ready calendars, and of copies of them, in the language of the reader. */
export function className(calendar: PriceCalendar, code: string, language: Language): string {
  const name = calendar.classes.find((c) => c.code === code)?.name ?? code
  return name === code ? worded(CLASSES, name, language) : name
}

/** The name of a season, as `className`. */
function seasonName(calendar: PriceCalendar, code: string, language: Language): string {
  const name = calendar.seasons.find((s) => s.code === code)?.name ?? code
  return name === code ? worded(SEASONS, name, language) : name
}

/** The mean price of parts; the very price where there is one. */
export function meanOf(
  parts: readonly { kwh: Parameters<typeof ratioOf>[0]; vnd: Parameters<typeof ratioOf>[0] }[],
) {
  const [first, ...more] = parts
  if (!first) return null
  const sum = more.reduce((a, b) => ({ kwh: plus(a.kwh, b.kwh), vnd: plus(a.vnd, b.vnd) }), first)
  return ratioOf(sum.vnd, sum.kwh)
}

/** The class of an instant with its reason in words. */
export function describeClass(open: OpenCalendar, t: number, language: Language) {
  const found = classAt(open, t)
  const { calendar, zone } = open
  const { from, to } = calendar.bands[found.band]
  const local = toLocal(t, zone)
  const day = text(`day_${found.day}`, language)
  const band = { from, to }
  const reason =
    found.day === 'holiday'
      ? text('reason_holiday', language, { ...band, date: local.slice(0, 10) })
      : text('reason_weekday', language, { ...band, day: day[0].toUpperCase() + day.slice(1) })
  return {
    t,
    local,
    class: found.class,
    name: className(calendar, found.class, language),
    season: found.season,
    day: found.day,
    band: { row: found.band + 1, from, to },
    reason:
      found.season === null
        ? reason
        : text('reason_season', language, { reason, season: seasonName(calendar, found.season, language) }),
  }
}
