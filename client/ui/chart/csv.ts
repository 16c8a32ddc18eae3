import { csvField, guarded } from '#core/csv/index.ts'
import { toLocal } from '#core/time/index.ts'
import { gradeName, EDITED, FLOORED, grade } from '#core/quality/index.ts'
import { listed } from './read.ts'
import { byShift, rowsIn, chartRowsOf } from './rows.ts'
import type { ChartSeries, TimeRange } from './types.ts'

function qualityText(q: number): string {
  const marks = [grade(q) ? gradeName(q) : '', q & EDITED ? 'EDITED' : '', q & FLOORED ? 'FLOORED' : '']
  return marks.filter(Boolean).join(' ')
}

export interface Headings {
  time: string
  quality: string
  lower: string
  upper: string
  compared: string
  comparedAt: string
}

/**
 * Rows of what a chart shows: one per instant at which any series has an entry, local time first, one column per
 * series, then its band, and its quality where any entry is flagged. Comparison series follow with their own time
 * first. A gap is an empty field. Nothing is carried or interpolated: an entry appears at its own stamp.
 */
function chartSheetOf(
  series: readonly ChartSeries[],
  view: TimeRange,
  zone: string,
  headings: Headings,
): string[][] {
  const groups = byShift(series.map((s) => (s.band ? s : { ...s, data: listed(s.data) })))
  const ordered = groups.flatMap((g) => g.series)
  const rows = chartRowsOf(ordered)
  type Cell = (row: number, t: number) => string
  const head = [`${headings.time} (${zone})`]
  const cells: Cell[] = [(_, t) => toLocal(t, zone)]
  const value = (s: ChartSeries, v: number) =>
    Number.isFinite(v) ? String(Number(v.toFixed(Math.max(s.decimals, 6)))) : ''
  for (const { shift, series: own } of groups) {
    const at = own.map((s) => rows.at[ordered.indexOf(s)])
    if (shift !== 0 && own.length) {
      head.push(`${headings.comparedAt} (${zone})`)
      cells.push((i, t) => (at.some((a) => a[i] >= 0) ? toLocal(t - shift, zone) : ''))
    }
    own.forEach((s, k) => {
      const name = s.of === undefined ? s.name : `${s.name} ${headings.compared}`
      const column =
        (of: ArrayLike<number>): Cell =>
        (i) =>
          at[k][i] < 0 ? '' : value(s, of[at[k][i]])
      head.push(`${name} (${s.unit})`)
      cells.push(column(s.data.v))
      if (s.band) {
        head.push(`${name} ${headings.lower} (${s.unit})`, `${name} ${headings.upper} (${s.unit})`)
        cells.push(column(s.band.lower), column(s.band.upper))
      }
      const { q } = s.data
      if (q?.some((byte) => byte !== 0)) {
        head.push(`${name} ${headings.quality}`)
        cells.push((i) => (at[k][i] < 0 ? '' : qualityText(q[at[k][i]])))
      }
    })
  }
  const [first, last] = rowsIn(rows, view)
  const out = [head]
  for (let i = first; i < last; i++) out.push(cells.map((cell) => cell(i, rows.t[i])))
  return out
}

/** The same as CSV. */
export function toCsv(series: ChartSeries[], view: TimeRange, zone: string, headings: Headings): string {
  const [head, ...rows] = chartSheetOf(series, view, zone, headings)
  return [head.map((h) => csvField(h)), ...rows].map((row) => row.join(',')).join('\r\n') + '\r\n'
}

/** The same for the clipboard: tab-separated, as spreadsheets paste it. */
export function toTsv(
  series: readonly ChartSeries[],
  view: TimeRange,
  zone: string,
  headings: Headings,
): string {
  const [head, ...rows] = chartSheetOf(series, view, zone, headings)
  const plain = head.map((h) => guarded(h.replaceAll(/[\t\r\n]+/g, ' ')))
  return [plain, ...rows].map((row) => row.join('\t')).join('\n') + '\n'
}
