import type { Readable } from 'node:stream'
import type { MadeSheet, SheetValue } from '#core/report/index.ts'
import { MISSING, grade } from '#core/quality/index.ts'
import { round } from '#contract/fields.ts'
import { text, type Language } from '#contract/messages.ts'
import {
  writeWorkbook,
  type FormCell,
  type FormRow,
  type FormSheet,
  type SheetCell,
} from '#server/lib/sheets/workbook.ts'
import type { Style } from '#server/lib/sheets/styles.ts'
import { flagOf, flagsOf } from '../file.ts'
import { shortTime, timeWords } from './values.ts'

/** What a workbook says besides its sheet. */
interface BookOptions {
  name: string
  language: Language
  zone: string
  by: string | null
  at: number
  stamp: string | undefined
  /** What the times below the table leave out, since the period says it. */
  short: 'date' | 'year'
}

const FONT = 'Times New Roman'
const BASE: Style = { font: FONT, size: 11, middle: true }
const BOXED: Style = { ...BASE, border: 'all' }
const HEAD: Style = { ...BOXED, bold: true, horizontal: 'center', wrap: true, fill: '#EEF2F6' }

/** Characters of all columns together on a page of A4. */
const PAGE_WIDTH = { portrait: 100, landscape: 150 }
/** Columns of a page without a table. */
const PLAIN_COLUMNS = 8
const NARROWEST = 7
/** Of the first column where rows below the table have their labels there. */
const LABELS = 12
/** Characters of text that fit where ten digits do. */
const DENSE = 1.15

/** A made sheet as a workbook of one page or more in A4. */
export function sheetWorkbook(sheet: MadeSheet, options: BookOptions): Readable {
  const { language, zone, by, at, stamp } = options
  return writeWorkbook({
    sheets: [formOf(sheet, options)],
    language,
    zone,
    flags: flagsOf(language),
    creator: by ?? undefined,
    created: at,
    stamp,
  })
}

function formOf(sheet: MadeSheet, options: BookOptions): FormSheet {
  const { name, language, zone } = options
  const { columns } = sheet
  const widths = columns.length === 0 ? evenly(sheet.orientation) : widthsOf(sheet, language, zone)
  const n = widths.length
  const rows: FormRow[] = []
  const left = Math.floor(n / 2)
  const widthOf = (from: number, across: number) =>
    widths.slice(from, from + across).reduce((a, b) => a + b, 0)
  const linesOf = (words: string, width: number) =>
    Math.max(1, Math.ceil((words.length * 1.1) / Math.max(1, width)))
  const line = (words: string, style: Style) => {
    if (words === '') return
    const lines = linesOf(words, widthOf(0, n) * 0.9)
    rows.push({
      cells: [{ column: 0, across: n, value: words, style: { ...BASE, wrap: lines > 1, ...style } }],
      lines,
    })
  }

  line(options.stamp ?? '', { bold: true, horizontal: 'center', colour: '#B42318' })
  for (let i = 0; i < Math.max(sheet.left.length, sheet.right.length); i++) {
    const style = (bold: boolean): Style => ({ ...BASE, bold, horizontal: 'center', wrap: true })
    const [a, b] = [sheet.left[i] ?? '', sheet.right[i] ?? '']
    rows.push({
      cells: [
        { column: 0, across: left, value: a, style: style(i < 2) },
        { column: left, across: n - left, value: b, style: style(i < 2) },
      ],
      lines: Math.max(linesOf(a, widthOf(0, left)), linesOf(b, widthOf(left, n - left))),
    })
  }
  rows.push({ cells: [] })
  line(sheet.title, { bold: true, size: 14, horizontal: 'center' })
  line(sheet.subtitle, { italic: true, horizontal: 'center' })
  rows.push({ cells: [] })

  pairs(sheet.facts)
  pairs(sheet.summary)

  let repeated: [number, number] | undefined
  if (columns.length > 0) {
    const first = rows.length
    const overs = runs(columns.map((c) => c.over))
    const hasOver = columns.some((c) => c.over !== '')
    if (hasOver)
      rows.push({
        cells: overs.flatMap(({ from, to, text: over }): FormCell[] =>
          over === ''
            ? Array.from({ length: to - from }, (_, i) => ({
                column: from + i,
                down: 2,
                value: columns[from + i].head,
                style: HEAD,
              }))
            : [{ column: from, across: to - from, value: over, style: HEAD }],
        ),
      })
    rows.push({
      cells: columns.flatMap((c, i) =>
        hasOver && c.over === '' ? [] : [{ column: i, value: c.head, style: HEAD }],
      ),
      lines: Math.max(...columns.map((c, i) => linesByWords(c.head, widths[i]))),
    })
    if (columns.some((c) => c.unit !== ''))
      rows.push({
        cells: columns.map((c, i) => ({
          column: i,
          value: unitWords(c.unit),
          style: { ...HEAD, bold: false, italic: true, size: 9 },
        })),
      })
    repeated = [first, rows.length - 1]
    for (const row of sheet.rows)
      rows.push({
        cells: row.map((value, i) => ({ column: i, ...cellOf(value, language, zone) })),
        lines: Math.max(
          1,
          ...row.map((value, i) => (typeof value.v === 'string' ? linesByWords(value.v, widths[i]) : 1)),
        ),
      })
    for (const { kind, cells } of sheet.foot)
      rows.push({
        cells: cells.map((value, i) =>
          i === 0
            ? {
                column: 0,
                value: text(`sheet_foot_${kind}`, language),
                style: { ...BOXED, bold: true, wrap: true },
              }
            : value === null
              ? { column: i, value: '', style: BOXED }
              : { column: i, ...footOf(value, options) },
        ),
        lines: linesByWords(text(`sheet_foot_${kind}`, language), widths[0]),
      })
  }
  if (sheet.events !== null) {
    rows.push({ cells: [] })
    line(text('sheet_events', language), { bold: true })
    if (sheet.events.length === 0) line(text('sheet_events_none', language), { italic: true })
    for (const event of sheet.events) line(`${timeWords(event.t, zone, language, true)}  ${event.text}`, {})
  }
  rows.push({ cells: [] })
  line(legendOf(sheet, language), { italic: true, size: 9 })
  for (const note of sheet.notes) line(note, { italic: true, size: 9 })
  if (sheet.signatures.length > 0) {
    rows.push({ cells: [] })
    const share = Math.floor(n / sheet.signatures.length)
    rows.push({
      cells: sheet.signatures.map((words, i) => ({
        column: i * share,
        across: i === sheet.signatures.length - 1 ? n - i * share : share,
        value: words,
        style: { ...BASE, bold: true, horizontal: 'center' },
      })),
    })
    for (let i = 0; i < 4; i++) rows.push({ cells: [] })
  }
  return {
    kind: 'form',
    name,
    title: name,
    widths,
    rows,
    orientation: sheet.orientation,
    onePage: sheet.events === null,
    ...(repeated && { repeated }),
  }

  /** Labels with their values, two or three beside each other, read down first. */
  function pairs(list: MadeSheet['facts']): void {
    if (list.length === 0) return
    const beside = n >= 12 && sheet.orientation === 'landscape' ? 3 : 2
    const high = Math.ceil(list.length / beside)
    const sides = Array.from({ length: beside }, (_, k) => {
      const [from, to] = [Math.floor((k * n) / beside), Math.floor(((k + 1) * n) / beside)]
      const label = Math.max(1, to - from - Math.max(1, Math.floor((to - from) * 0.4)))
      return { from, label, value: to - from - label }
    })
    for (let i = 0; i < high; i++) {
      const own = sides.map((_, k) => list[i + k * high])
      const cells = own.flatMap((one, side) => {
        if (!one) return []
        const { from, label, value } = sides[side]
        const unit = unitWords(one.value.unit)
        return [
          {
            column: from,
            across: label,
            value: unit === '' ? one.label : `${one.label} (${unit})`,
            style: { ...BOXED, wrap: true, horizontal: 'left' as const, indent: 1 },
          },
          { column: from + label, across: value, ...cellOf(one.value, language, zone) },
        ]
      })
      rows.push({
        cells,
        lines: Math.max(
          ...own.map((one, side) => {
            const { from, label, value } = sides[side]
            return one
              ? Math.max(
                  linesByWords(`${one.label} (${one.value.unit})`, widthOf(from, label) - 2),
                  linesByWords(valueWords(one.value, language, zone), widthOf(from + label, value)),
                )
              : 1
          }),
        ),
      })
    }
    rows.push({ cells: [] })
  }
}

const evenly = (orientation: MadeSheet['orientation']) =>
  Array.from({ length: PLAIN_COLUMNS }, () => PAGE_WIDTH[orientation] / PLAIN_COLUMNS)

/** Widths of the columns of the table: as their content needs, stretched to the page. */
function widthsOf(sheet: MadeSheet, language: Language, zone: string): number[] {
  const needs = sheet.columns.map(({ head }, i) => {
    const longestWord = Math.max(0, ...head.split(/\s+/).map((w) => w.length + 2))
    const values = sheet.rows.map((row) => valueWords(row[i], language, zone).length + 2)
    // Text is wrapped; numbers are not.
    const isText = sheet.rows.some((row) => row[i].format === 'text')
    const most = isText ? { portrait: 16, landscape: 30 }[sheet.orientation] : 14
    const labels = i === 0 && sheet.foot.length > 0 ? LABELS : NARROWEST
    return Math.max(labels, longestWord, Math.min(most, Math.max(0, ...values)))
  })
  const sum = needs.reduce((a, b) => a + b, 0)
  const page = PAGE_WIDTH[sheet.orientation]
  return sum >= page ? needs : needs.map((w) => (w * page) / sum)
}

/** Neighbours with the same text. */
function runs(list: readonly string[]): { from: number; to: number; text: string }[] {
  const out: { from: number; to: number; text: string }[] = []
  list.forEach((one, i) => {
    const before = out.at(-1)
    if (before && before.text === one) before.to = i + 1
    else out.push({ from: i, to: i + 1, text: one })
  })
  return out
}

/** Lines of a text that is broken between words. */
function linesByWords(words: string, width: number): number {
  let [lines, used] = [1, 0]
  for (const word of words.split(/\s+/)) {
    const { length } = word
    if (used > 0 && used + 1 + length > width * DENSE) {
      lines++
      used = 0
    }
    used += length + 1
  }
  return lines
}

/** Units as people write them. */
const unitWords = (unit: string) =>
  unit.replace('m3', 'm³').replace('km2', 'km²').replace('10^6', '10⁶').replace('degC', '°C')

/** A value below the table: of a day its times have no date, of longer periods no year. */
function footOf(value: SheetValue, { language, zone, short }: BookOptions) {
  if (value.format !== 'time' || typeof value.v !== 'number') {
    const { style, ...cell } = cellOf(value, language, zone)
    return { ...cell, style: { ...style, bold: true } }
  }
  const style = { ...BOXED, horizontal: 'center' as const, wrap: true }
  return { value: shortTime(value.v, zone, language, short), format: 'text' as const, style }
}

/** A value as a cell of a form. */
function cellOf(value: SheetValue, language: Language, zone: string) {
  const { v, q, format, decimals } = value
  if (v === null) {
    const flag = q === null ? undefined : flagOf(q)
    const gap: SheetCell = q === null ? '' : grade(q) === MISSING || !flag ? null : { v: null, flag }
    return { value: gap, style: BOXED }
  }
  if (typeof v === 'string') {
    const isLabel = v.length <= 8
    return {
      value: v,
      format: 'text' as const,
      style: { ...BOXED, wrap: true, horizontal: isLabel ? ('center' as const) : undefined },
    }
  }
  if (format === 'time' || format === 'date')
    return {
      value: timeWords(v, zone, language, format === 'time'),
      format: 'text' as const,
      style: { ...BOXED, horizontal: 'center' as const, wrap: true },
    }
  const flag = q === null ? undefined : flagOf(q)
  return {
    value: flag === undefined ? round(v) : { v: round(v), flag },
    format: { decimals },
    style: { ...BOXED, horizontal: 'right' as const },
  }
}

/** A value in words, in the numbers of a language. */
export function valueWords(
  { v, format, decimals }: Pick<SheetValue, 'v' | 'format' | 'decimals'>,
  language: Language,
  zone: string,
): string {
  if (v === null) return ''
  if (typeof v === 'string') return v
  if (format === 'time' || format === 'date') return timeWords(v, zone, language, format === 'time')
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  }).format(v)
}

/** The marks that the sheet has, in words. */
function legendOf(sheet: MadeSheet, language: Language): string {
  const cells = [
    ...sheet.rows.flat(),
    ...sheet.foot.flatMap((f) => f.cells.flatMap((cell) => cell ?? [])),
    ...[...sheet.facts, ...sheet.summary].map((one) => one.value),
  ]
  const used = new Set(
    cells.flatMap(({ v, q }) => (q === null || typeof v !== 'number' ? [] : (flagOf(q) ?? []))),
  )
  const marks = flagsOf(language)
    .filter(({ key }) => used.has(key))
    .map(({ mark, meaning }) => `${mark.trim()} ${meaning.toLowerCase()}`)
  const gap = cells.some(({ v, q }) => v === null && q !== null)
  return [...marks, ...(gap ? [text('sheet_gap_legend', language)] : [])].join('; ')
}
