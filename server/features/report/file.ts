import { Readable } from 'node:stream'
import { EDITED, ESTIMATED, MISSING, PARTIAL, grade } from '#core/quality/index.ts'
import { openRows, reportTotals, type ReportColumn, type ReportTotal } from '#core/report/index.ts'
import { toLocal, toLocalDate } from '#core/time/index.ts'
import { round } from '#contract/fields.ts'
import { text, type Language } from '#contract/messages.ts'
import { optionNames as en } from '#contract/messages/en/options.ts'
import { optionNames as vi } from '#contract/messages/vi/options.ts'
import { CSV_SEPARATORS, type ReportColumnHead } from '#contract/report.ts'
import type { SheetFlag } from '#server/lib/sheets/content.ts'
import { writeCsv } from '#server/lib/sheets/csv.ts'
import {
  writeWorkbook,
  type CoverSheet,
  type DataSheet,
  type SheetCell,
  type SheetColumn,
} from '#server/lib/sheets/workbook.ts'
import { VERSION } from '#server/version.ts'
import { reportHeads } from './heads.ts'
import { sheetsOfReport, type OpenReport } from './report.ts'
import { dayClock } from './words.ts'

/** Who makes a file, and when. demo: whether its figures are of a simulated plant. */
interface Maker {
  by: string | null
  at: number
  demo: boolean
  /** Of a report of a schedule: what its cover says of it, and what its name ends in. */
  issue?: { lines: { label: string; value: string }[]; suffix: string }
}

export interface ReportFile {
  name: string
  type: string
  content: Readable
}

const DEMO = 'DEMO'
const METHODS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  vi: vi.discharge_methods,
  en: en.discharge_methods,
}

/** By grade: its key in files, its mark behind the number and its colour. GOOD has none. */
const GRADES = [
  null,
  { key: 'ESTIMATED', mark: ' e', fill: '#e7f0fa' },
  { key: 'PARTIAL', mark: ' p', fill: '#fdf3d8' },
  { key: 'EXTRAPOLATED', mark: ' x', fill: '#ece6f7' },
  { key: 'SUSPECT', mark: ' ?', fill: '#fbe3cf' },
  { key: 'REJECTED', mark: ' !', fill: '#f8d4d0' },
  { key: 'STALE', mark: ' s', fill: '#e6e6e6' },
  { key: 'MISSING', mark: ' -', fill: '#f2f2f2' },
] as const
const BY_PEOPLE = { key: 'EDITED', mark: ' *', fill: '#dff1e4' }

/** The legend of a language: each grade, what people edited, and both together. */
export function flagsOf(language: Language): SheetFlag[] {
  const word = (g: number) => text(`report_grade_${g as 0}`, language)
  const edited = text('report_edited', language)
  const grades = GRADES.flatMap((one, g) => (one === null ? [] : [{ ...one, meaning: word(g) }]))
  const both = [ESTIMATED, PARTIAL].map((g) => {
    const { key, mark, fill } = GRADES[g as 1]
    return {
      key: `EDITED ${key}`,
      mark: ` *${mark.trim()}`,
      fill,
      meaning: `${edited}, ${word(g).toLowerCase()}`,
    }
  })
  return [...grades, { ...BY_PEOPLE, meaning: edited }, ...both]
}

export function flagOf(q: number): string | undefined {
  const g = grade(q)
  const own = GRADES[g]?.key
  if ((q & EDITED) === 0) return own
  if (own === undefined) return BY_PEOPLE.key
  return g === ESTIMATED || g === PARTIAL ? `EDITED ${own}` : own
}

/** A cell of a file. Times are instants, methods and grades are words. */
function cellOf(
  { format }: ReportColumnHead,
  v: number | string | null,
  q: number | null,
  language: Language,
): SheetCell {
  if (v === null) return q === null || grade(q) === MISSING ? null : { v: null, flag: flagOf(q) }
  if (typeof v === 'string') return v
  if (format === 'time') return { at: v }
  if (format === 'method') return METHODS[language][v] ?? v
  if (format === 'quality') return text(`report_grade_${grade(v) as 0}`, language)
  const flag = q === null ? undefined : flagOf(q)
  return flag === undefined ? round(v) : { v: round(v), flag }
}

const FOOT = ['total', 'mean', 'min', 't_min', 'max', 't_max'] as const

function footOf(totals: readonly ReportTotal[], language: Language) {
  return FOOT.filter((name) => totals.some((t) => t[name] !== null)).map((name) => ({
    label: text(`report_foot_${name}`, language),
    cells: [
      null,
      ...totals.map((t): SheetCell => {
        const v = t[name]
        if (v === null) return ''
        return name === 't_min' || name === 't_max' ? { at: v } : round(v)
      }),
    ],
  }))
}

/** Lines that a chart can tell apart. */
const MOST_LINES = 6
const DRAWN: readonly ReportColumn['measure'][] = ['value', 'end', 'mean', 'sum']

function chartOf(columns: readonly ReportColumn[], title: string): DataSheet['chart'] {
  const first = columns.find((c) => DRAWN.includes(c.measure))
  if (!first) return undefined
  const drawn = columns.flatMap((c, i) =>
    DRAWN.includes(c.measure) && c.unit === first.unit && c.measure === first.measure ? [i + 1] : [],
  )
  return {
    title,
    type: first.measure === 'sum' ? 'column' : 'line',
    columns: drawn.slice(0, MOST_LINES),
    axis: first.unit,
  }
}

/** The times of the rows that are not over. */
function openTimes({ rows, view }: OpenReport, columns: readonly ReportColumn[]): Set<number> {
  return new Set(rows ? openRows(columns, rows, view.at).map((i) => rows[i].t) : [])
}

/** One sheet of a report: its time, and some of its columns. */
function sheetOf(report: OpenReport, columns: readonly ReportColumn[], name: string): DataSheet {
  const { body, language } = report
  const heads = new Map(reportHeads(report).map((h) => [h.id, h]))
  const totals = reportTotals(columns)
  const isDate = body.kind !== 'raw' && body.kind !== 'hourly'
  const time: SheetColumn = {
    head: [text(`report_time_${body.kind}`, language)],
    unit: '',
    format: isDate ? 'date' : 'time',
    width: isDate ? 14 : 18,
  }
  const own = columns.map((c) => heads.get(c.id)!)
  const open = openTimes(report, columns)
  const state: SheetColumn = {
    head: [text('report_state', language)],
    unit: '',
    format: 'text',
    width: 18,
  }
  return {
    kind: 'data',
    name,
    title: `${report.view.plant.name} · ${name}`,
    columns: [
      time,
      ...own.map((h): SheetColumn => ({
        head: h.head,
        unit: h.unit,
        format: h.format === 'number' ? { decimals: h.decimals } : h.format === 'time' ? 'time' : 'text',
        width: h.format === 'time' ? 18 : h.format === 'text' ? 40 : 14,
      })),
      ...(open.size > 0 ? [state] : []),
    ],
    rows: rows(),
    foot: () => footOf(totals.totals(), language),
    chart: chartOf(columns, text('report_chart', language)),
    print: { orientation: columns.length > 6 ? 'landscape' : 'portrait' },
  }

  async function* rows(): AsyncGenerator<SheetCell[]> {
    for await (const table of report.tables(columns, null, totals))
      for (let k = 0; k < table.t.length; k++)
        yield [
          { at: table.t[k] },
          ...own.map((h, c) => cellOf(h, table.v[c][k], table.q[c][k], language)),
          ...(open.has(table.t[k]) ? [text('report_open', language)] : []),
        ]
  }
}

function coverOf(report: OpenReport, maker: Maker): CoverSheet {
  const { body, language, view } = report
  const { plant } = view
  const at = (t: number) => toLocal(t, plant.zone)
  const what = `${text(`report_kind_${body.kind}`, language)}, ${text(`report_mode_${body.mode}`, language)}`
  const line = (label: Parameters<typeof text>[0], value: SheetCell, strong = false) => ({
    label: text(label, language),
    value,
    strong,
  })
  return {
    kind: 'cover',
    name: text('report_cover', language),
    title: `${text(`report_kind_${body.kind}`, language)} · ${plant.name}`,
    lines: [
      line('report_cover_reservoir', `${plant.name} (${view.hydro})`, true),
      ...(maker.issue?.lines ?? []).map((one) => ({ ...one, strong: true })),
      line('report_cover_what', what),
      line('report_cover_span', `${at(report.from)} - ${at(report.to)}`),
      line('report_cover_zone', plant.zone),
      line('report_cover_day', dayClock(report.dayStart)),
      line('report_cover_rain', dayClock(report.rainDayStart)),
      line('report_cover_known', view.known ? at(view.at) : text('report_cover_now', language), view.known),
      line('report_cover_review', text(`report_review_${report.review}`, language)),
      ...(maker.by === null ? [] : [line('report_cover_by', maker.by)]),
      line('report_cover_at', at(maker.at)),
      line('report_cover_version', VERSION),
    ],
  }
}

/** A report as a file: one sheet of all columns, or in detail one of each object. CSV holds them all in one table. */
export function reportFile(report: OpenReport, maker: Maker): ReportFile {
  const { body, columns, language, view, words } = report
  const { zone } = view.plant
  const from = toLocalDate(report.from, zone)
  const to = toLocalDate(report.to - 1, zone)
  const parts = [
    view.hydro,
    body.kind,
    from,
    to,
    ...(maker.issue ? [maker.issue.suffix] : []),
    ...(maker.demo ? [DEMO] : []),
  ]
  const name = `${parts.join('-').replace(/[^\w.-]/g, '_')}.${body.format}`
  const kind = text(`report_kind_${body.kind}`, language)
  if (body.format === 'csv') {
    const options = {
      separator: CSV_SEPARATORS[body.separator],
      decimal: body.decimal,
      quality: body.with_quality,
      zone,
      language,
    }
    const lines = writeCsv(sheetOf(report, columns, kind), options)
    return { name, type: 'text/csv; charset=utf-8', content: Readable.from(lines, { objectMode: false }) }
  }
  const tables = sheetsOfReport(body, columns)
  const sheets = tables.map((own) =>
    sheetOf(report, own, body.mode === 'detail' ? words.object(own[0].object) : kind),
  )
  return {
    name,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: writeWorkbook({
      sheets: [coverOf(report, maker), ...sheets],
      language,
      zone,
      flags: flagsOf(language),
      creator: maker.by ?? undefined,
      created: maker.at,
      stamp: maker.demo ? DEMO : undefined,
    }),
  }
}
