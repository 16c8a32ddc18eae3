/**
 * Prices of energy: calendars of time-of-use classes, tariffs, and revenue. Money is exact; nothing is rounded before
 * it is shown.
 */
export { classAt, classSpans, openCalendar, partsOfDay } from './calendar.ts'
export type { OpenCalendar } from './calendar.ts'
export { checkCalendar, checkTariff, limitsOffStep, priceOf } from './check.ts'
export type { PriceFault } from './check.ts'
export { pricesAt, readyCalendar } from './in-force.ts'
export type { PriceItems } from './in-force.ts'
export { missingShare, revenueInTurns, revenueOverTime, sumOfParts, sumOfRevenues } from './over-time.ts'
export type { MarketOf, PeriodRevenue } from './over-time.ts'
export { numberOf, plus, ratioOf, roundedOf, sumOf } from './exact.ts'
export type { Exact } from './exact.ts'
export { READY_CALENDARS } from './ready.ts'
export { deduct, revenueOf } from './revenue.ts'
export { PRICE_DAYS, TARIFF_KINDS } from './types.ts'
export type { PriceBand, PriceDay, Deduction, PriceCalendar, Tariff } from './types.ts'
export { weekOf } from './week.ts'
