/**
 * Readings of one series, ascending. v: NaN is a gap. q: quality bytes (core/quality), absent if all are good.
 * rejected: readings left out of the line.
 */
export interface SeriesData {
  t: Float64Array
  v: Float64Array
  q?: Uint8Array
  rejected?: { t: Float64Array; v: Float64Array }
}

/**
 * How a series is drawn and interpolated. line: samples, joined. step: in force until the next entry. mean and bars:
 * belong to the interval that ENDS at their stamp; bars are totals, so thinning sums them.
 */
export type SeriesKind = 'line' | 'step' | 'mean' | 'bars'

export interface ChartSeries {
  id: string
  name: string
  /** Id of an axis of the same pane. */
  axis: string
  kind: SeriesKind
  /** Colour token without dashes: 'level', 'inflow', 'rain' ... */
  color: string
  dashed?: boolean
  /** Line width in px; default 1.5. */
  width?: number
  /** 0 to 1, for comparison series; default 1. */
  opacity?: number
  /** Forecast band, parallel to data.t. */
  band?: { lower: Float64Array; upper: Float64Array }
  unit: string
  decimals: number
  data: SeriesData
  /** Hidden at first; the user can show it. */
  hidden?: boolean
  /** Entries further apart than this (ms) are not joined, even without a NaN between them. */
  maxGap?: number
  /** Whether edited values are marked. */
  markEdited?: boolean
  /** Thinned to the width of the chart. */
  thinned?: boolean
  /**
   * Aggregates over whole steps, stamped at their start, for the table: means (of totals sums), least and greatest.
   */
  steps?: { data: SeriesData; band?: { lower: Float64Array; upper: Float64Array } }
  /** For a comparison series: the series of the present with which it is drawn, read and hidden. */
  of?: string
  /** Shift of its stamps onto the present, ms. */
  shift?: number
}

export interface ChartAxis {
  id: string
  side: 'left' | 'right'
  unit: string
  min?: number
  max?: number
  /** Hangs from the top, in its own quarter of the pane. */
  inverted?: boolean
  decimals: number
}

export type Tone = 'normal' | 'warn' | 'alarm'

export interface ChartLine {
  axis: string
  value: number
  label: string
  /** 'warn' and 'alarm' are colours: use them only while the limit requires action. */
  tone: Tone
}

/** 'warn' and 'alarm' are drawn in their colour, others subdued. */
export type MarkKind = 'gate' | 'run' | 'edit' | 'note' | 'order' | 'call' | 'warn' | 'alarm'

/** An event: a symbol of its kind in a row along the time axis. */
export interface ChartMark {
  t: number
  /** Its end, if it is a span. */
  to?: number | null
  label: string
  kind: MarkKind
  /** Unique key; default: kind and time. */
  id?: string
  /** Author. */
  by?: string | null
  /** Link to open when pressed; absent or null: information only. */
  path?: string | null
}

/** Style of a span of a strip: outline, light fill, or hatching. */
export type SpanStyle = 'plain' | 'filled' | 'hatched'

/** A row of labelled spans along the time axis, below everything; they do not overlap. */
export interface ChartStrip {
  id: string
  /** Label in the left margin. */
  title: string
  spans: { from: number; to: number; label: string; style: SpanStyle }[]
}

export interface Pane {
  id: string
  title: string
  /** Share of the height, relative to the other panes. */
  heightShare: number
  axes: ChartAxis[]
  series: ChartSeries[]
  lines: ChartLine[]
  marks: ChartMark[]
  /** Keeps the row of marks while it is empty, so that the layout does not jump. */
  markRow?: boolean
  strips?: ChartStrip[]
}

export type ChartLanguage = 'vi' | 'en'

/** [from, to] in epoch ms. */
export interface TimeRange {
  from: number
  to: number
}

/** What a row of a table over whole steps covers. */
export type StepKind = 'hour' | 'day' | 'month'

export type RangeCause = 'zoom' | 'pan' | 'select' | 'reset'

export interface ChartTexts {
  /** Buttons. */
  reset: string
  select: string
  /** Where a span can be selected: zooms to it. */
  zoomToSpan: string
  savePng: string
  saveSvg: string
  saveCsv: string
  /** Describes a hidden series. */
  hidden: string
  /** Accessible name of the time cursor. */
  cursor: string
  /** Above the values while no pointer is on the chart. */
  latest: string
  minimum: string
  maximum: string
  noData: string
  loading: string
  /** Names of the grades 0 to 7 of core/quality, and of its two marks. */
  grades: readonly string[]
  edited: string
  floored: string
  /** CSV and table headings. */
  time: string
  quality: string
  lower: string
  upper: string
  compared: string
  comparedAt: string
  /** The table beside the chart; {{n}} is a placeholder. */
  table: string
  tableEmpty: string
  rows: string
  thinned: string
  /** What a row of the table is, abbreviated and in full. */
  stepRows: Readonly<Record<StepKind, string>>
  stepAbout: string
  copyTsv: string
  copied: string
  copyRefused: string
  /** The row of marks; {{n}} is a placeholder. */
  marks: string
  acts: string
  moreActs: string
  kinds: Readonly<Record<MarkKind, string>>
}
