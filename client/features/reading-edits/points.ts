import { MAX_POINTS } from '#contract/edits.ts'
import { fromLocal } from '#core/time/index.ts'
import { parseDecimal, type NumberProblem } from '../../lib/decimal.ts'
import { parseLocalTime } from '../../lib/local-time.ts'
import type { EditSpan } from './selection.ts'

/** Error of a line of readings, by line number from 1. */
export type LineProblem = { line: number } & (
  | { what: 'columns' | 'time' | 'outside' }
  | { what: 'number'; code: NumberProblem | 'required'; text: string }
  | { what: 'twice'; other: number }
)

export interface EnteredPoints {
  /** Sorted by time, with the line of each. */
  points: [t: number, v: number][]
  lines: number[]
  problems: LineProblem[]
  /** More lines than an edit takes. */
  tooMany: boolean
}

const SECONDS = /^(.*\d:\d{2}):(\d{2})$/
/** Whether the line is the header of a sheet. */
const HEADING = /^\D+$/

/** Parses lines of time and value, typed or pasted from a spreadsheet, separated by tab, semicolon or blanks. */
export function readPoints(text: string, zone: string, span: EditSpan | null): EnteredPoints {
  const found: { t: number; v: number; line: number }[] = []
  const problems: LineProblem[] = []
  const lines = text.split(/\r\n|\r|\n/)
  const heading = lines.findIndex((l) => l.trim() !== '')
  lines.forEach((whole, i) => {
    const line = i + 1
    if (whole.trim() === '' || (i === heading && HEADING.test(whole))) return
    const cells = cellsOf(whole)
    if (cells === null) return void problems.push({ line, what: 'columns' })
    const t = instantOf(cells.time, zone)
    if (t === null) return void problems.push({ line, what: 'time' })
    const v = cells.value === '' ? ('required' as const) : parseDecimal(cells.value)
    if (typeof v !== 'number') return void problems.push({ line, what: 'number', code: v, text: cells.value })
    if (span && (t < span.from || t > span.to)) problems.push({ line, what: 'outside' })
    found.push({ t, v, line })
  })
  found.sort((a, b) => a.t - b.t || a.line - b.line)
  found.forEach(({ t, line }, i) => {
    if (i > 0 && found[i - 1].t === t) problems.push({ line, what: 'twice', other: found[i - 1].line })
  })
  problems.sort((a, b) => a.line - b.line)
  return {
    points: found.map(({ t, v }) => [t, v]),
    lines: found.map((f) => f.line),
    problems,
    tooMany: found.length > MAX_POINTS,
  }
}

/**
 * Splits a line into time and value. A day and a time of day in two columns are one time; without columns the value
 * is the last word.
 */
function cellsOf(line: string): { time: string; value: string } | null {
  if (/[\t;]/.test(line)) {
    const cells = line.split(/[\t;]/).map((c) => c.trim())
    if (cells.length === 3 && /^\d{1,2}:\d{2}/.test(cells[1]))
      return { time: `${cells[0]} ${cells[1]}`, value: cells[2] }
    return cells.length === 2 ? { time: cells[0], value: cells[1] } : null
  }
  const parts = line.trim().split(/\s+/)
  // A day and a time of day without a value.
  if (parts.length === 2 && /^\d{1,2}:\d{2}/.test(parts[1])) return { time: parts.join(' '), value: '' }
  if (parts.length < 2 || parts.length > 3) return null
  return { time: parts.slice(0, -1).join(' '), value: parts.at(-1)! }
}

function instantOf(text: string, zone: string): number | null {
  const [, minute = text, second = '0'] = SECONDS.exec(text) ?? []
  const local = parseLocalTime(minute, zone)
  const t = local === null ? null : fromLocal(local, zone)
  return t === null || Number(second) > 59 ? null : t + Number(second) * 1000
}
