import { getReport, getReportOutlets, type ReportAnswer, type ReportTotal } from '#contract/report.ts'
import { round } from '#contract/fields.ts'
import type { ReportTotal as Total } from '#core/report/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import { reportHeads } from './heads.ts'
import { openReport, type OpenReport, type ReportDeps } from './report.ts'
import { reportTree } from './tree.ts'

/** What a report can be made of, and reports themselves: a page of their table, or a file. */
export function serveReport(serve: Serve, deps: ReportDeps): void {
  serve(getReportOutlets, ({ caller }) => reportTree(deps, caller))

  serve(getReport, async ({ body, caller }) => answerOf(await openReport(deps, body, caller)))
}

const rounded = (v: number | string | null) => (typeof v === 'number' ? round(v) : v)

/** A page of the table; of the first page also the foot, for which the whole report is read. */
async function answerOf(report: OpenReport): Promise<ReportAnswer> {
  const { body, view, columns } = report
  const after = body.after ?? null
  const totals = after === null ? report.totals() : null
  const page = {
    t: [] as number[],
    v: columns.map(() => [] as ReportAnswer['v'][number]),
    q: columns.map(() => [] as (number | null)[]),
  }
  let more = false
  for await (const table of report.tables(after, totals)) {
    const room = body.limit - page.t.length
    if (table.t.length > room) more = true
    if (room > 0) {
      page.t.push(...table.t.slice(0, room))
      table.v.forEach((list, c) => page.v[c].push(...list.slice(0, room).map(rounded)))
      table.q.forEach((list, c) => page.q[c].push(...list.slice(0, room)))
    }
    // Without a foot to gather nothing more is read than is answered.
    if (more && !totals) break
  }
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
