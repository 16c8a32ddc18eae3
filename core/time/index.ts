/** The only place that knows zones and offsets. Instants are epoch ms; zones are IANA names. */
export { SECOND, MINUTE, HOUR, DAY, daysInMonth } from './civil.ts'
export { isZone, offsetAt } from './zone.ts'
export { fromLocal, toLocal, toLocalDate, wallOf } from './local.ts'
export type { Wall } from './local.ts'
export { parseInstant, toIso, utcDay, utcDayStart } from './instant.ts'
export { next, periods, startOf } from './periods.ts'
export type { Period, PeriodKind } from './periods.ts'
export { uniteSpans } from './spans.ts'
