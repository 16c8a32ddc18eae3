import { issueText } from '#contract/table-issues.ts'
import { toLocal } from '#core/time/index.ts'
import { type ColumnReport, type Report } from '#server/history-import/report.ts'
import type { TableIssue } from '#server/history-import/table.ts'
import { message, type Language, type MessageParams, type Word } from '#server/history-import/words.ts'

const count = (n: number) => n.toLocaleString('en-US')

/** Aligns columns; all but the first two to the right. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((r) => r[i].length)))
  return rows.map((r) =>
    r
      .map((c, i) => (i < 2 ? c.padEnd(widths[i]) : c.padStart(widths[i])))
      .join('  ')
      .trimEnd(),
  )
}

function duration(seconds: number): string {
  const parts: string[] = []
  for (const [unit, size] of [
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
    ['s', 1],
  ] as const) {
    const n = Math.floor(seconds / size)
    if (n > 0) parts.push(`${n} ${unit}`)
    seconds -= n * size
  }
  return parts.slice(0, 2).join(' ') || '0 s'
}

const HEAD: readonly Word[] = [
  'h_column',
  'h_series',
  'h_readings',
  'h_empty',
  'h_nodata',
  'h_flagged',
  'h_rejects',
  'h_step',
  'h_gaps',
  'h_new',
  'h_same',
  'h_differ',
]

/** A report as lines for a terminal. */
export function reportLines(r: Report, language: Language): string[] {
  const word = (w: Word, params: MessageParams = {}) => message(language, w, params)
  const local = (t: number | null) => (t === null ? '-' : toLocal(t, r.zone))
  const form =
    r.form.kind === 'sheet'
      ? (r.form.alike ?? [r.form.sheet]).join(', ')
      : `${r.form.header === 'toa5' ? 'TOA5, ' : ''}${JSON.stringify(r.form.delimiter)} ${JSON.stringify(r.form.decimal)} ${r.form.encoding}`
  const lines = [
    word(r.dry ? 'dry' : 'written'),
    word('file_is', { file: r.file, form }),
    ...(r.stamps ? [word('stamps_are', r.stamps)] : []),
    word('rows_are', { rows: count(r.rows), from: local(r.from), to: local(r.to), zone: r.zone }),
  ]
  if (r.resumedAt !== null && r.run) lines.push(word('resumed', { run: r.run, row: count(r.resumedAt) }))
  for (const [n, w] of [
    [r.badTimes, 'bad_times'],
    [r.disorder, 'disorder'],
    [r.repeats, 'repeats'],
  ] as const)
    if (n > 0) lines.push(word(w, { n: count(n) }))
  lines.push('', ...table([HEAD.map((w) => word(w)), ...r.columns.map(columnCells)]).map((l) => `  ${l}`))
  for (const c of r.columns)
    if (c.created)
      lines.push(`  ${word('will_create', { series: c.series, unit: c.seriesUnit, kind: c.kind })}`)
  for (const c of r.columns) if (c.gaps.count > 0) lines.push('', ...gapLines(c, word, local))
  const complaints = [
    ...r.complaints.map((x) => ({ ...x, column: word('h_time') })),
    ...r.columns.flatMap((c) => c.complaints.map((x) => ({ ...x, column: c.column }))),
  ]
  if (complaints.length > 0) lines.push('', word('complaint_list'))
  for (const { column, reason, count: n, rows, values } of complaints)
    lines.push(
      `  ${column}: ${count(n)} ${word(reason)}, ${word('such_as', { values: values.map((v) => `"${v}"`).join(', ') })} (${rows
        .map(({ row, sheet }) => word('row', { row: sheet === undefined ? row : `${row} (${sheet})` }))
        .join(', ')}${n > rows.length ? ' ...' : ''})`,
    )
  for (const c of r.columns) if (c.extremes) lines.push('', ...extremeLines(c, c.extremes, word, local))
  for (const c of r.columns) if (c.differing > 0) lines.push('', ...differenceLines(c, r, word, local))
  if (r.run) lines.push('', word('run_is', { run: r.run }))
  return lines
}

function columnCells(c: ColumnReport): string[] {
  return [
    c.column,
    `${c.series} [${c.unit}${c.unit === c.seriesUnit ? '' : ` > ${c.seriesUnit}`}]`,
    count(c.readings),
    count(c.empty),
    count(c.noData),
    count(c.flagged),
    count(c.rejected),
    c.step === null ? '-' : duration(c.step),
    c.gaps.count === 0 ? '0' : `${count(c.gaps.count)} (${count(c.gaps.missing)})`,
    count(c.fresh),
    count(c.unchanged),
    count(c.differing),
  ]
}

type TextOf = (w: Word, params?: MessageParams) => string
type Local = (t: number | null) => string

function gapLines(c: ColumnReport, word: TextOf, local: Local): string[] {
  return [
    word('gap_list', { column: c.column }),
    ...c.gaps.longest
      .slice(0, 10)
      .map((g) => `  ${local(g.from)} .. ${local(g.to)}  ${duration((g.to - g.from) / 1000)}`),
  ]
}

function extremeLines(
  c: ColumnReport,
  x: NonNullable<ColumnReport['extremes']>,
  word: TextOf,
  local: Local,
): string[] {
  return [
    word('extreme_list', {
      column: c.column,
      n: count(x.count),
      decile: x.decile,
      limit: x.limit,
      unit: c.unit,
    }),
    ...x.largest.slice(0, 10).map((v) => `  ${local(v.t)}  ${word('row', { row: v.row })}: ${v.value}`),
    word('extreme_ask', { limit: x.limit }),
  ]
}

function differenceLines(c: ColumnReport, r: Report, word: TextOf, local: Local): string[] {
  const text = (v: number | null) => (v === null ? '-' : String(v))
  return [
    `${c.series}: ${word('differ_list', {
      n: count(c.differing),
      shown: c.differences.length,
      what: word(r.replace ? 'replaced' : 'kept'),
    })}`,
    ...c.differences.map(
      (d) => `  ${local(d.t)}  ${word('stored_file', { stored: text(d.stored), file: text(d.file) })}`,
    ),
  ]
}

/** The faults of a table, a line each. */
export function issueLines(issues: readonly TableIssue[], language: Language): string[] {
  return issues.map((i) => {
    const where = [
      i.line === null ? null : message(language, 'row', { row: i.line }),
      i.column === null ? null : message(language, 'column', { column: i.column }),
    ].filter((w) => w !== null)
    return `  ${i.severity} ${i.code}${where.length > 0 ? ` (${where.join(', ')})` : ''}: ${issueText(i, language, (line) => line)}`
  })
}
