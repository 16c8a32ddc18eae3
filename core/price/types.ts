/** Kinds of local days: the days of the week, and dates that the calendar lists as holidays. */
export const PRICE_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'] as const
export type PriceDay = (typeof PRICE_DAYS)[number]

/** A time-of-use class: hours that are sold at one price, such as peak, normal and off-peak. */
interface PriceClass {
  code: string
  name: string
}

/** A part of the year by local days MM-DD, both ends included; it may pass the end of the year. */
export interface PriceSeason {
  code: string
  name: string
  from: string
  to: string
}

/** Hours of a class, by local wall clock, on days of these kinds. */
export interface PriceBand {
  class: string
  days: PriceDay[]
  /** Code of its season; null or absent: all year. */
  season?: string | null
  /** null or absent: every region. */
  region?: string | null
  /**
   * HH:mm, from included, to excluded; 24:00 or 00:00 is the end of the day. A band whose end is before its start
   * passes midnight: on each of its days it covers the hours before `to` and those from `from` on.
   */
  from: string
  to: string
}

/** When each time-of-use class applies: every minute of every kind of day of every season has exactly one. */
export interface PriceCalendar {
  name: string
  /** Minutes of the steps in which energy is recorded: limits of bands lie on them. */
  energyStep: number
  classes: PriceClass[]
  /** Empty: the year is not divided. Several may have one code. */
  seasons: PriceSeason[]
  /** Empty: not divided. */
  regions: string[]
  /** yyyy-MM-dd. Without a band on holidays they are as their day of the week. */
  holidays: string[]
  bands: PriceBand[]
}

/** A price by class, season and region, VND/kWh. */
export interface ClassPrice {
  class: string
  /** null or absent: every season. */
  season?: string | null
  /** null or absent: every region. */
  region?: string | null
  price: number
}

export const TARIFF_KINDS = ['table', 'flat', 'series'] as const

/** A price of some classes only; null or absent class: every class. */
export type SurplusPrice = Omit<ClassPrice, 'class'> & { class?: string | null }

/** What energy is sold for. VND/kWh throughout. */
export interface Tariff {
  name: string
  /** table: by class and season. flat: one price. series: by periods of a price series. */
  kind: (typeof TARIFF_KINDS)[number]
  /** Id of a calendar of the plant, or the name of a ready one. */
  calendar: string
  currency: 'VND'
  /** The region of the calendar in which the plant sells. */
  region?: string | null
  /** table: one for each class and season that occur. */
  prices?: ClassPrice[]
  /** table: paid besides the price, for each kWh of these classes that is not surplus. */
  capacity?: ClassPrice[]
  /**
   * table: the price of surplus energy, instead of the price of its class. entered: as much as is entered beside the
   * energy. above_power: what an interval of energy, at most the calendar's `energyStep` long, holds above a mean power of
   * `power` kW, or what a line of power is above it; where a surplus price applies.
   */
  surplus?: { rule: 'entered' | 'above_power'; power?: number | null; prices: SurplusPrice[] } | null
  /** flat */
  price?: number | null
  /** series: code of the price series. */
  series?: string | null
  /** series: a contract for difference. Its quantity is a constant power, kW, or a series of kWh. */
  contract?: { price: number; power?: number | null; series?: string | null } | null
}

/** What is paid from revenue, or shown beside it. */
export interface Deduction {
  name: string
  /** per_kwh: `amount` VND for each kWh. rate: the share `rate` of the revenue, or of energy at `basePrice`. */
  kind: 'per_kwh' | 'rate'
  amount?: number | null
  rate?: number | null
  /** VND/kWh; null or absent: the revenue itself. */
  basePrice?: number | null
  /** Whether it reduces the revenue. Otherwise it is only shown, as VAT that the buyer pays on top. */
  deducted: boolean
}
