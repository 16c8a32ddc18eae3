import { toLocal } from '#core/time/index.ts'
import { gradeName, EDITED, FLOORED, grade } from '#core/quality/index.ts'
import { indexFrom } from './read.ts'
import type { ChartSeries, TimeRange } from './types.ts'

/** Quotes a field; a leading sign of a formula gets an apostrophe, so that no spreadsheet runs a name. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function qualityText(q: number): string {
  const marks = [grade(q) ? gradeName(q) : '', q & EDITED ? 'EDITED' : '', q & FLOORED ? 'FLOORED' : '']
  return marks.filter(Boolean).join(' ')
}

/**
 * What a chart shows as CSV: a row per instant at which any series has an entry, local time first, one column
 * per series, and its quality beside it where any entry is flagged. A gap is an empty field. Nothing is carried
 * or interpolated: an entry stands at its own stamp only.
 */
export function toCsv(
  series: ChartSeries[],
  view: TimeRange,
  zone: string,
  headings: { time: string; quality: string },
): string {
  const flagged = series.map((s) => s.data.q?.some((q) => q !== 0) ?? false)
  const head = [`${headings.time} (${zone})`]
  series.forEach((s, k) => {
    head.push(`${s.name} (${s.unit})`)
    if (flagged[k]) head.push(`${s.name} ${headings.quality}`)
  })
  const at = series.map((s) => indexFrom(s.data.t, view.from))
  const rows = [head.map(field).join(',')]
  for (;;) {
    let t = Infinity
    series.forEach((s, k) => {
      if (at[k] < s.data.t.length) t = Math.min(t, s.data.t[at[k]])
    })
    if (!(t <= view.to)) break
    const row = [toLocal(t, zone)]
    series.forEach((s, k) => {
      const here = s.data.t[at[k]] === t
      const v = here ? s.data.v[at[k]] : NaN
      row.push(Number.isFinite(v) ? String(Number(v.toFixed(Math.max(s.decimals, 6)))) : '')
      if (flagged[k]) row.push(here ? qualityText(s.data.q![at[k]]) : '')
      if (here) at[k]++
    })
    rows.push(row.join(','))
  }
  return rows.join('\r\n') + '\r\n'
}
