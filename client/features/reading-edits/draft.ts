import type { EditInput } from '#contract/edits.ts'
import type { MessageCode } from '#contract/messages.ts'
import type { EditKind } from '#core/edits/index.ts'
import { parseDecimal } from '../../lib/decimal.ts'
import { readPoints, type EnteredPoints } from './points.ts'
import type { EditSpan } from './selection.ts'

/** Form state of an edit; numbers as typed. Survives failed saves. */
export interface EditDraft {
  kind: EditKind
  /** For replace: one value for the whole span, or lines of times and values. */
  by: 'value' | 'points'
  value: string
  points: string
  b: string
  b0: string
  b1: string
  grade: 0 | 1 | 4 | 5
  reason: string
}

export const EMPTY_EDIT: EditDraft = {
  kind: 'replace',
  by: 'value',
  value: '',
  points: '',
  b: '',
  b0: '',
  b1: '',
  grade: 0,
  reason: '',
}

export type EditNumberField = 'value' | 'b' | 'b0' | 'b1'

/** Numbers that each kind of edit requires. */
export const EDIT_FIELDS: Record<EditKind, readonly EditNumberField[]> = {
  replace: ['value'],
  delete: [],
  interpolate: [],
  offset: ['b'],
  drift: ['b0', 'b1'],
  flag: [],
}

type EditProblem = { code: MessageCode; text: string }

export const byPoints = (d: EditDraft) => d.kind === 'replace' && d.by === 'points'

/** Errors of a draft: by field, and in its lines of readings. */
interface Wrong {
  problems: Partial<Record<EditNumberField, EditProblem>>
  points?: EnteredPoints
}

/** The edit described by a draft over a span of a series, or its errors. */
export function editOf(
  d: EditDraft,
  series: string,
  span: EditSpan,
  zone: string,
): { act: EditInput; lines?: readonly number[] } | Wrong {
  const place = { series, from: span.from, to: span.to }
  if (byPoints(d)) {
    const points = readPoints(d.points, zone, span)
    if (points.points.length === 0 || points.problems.length > 0 || points.tooMany)
      return { problems: {}, points }
    return { act: { kind: 'replace', ...place, points: points.points }, lines: points.lines }
  }
  const problems: Partial<Record<EditNumberField, EditProblem>> = {}
  const numbers: Partial<Record<EditNumberField, number>> = {}
  for (const field of EDIT_FIELDS[d.kind]) {
    const text = d[field].trim()
    const v = text === '' ? ('required' as const) : parseDecimal(text)
    if (typeof v === 'number') numbers[field] = v
    else problems[field] = { code: v, text }
  }
  if (Object.keys(problems).length > 0) return { problems }
  switch (d.kind) {
    case 'replace':
      return { act: { kind: 'replace', ...place, value: numbers.value! } }
    case 'offset':
      return { act: { kind: 'offset', ...place, b: numbers.b! } }
    case 'drift':
      return { act: { kind: 'drift', ...place, b0: numbers.b0!, b1: numbers.b1! } }
    case 'flag':
      return { act: { kind: 'flag', ...place, grade: d.grade } }
    default:
      return { act: { kind: d.kind, ...place } }
  }
}

/** Whether the draft has input that would be lost. */
export function isTouched(d: EditDraft): boolean {
  return [d.value, d.points, d.b, d.b0, d.b1, d.reason].some((text) => text.trim() !== '')
}

/** Form field for a path from the server; null: none, so the error is shown above all fields. */
export function fieldOf(path: string): EditNumberField | 'points' | 'reason' | 'span' | 'grade' | null {
  const last = path.replace(/^(body\.)?(act\.)?/, '').split('.')[0]
  if (last === 'from' || last === 'to') return 'span'
  return (['value', 'points', 'b', 'b0', 'b1', 'reason', 'grade'] as const).find((f) => f === last) ?? null
}

/** Index of the reading that a path from the server refers to; null: none. */
export function pointOf(path: string): number | null {
  const index = /(?:^|\.)points\.(\d+)/.exec(path)?.[1]
  return index === undefined ? null : Number(index)
}
