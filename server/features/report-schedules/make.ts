import { gunzipSync, gzipSync } from 'node:zlib'
import { can } from '#core/access/index.ts'
import { inForce } from '#core/description/index.ts'
import { isMoneySource, spanDue } from '#core/report/index.ts'
import { startOf, toLocal, toLocalDate } from '#core/time/index.ts'
import { round } from '#contract/fields.ts'
import { text } from '#contract/messages.ts'
import { reportBody } from '#contract/report.ts'
import { MOST_SENT_CELLS, type ScheduleWhat } from '#contract/report-schedules.ts'
import { rightsOf } from '#server/features/accounts/index.ts'
import { seesMoney } from '#server/features/price/index.ts'
import {
  inParts,
  holdsMoney,
  makeSheet,
  openPeriod,
  openReport,
  reportFile,
  reportHeads,
  sheetFigures,
  sheetOf,
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

/** sheet_version: of a correction or a comparison, which version of the sheet; else the one in force. */
type Wanted = Pick<IssueRow, 'hydro_code' | 'what' | 'slot' | 'language'> &
  Partial<Pick<IssueRow, 'sheet_version'>>
type ReportWhat = Extract<ScheduleWhat, { of: 'report' }>

/** A report or sheet as it is due, ready to be read. from, to: epoch ms. */
interface Due {
  from: number
  to: number
  /** Whether it holds money. */
  money: boolean
  sheetVersion: number | null
  /** What it says. figures: of a sheet, those that are wanted rather than all. */
  said(figures?: readonly string[]): Promise<Said>
  file(row: IssueRow, maker: { name: string }): ReportFile | Promise<ReportFile>
}

/** Opens what a schedule makes as of the instant at which it is due. @throws Problem */
export function openDue(deps: ScheduleDeps, wanted: Wanted, permissions: readonly string[]): Promise<Due> {
  const { what } = wanted
  return what.of === 'report'
    ? openReportDue(deps, { ...wanted, what }, permissions)
    : openSheetDue(deps, { ...wanted, what }, permissions)
}

async function openReportDue(
  deps: ScheduleDeps,
  { hydro_code: hydro, what, slot, language }: Wanted & { what: ReportWhat },
  permissions: readonly string[],
): Promise<Due> {
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
  const known = await deps.registry.known(hydro)
  return {
    from: report.from,
    to: report.to,
    money: report.columns.some((c) => isMoneySource(c.source, known)),
    sheetVersion: null,
    said: () => saidBy(report),
    file: (row, maker) => fileOf(deps, row, report, maker),
  }
}

/** A sheet of the date, month or year that is over at an instant, or under way up to it: 24:00 ends its date. */
async function openSheetDue(
  deps: ScheduleDeps,
  {
    hydro_code: hydro,
    what,
    slot,
    language,
    sheet_version,
  }: Wanted & { what: Extract<ScheduleWhat, { of: 'sheet' }> },
  permissions: readonly string[],
): Promise<Due> {
  const { zone } = await deps.plants.plant(hydro)
  const { body, version } = await sheetOf(deps, hydro, what.sheet, sheet_version ?? undefined)
  const kind = body.period
  const t = what.period === 'current' ? slot - 1 : startOf(kind, slot, zone) - 1
  const date = toLocalDate(t, zone).slice(0, { day: 10, month: 7, year: 4 }[kind])
  const who = { hydro, language, permissions, by: null }
  const request = { sheet: what.sheet, version, date, language }
  const open = await openPeriod(deps, who, kind, request, slot)
  const { start, end } = open.span.whole.spans.day
  return {
    from: start,
    to: Math.min(end, slot),
    money: seesMoney({ permissions }) && (await holdsMoney(deps, hydro, body)),
    sheetVersion: version,
    said: (figures) => sheetFigures(deps, who, body, open, figures),
    async file(row, { name: by }) {
      const made = await makeSheet(deps, { ...who, by }, request, slot)
      const [stem, end] = [made.name.replace(/\.\w+$/, ''), /\.\w+$/.exec(made.name)?.[0] ?? '']
      return { ...made, name: `${stem}-${suffixOf(row, zone)}${end}` }
    },
  }
}

/** What a report says: its columns, and their values by row. */
interface Said {
  columns: { id: string; name: string; unit: string; decimals: number }[]
  t: number[]
  v: (number | string | null)[][]
}

async function saidBy(report: OpenReport): Promise<Said> {
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

/** What the name of a file ends in: number, time of day, and which correction it is. */
const suffixOf = ({ number, slot, correction }: IssueRow, zone: string): string =>
  [
    `no${number}`,
    toLocal(slot, zone).slice(11, 16).replace(':', 'h'),
    ...(correction > 0 ? [`corrected${correction}`] : []),
  ].join('-')

function fileOf(deps: ScheduleDeps, row: IssueRow, report: OpenReport, maker: { name: string }): ReportFile {
  const { language, number, correction, slot, name, late } = row
  const { zone } = report.view.plant
  const due = toLocal(slot, zone).slice(0, 16)
  const label = text('issue_cover', language)
  const numbered =
    correction === 0
      ? text('issue_number', language, { number })
      : text('issue_corrected', language, { number, n: correction })
  return reportFile(report, {
    by: maker.name,
    at: deps.clock.now(),
    demo: deps.demo.on(),
    issue: {
      lines: [
        { label, value: name },
        { label, value: numbered },
        {
          label: text('issue_due', language),
          value: late ? text('issue_late', language, { time: due }) : due,
        },
      ],
      suffix: suffixOf(row, zone),
    },
  })
}

/** Makes the file of a report that is due. */
export async function makeFile(row: IssueRow, due: Due, maker: { name: string }) {
  const file = await due.file(row, maker)
  const parts: Buffer[] = []
  const { size, sha256 } = await inParts(file.content, async (_part, bytes) => void parts.push(bytes))
  return { name: file.name, type: file.type, parts, size, sha256 }
}
