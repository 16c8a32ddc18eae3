import type { ReportColumn } from '#core/report/index.ts'
import type { ReportColumnHead } from '#contract/report.ts'
import type { OpenReport } from './report.ts'

/** The heads of the columns of a report. One that holds several kinds of days says so in each; so does CSV, which has no cover. */
export function reportHeads({
  columns,
  words,
  body,
  dayStart,
  rainDayStart,
}: OpenReport): ReportColumnHead[] {
  const days = body.kind !== 'raw' && body.kind !== 'hourly'
  const startOf = ({ source }: ReportColumn) =>
    ({ day: dayStart, rain: rainDayStart, calendar: 0 })[source.days]
  const several = days && (body.format === 'csv' || new Set(columns.map(startOf)).size > 1)
  return columns.map((column) => words.head(column, days ? startOf(column) : null, several))
}
