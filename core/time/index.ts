/**
 * Instants, zones and calendars; nothing else computes with zones and offsets. Instants are epoch ms; zones are IANA
 * names.
 */
export { SECOND, MINUTE, HOUR, DAY } from './units.ts'
export { daysInMonth } from './civil.ts'
export { floorOnClock, isZone, offsetAt } from './zone.ts'
export { fromLocal, toLocal, toLocalDate, localParts } from './local.ts'
export { parseInstant, toIso, utcDay, utcDayStart } from './instant.ts'
export { next, periods, startOf } from './periods.ts'
export type { DayStart, PeriodKind } from './periods.ts'
export { uniteSpans } from './spans.ts'
export type { TimeSpan } from './spans.ts'
