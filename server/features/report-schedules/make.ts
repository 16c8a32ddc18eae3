import { gunzipSync, gzipSync } from 'node:zlib'
import { can } from '#core/access/index.ts'
import { inForce } from '#core/description/index.ts'
import { spanDue } from '#core/report/index.ts'
import { toLocal } from '#core/time/index.ts'
import { round } from '#contract/fields.ts'
import { text } from '#contract/messages.ts'
import { reportBody } from '#contract/report.ts'
import { MOST_SENT_CELLS } from '#contract/report-schedules.ts'
import { rightsOf } from '#server/features/accounts/index.ts'
import {
  inParts,
  openReport,
  reportFile,
  reportHeads,
  type OpenReport,
  type ReportFile,
} from '#server/features/report/index.ts'
import { Problem } from '#server/lib/errors.ts'
import type { ScheduleDeps } from './deps.ts'
import type { IssueRow } from './store.ts'

/** What the maker of a schedule must be permitted. */
const NEEDED = ['report', 'settings.update'] as const

/** The rights with which a report is made. @throws Problem 403 where they are gone */
export async function makerOf({ db }: Pick<ScheduleDeps, 'db'>, row: Pick<IssueRow, 'maker' | 'hydro_code'>) {
  const rights = await rightsOf(db, row.maker, row.hydro_code)
  if (!rights) throw new Problem(403, 'schedule_maker_closed')
  if (!NEEDED.every((one) => can(rights.permissions, one)))
    throw new Problem(403, 'schedule_maker_rights', { name: rights.name })
  return rights
}

type Wanted = Pick<IssueRow, 'hydro_code' | 'what' | 'slot' | 'language'>

/** Opens the report of a schedule as of the instant at which it is due. @throws Problem */
export async function openDue(
  deps: ScheduleDeps,
  { hydro_code: hydro, what, slot, language }: Wanted,
  permissions: readonly string[],
): Promise<OpenReport> {
  const d = await deps.plants.describe(hydro)
  const { zone, dayStart } = (inForce(d.plant, slot) ?? d.plant.at(0))!.body
  const span = spanDue(what.span, slot, zone, what.report.day_start ?? dayStart)
  const body = reportBody.parse({
    ...what.report,
    from: toLocal(span.from, zone),
    to: toLocal(span.to, zone),
    language,
    format: what.format,
  })
  const report = await openReport(deps, body, { hydro, language, permissions }, { at: slot, span })
  if (report.cells > MOST_SENT_CELLS)
    throw new Problem(422, 'schedule_too_large', {
      cells: Math.ceil(report.cells / 1000) * 1000,
      most: MOST_SENT_CELLS,
    })
  return report
}

/** What a report says: its columns, and their values by row. */
interface Said {
  columns: { id: string; name: string; unit: string; decimals: number }[]
  t: number[]
  v: (number | string | null)[][]
}

export async function saidBy(report: OpenReport): Promise<Said> {
  const { columns } = report
  const said: Said = {
    columns: reportHeads(report).map(({ id, name, unit, decimals }) => ({ id, name, unit, decimals })),
    t: [],
    v: columns.map(() => []),
  }
  for await (const table of report.tables(columns, null, null)) {
    said.t.push(...table.t)
    table.v.forEach((list, c) => said.v[c].push(...list.map((v) => (typeof v === 'number' ? round(v) : v))))
  }
  return said
}

export const packed = (said: Said): Buffer => gzipSync(JSON.stringify(said))
export const unpacked = (cells: Buffer): Said => JSON.parse(gunzipSync(cells).toString('utf8')) as Said

interface Difference {
  name: string
  unit: string
  decimals: number
  t: number
  before: number | string | null
  after: number | string | null
}

/** Values that are different in two reports: all are counted, the first are listed. */
export function differenceOf(
  before: Said,
  after: Said,
  most: number,
): { total: number; values: Difference[] } {
  const byInstant = ({ columns, t, v }: Said) =>
    new Map(columns.map((c, i) => [c.id, { head: c, at: new Map(t.map((x, k) => [x, v[i][k]])) }]))
  const [a, b] = [byInstant(before), byInstant(after)]
  const instants = [...new Set([...before.t, ...after.t])].sort((x, y) => x - y)
  const values: Difference[] = []
  let total = 0
  for (const id of new Set([...a.keys(), ...b.keys()])) {
    const { name, unit, decimals } = (b.get(id) ?? a.get(id))!.head
    for (const t of instants) {
      const [was, is] = [a.get(id)?.at.get(t) ?? null, b.get(id)?.at.get(t) ?? null]
      if (was === is) continue
      total++
      if (values.length < most) values.push({ name, unit, decimals, t, before: was, after: is })
    }
  }
  return { total, values }
}

/** Makes the file of a report that is due, with what it says. */
export async function makeFile(
  deps: ScheduleDeps,
  row: IssueRow,
  report: OpenReport,
  maker: { name: string },
): Promise<Pick<ReportFile, 'name' | 'type'> & { parts: Buffer[]; size: number; sha256: string }> {
  const { language, number, correction, slot, name, late } = row
  const { zone } = report.view.plant
  const due = toLocal(slot, zone).slice(0, 16)
  const suffix = [`no${number}`, toLocal(slot, zone).slice(11, 16).replace(':', 'h')]
  const lines = [
    { label: text('issue_cover', language), value: name },
    {
      label: text('issue_cover', language),
      value:
        correction === 0
          ? text('issue_number', language, { number })
          : text('issue_corrected', language, { number, n: correction }),
    },
    { label: text('issue_due', language), value: late ? text('issue_late', language, { time: due }) : due },
  ]
  const file = reportFile(report, {
    by: maker.name,
    at: deps.clock.now(),
    demo: deps.demo.on(),
    issue: { lines, suffix: [...suffix, ...(correction > 0 ? [`corrected${correction}`] : [])].join('-') },
  })
  const parts: Buffer[] = []
  const { size, sha256 } = await inParts(file.content, async (_part, bytes) => void parts.push(bytes))
  return { name: file.name, type: file.type, parts, size, sha256 }
}
