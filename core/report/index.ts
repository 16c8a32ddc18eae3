/** What a report is: its objects, columns and rows, and the values of its cells. Screen and files are made of these. */
export type { CountedDay, Measure, Piece, ReportColumn, ReportObject, Source } from './types.ts'
export { moneyRows } from './money.ts'
export { ratioRows, ratioSeries } from './ratio.ts'
export {
  BASIN_RAIN,
  bodyOf,
  isMoneySource,
  isRevenueCode,
  reportSources,
  REVENUE_PLANT,
  revenueCode,
  waterRatioCode,
} from './sources.ts'
export type { ObjectSources } from './sources.ts'
export { calibratedBins, calibratedValue, gatherBins } from './bins.ts'
export { reportColumns } from './columns.ts'
export { reportRows, spanOfRows } from './rows.ts'
export type { DayStarts, ReportRow } from './rows.ts'
export { openRows, reportTotals, sourceRows, shownValue, tabulate } from './tabulate.ts'
export type { ReportTable, ReportTotal, ReportTotals, RowsData, SourceRows } from './tabulate.ts'
export { isInstantOf, nextPaceInstant, paceIn, paceInstants, spanDue } from './schedule.ts'
export type { Pace, PaceState } from './schedule.ts'
export { PERIOD_ROWS, figuresOf, floodName, isFigureOf, isMoneyFigure } from './figures.ts'
export type { Figure, FigureCell, SheetPeriod } from './figures.ts'
export { composeSheet, figuresIn } from './sheet.ts'
export type { ComposedSheet, MadeSheet, SheetValue, SheetWords } from './sheet.ts'
