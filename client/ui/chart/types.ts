/**
 * Readings of one series, sorted by time. v: NaN is a gap. q: quality bytes (core/quality), absent when all good.
 * rejected: readings that are not part of the line.
 */
export interface SeriesData {
  t: Float64Array
  v: Float64Array
  q?: Uint8Array
  rejected?: { t: Float64Array; v: Float64Array }
}

/**
 * How a series is drawn and read between its entries. line: a sample, joined. step: in force until the next entry.
 * mean and bars: belong to the interval that ENDS at their stamp; bars are totals, so they are summed when thinned.
 */
export type SeriesKind = 'line' | 'step' | 'mean' | 'bars'

export interface ChartSeries {
  id: string
  name: string
  /** Id of an axis of the same pane. */
  axis: string
  kind: SeriesKind
  /** Name of a colour token without dashes: 'level', 'inflow', 'rain' ... */
  color: string
  dashed?: boolean
  /** Line width in px; 1.5 when absent. */
  width?: number
  /** 0 to 1, for compared periods; 1 when absent. */
  opacity?: number
  /** Forecast band, parallel to data.t. */
  band?: { lower: Float64Array; upper: Float64Array }
  unit: string
  decimals: number
  data: SeriesData
  /** Hidden at first; the reader can show it. */
  hidden?: boolean
  /** Entries further apart than this (ms) are not joined, even without a NaN between them. */
  maxGap?: number
  /** Whether edited values get a marker. */
  markEdited?: boolean
  /** Not every reading: what the width of the chart needs. */
  thinned?: boolean
  /** The same over whole steps of time, each at its beginning, for the table: means (of totals sums), least and greatest. */
  steps?: { data: SeriesData; band?: { lower: Float64Array; upper: Float64Array } }
  /** Of another period: the series of the present that it is drawn beside, is read with and is hidden with. */
  of?: string
  /** How much later than they were its stamps are put, ms, to lie under those of the present. */
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
  /** 'warn' and 'alarm' are colours: give them only while the limit asks for an act. */
  tone: Tone
}

/** 'warn' and 'alarm' are drawn in their colour, everything else quietly. */
export type MarkKind = 'gate' | 'run' | 'edit' | 'note' | 'order' | 'call' | 'warn' | 'alarm'

/** Something that happened: a figure of its kind in a row along the time axis. */
export interface ChartMark {
  t: number
  /** Its end, where it is a span. */
  to?: number | null
  label: string
  kind: MarkKind
  /** Unlike any other's; absent: its kind and time. */
  id?: string
  /** Who. */
  by?: string | null
  /** What the caller opens when it is pressed; absent or null: it only informs. */
  path?: string | null
}

/** How much a span of a strip weighs: an outline, a light ground, or strokes across it. */
export type SpanStyle = 'plain' | 'filled' | 'hatched'

/** A row of labelled spans along the time axis, below everything; they do not overlap. */
export interface ChartStrip {
  id: string
  /** Before the row, in the left margin. */
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
  /** Keeps the row of marks also while there are none, so that nothing jumps when some come. */
  markRow?: boolean
  strips?: ChartStrip[]
}

export type ChartLanguage = 'vi' | 'en'

/** [from, to] in epoch ms. */
export interface TimeRange {
  from: number
  to: number
}

/** What one row of a table over whole steps covers. */
export type StepKind = 'hour' | 'day' | 'month'

export type RangeCause = 'zoom' | 'pan' | 'select' | 'reset'

export interface ChartTexts {
  /** Buttons. */
  reset: string
  select: string
  /** Where a span is chosen on the chart: shows it and nothing else. */
  zoomToSpan: string
  savePng: string
  saveSvg: string
  saveCsv: string
  /** Said of a series that is not drawn. */
  hidden: string
  /** Accessible name of the time cursor. */
  cursor: string
  /** Over the strip when no pointer is on the chart. */
  latest: string
  minimum: string
  maximum: string
  noData: string
  loading: string
  /** Words for the grades 0 to 7 of core/quality, and for its two marks. */
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
  /** The table beside the chart; {{n}} is filled in. */
  table: string
  tableEmpty: string
  rows: string
  thinned: string
  /** What one row of the table is, in short, and in full. */
  stepRows: Readonly<Record<StepKind, string>>
  stepAbout: string
  copyTsv: string
  copied: string
  copyRefused: string
  /** The row of marks; {{n}} is filled in. */
  marks: string
  acts: string
  moreActs: string
  kinds: Readonly<Record<MarkKind, string>>
}
