import type { DayKind, PriceBand, PriceCalendar } from './types.ts'

const WORKDAYS: DayKind[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const EVERY_DAY: DayKind[] = [...WORKDAYS, 'sun']
const band = (code: string, days: DayKind[], from: string, to: string): PriceBand => ({
  class: code,
  days,
  from,
  to,
})

/**
 * Calendars that a tariff may name without describing them. EVN-2014: hours of the three-price tariff (Circular
 * 16/2014/TT-BCT), seasons of the avoided-cost tariff (Circular 32/2014/TT-BCT); holidays are as their day of the week.
 * Names are codes; pages have words for them. Source: domain rules 9.7.
 */
export const READY_CALENDARS: Readonly<Record<string, PriceCalendar>> = {
  'EVN-2014': {
    name: 'EVN-2014',
    energyStep: 30,
    classes: [
      { code: 'peak', name: 'peak' },
      { code: 'normal', name: 'normal' },
      { code: 'off', name: 'off' },
    ],
    seasons: [
      { code: 'dry', name: 'dry', from: '11-01', to: '06-30' },
      { code: 'wet', name: 'wet', from: '07-01', to: '10-31' },
    ],
    regions: [],
    holidays: [],
    bands: [
      band('peak', WORKDAYS, '09:30', '11:30'),
      band('peak', WORKDAYS, '17:00', '20:00'),
      band('normal', WORKDAYS, '04:00', '09:30'),
      band('normal', WORKDAYS, '11:30', '17:00'),
      band('normal', WORKDAYS, '20:00', '22:00'),
      band('normal', ['sun'], '04:00', '22:00'),
      band('off', EVERY_DAY, '22:00', '04:00'),
    ],
  },
}
