/** Time charts: panes of series over one time axis, with the values under the cursor in a strip. */
export { TimeChart, initiallyHidden } from './TimeChart.tsx'
export { fromColumn, scaled } from './column.ts'
export { SIGNS } from './flags.ts'
export type {
  ChartAxis,
  ChartLine,
  ChartMark,
  ChartSeries,
  ChartStrip,
  ChartTexts,
  Pane,
  RangeCause,
  SeriesData,
  SeriesKind,
  SpanStyle,
  StepKind,
  TimeRange,
  Tone,
} from './types.ts'
