import type { Unit } from '../quantities.ts'
import type { SeriesKind } from '../series/index.ts'

export const REPORT_KINDS = ['raw', 'hourly', 'daily', 'monthly', 'yearly'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** synthetic: one table, a row a step and a column a quantity. detail: each object with its input, method and flags. */
export const REPORT_MODES = ['synthetic', 'detail'] as const
type ReportMode = (typeof REPORT_MODES)[number]

/**
 * What a column tells of its quantity over the time of a row. value: the reading itself; sent: as it was sent; end: at
 * the end of the row; t_min, t_max: the instants of the extremes, epoch ms; volume: 10^6 m3; method: number of a
 * discharge method; table: the table in force; flags: the quality byte.
 */
export const MEASURES = [
  'value',
  'sent',
  'end',
  'mean',
  'min',
  't_min',
  'max',
  't_max',
  'sum',
  'volume',
  'method',
  'table',
  'flags',
] as const
export type Measure = (typeof MEASURES)[number]

/**
 * What is taken of a quantity. level, storage: the value at the end beside mean and extremes. flow: mean, extremes and
 * volume. amount: the sum (rain, energy). average: mean and extremes (power, temperature). ratio: of sums, over each row.
 */
export type Nature = 'level' | 'storage' | 'flow' | 'amount' | 'average' | 'ratio'

/** Days by which a quantity is counted: those of the report, rain days, or those of the calendar (energy, money). */
export const COUNTED_DAYS = ['day', 'rain', 'calendar'] as const
export type CountedDay = (typeof COUNTED_DAYS)[number]

/** What may be chosen: a station, an exhaust, one of its gates, a generating unit, or a quantity of the whole plant. */
type ObjectKind = 'station' | 'outlet' | 'leaf' | 'unit' | 'general'

export interface ReportObject {
  kind: ObjectKind
  id: string
}

/** A series over [from, to), of mean and total (from, to], epoch ms: value = gain * reading + offset, in `unit`. */
export interface Piece {
  series: string
  /** How it is read between its readings, and ms between them; null: unknown. */
  kind: SeriesKind
  step: number | null
  from: number
  to: number
  gain: number
  offset: number
  unit: string
}

/** Energy against the water that made it: water use (m3/kWh), or the output coefficient K = P / (Q H). */
export interface WaterRatio {
  of: 'water_use' | 'coefficient'
  /** Series of the energy, kWh, and of the discharges of the units that make it, m3/s. */
  energy: string
  flows: readonly { unit: string; series: string }[]
}

/** A quantity that reports can tell. */
export interface Source {
  /** Unique within the plant; stable. */
  id: string
  object: ReportObject
  nature: Nature
  days: CountedDay
  /** How the readings of its newest piece are read between. */
  kind: SeriesKind
  /** Unit of its values, and that in which they are shown with so many decimals. */
  unit: string
  shown: string
  decimals: number
  /** Revenue of the plant (unit null) or of a generating unit: derived from energy and prices, never stored. */
  money?: { unit: string | null }
  /** Of what it is derived; never stored. */
  ratio?: WaterRatio
  /** Its record, oldest first; calibrated. Of money that of the energy which is sold. */
  pieces: readonly Piece[]
  /** ms between its readings; null: unknown. */
  step: number | null
}

/** What a report is. One description makes its table on screen, its files and its scheduled issues. */
export interface ReportRequest {
  kind: ReportKind
  mode: ReportMode
  /** [from, to), epoch ms. Reports of days and longer cover the whole dates that this touches. */
  from: number
  to: number
  /** In the order of the columns. */
  objects: readonly ReportObject[]
  /** Minutes after midnight at which days begin; null: by the description in force at each midnight. */
  dayStart: number | null
  rainDayStart: number | null
  /** Of raw readings: beside each what was sent. */
  withSent: boolean
}

/** A column of a report. */
export interface ReportColumn {
  id: string
  /** What was chosen; the columns of one object are beside each other. */
  object: ReportObject
  source: Source
  measure: Measure
  unit: Unit | ''
  decimals: number
}
