/** What a report is: its objects, columns and rows, and the values of its cells. Screen and files are made of these. */
export { REPORT_KINDS, REPORT_MODES, MEASURES } from './types.ts'
export type {
  DayKind,
  Measure,
  ObjectKind,
  Piece,
  ReportColumn,
  ReportKind,
  ReportMode,
  ReportObject,
  ReportRequest,
  Source,
} from './types.ts'
export { BASIN_RAIN, bodyOf, reportSources } from './sources.ts'
export type { ObjectSources, SeriesByCode } from './sources.ts'
export { calibratedBins, calibratedValue, gatherBins } from './bins.ts'
export { reportColumns } from './columns.ts'
export type { MayColumn } from './columns.ts'
export { PERIOD, reportRows, spanOfRows } from './rows.ts'
export type { DayStarts, ReportRow } from './rows.ts'
export { reportTotals, sourceRows, shownValue, tabulate } from './tabulate.ts'
export type { ReportCell, ReportTable, ReportTotal, ReportTotals, RowsData, SourceRows } from './tabulate.ts'
