import {
  getReport,
  getReportOutlets,
  MOST_PAGE_CELLS,
  type ReportAnswer,
  type ReportTotal,
} from '#contract/report.ts'
import { round } from '#contract/fields.ts'
import { REPORT_WAIT } from '#contract/report-jobs.ts'
import { openRows, reportTotals, type CountedDay, type ReportTotal as Total } from '#core/report/index.ts'
import { nameOfAccount } from '#server/features/accounts/index.ts'
import { Problem } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import { reportFile } from './file.ts'
import { reportHeads } from './heads.ts'
import { serveReportJobs, type JobDeps, type ReportJobs } from './jobs.ts'
import { openReport, type OpenReport } from './report.ts'
import { sendFile } from './send-file.ts'
import { reportTree } from './tree.ts'

export { reportFile, type ReportFile } from './file.ts'
export { reportHeads } from './heads.ts'
export {
  makeSheet,
  maySeeSheet,
  serveSheets,
  sheetFigures,
  sheetPeriod,
  type SheetDeps,
  type SheetFile,
  type SheetReader,
  type SheetRequest,
} from './sheets/index.ts'
export type { ReportJobs } from './jobs.ts'
export { dropParts, insertPart, readParts } from './part-store.ts'
export { inParts } from './parts.ts'
export { mayOpen, openReport, type OpenReport } from './report.ts'
export { sendFile } from './send-file.ts'

/** What a report can be made of, and reports themselves: a page of their table, or a file. */
export function serveReport(serve: Serve, deps: JobDeps): ReportJobs {
  serve(getReportOutlets, ({ caller }) => reportTree(deps, caller))

  serve(getReport, async ({ body, caller, reply }) => {
    const report = await openReport(deps, body, caller)
    if (body.format === 'json') return answerOf(report, () => reply.raw.destroyed)
    const by = caller.accountId === null ? null : await nameOfAccount(deps.db, caller.accountId)
    const file = reportFile(report, { by, at: deps.clock.now(), demo: deps.demo.on() })
    await sendFile(reply, file)
    return EMPTY
  })

  return serveReportJobs(serve, deps)
}

/** The reply is sent already. */
const EMPTY = null as never

const rounded = (v: number | string | null) => (typeof v === 'number' ? round(v) : v)

/** A page of the table; of the first page also the foot, for which the whole report is read. */
async function answerOf(report: OpenReport, isGone: () => boolean): Promise<ReportAnswer> {
  const { body, view, columns } = report
  const after = body.after ?? null
  // The foot of a report that takes longer than a caller waits is in its file.
  const totals = after === null && body.foot && report.seconds <= REPORT_WAIT ? reportTotals(columns) : null
  const page = {
    t: [] as number[],
    v: columns.map(() => [] as ReportAnswer['v'][number]),
    q: columns.map(() => [] as (number | null)[]),
  }
  const limit = Math.min(body.limit, Math.max(1, Math.floor(MOST_PAGE_CELLS / columns.length)))
  let more = false
  for await (const table of report.tables(columns, after, totals)) {
    // Nobody reads the answer any more.
    if (isGone()) throw new Problem(503, 'unavailable')
    const room = limit - page.t.length
    if (table.t.length > room) more = true
    if (room > 0) {
      page.t.push(...table.t.slice(0, room))
      table.v.forEach((list, c) => page.v[c].push(...list.slice(0, room).map(rounded)))
      table.q.forEach((list, c) => page.q[c].push(...list.slice(0, room)))
    }
    // Without a foot to gather nothing more is read than is answered.
    if (more && !totals) break
  }
  const shown = new Set(page.t)
  const rows = report.rows && report.rows.filter((row) => shown.has(row.t))
  const endsBy = (days: CountedDay) => rows!.map((row) => row.spans[days].end)
  const open = rows ? openRows(columns, rows, view.at) : []
  return {
    kind: body.kind,
    mode: body.mode,
    from: report.from,
    to: report.to,
    zone: view.plant.zone,
    day_start: report.dayStart,
    rain_day_start: report.rainDayStart,
    known_at: view.known ? view.at : null,
    review: report.review,
    columns: reportHeads(report),
    ...page,
    ...(rows && { ends: { day: endsBy('day'), rain: endsBy('rain'), calendar: endsBy('calendar') } }),
    ...(open.length > 0 && { open }),
    totals: totals && totals.totals().map(totalOf),
    rows: report.rows && report.rows.length,
    next: more ? page.t[page.t.length - 1] : null,
  }
}

const maybe = (v: number | null) => (v === null ? null : round(v))
const totalOf = ({ total, mean, min, t_min, max, t_max, q }: Total): ReportTotal => ({
  total: maybe(total),
  mean: maybe(mean),
  min: maybe(min),
  t_min,
  max: maybe(max),
  t_max,
  quality: q,
})
