/**
 * The working of a number, noted by the functions that compute it while an explanation is requested. Otherwise nothing
 * is noted: they test one flag. So an explanation is always of the computed value itself.
 */
import type { Table } from './description/index.ts'
import type { CalcCode } from './errors.ts'

export interface Term {
  value: number
  unit: string
  /** Name of its outlet, gauge or position. */
  name?: string
  /** The series that explains it in turn. */
  series?: string
  t?: number
}

/** How a value was read from a table. */
export interface TableNote {
  table: Table
  /** Inputs of the lookup, SI. */
  inputs: number[]
  /** The rows it lies between, as uploaded; 1-based. */
  rows: { row: number; values: number[] }[]
  code: CalcCode | null
}

export interface Note {
  id: string
  symbol: string
  value: number
  unit: string
  /** Formula of the symbols of its terms, numbers, + - * / ^ ( ), sqrt and min; empty: solved by iteration. */
  expression: string
  terms: Record<string, Term>
  table?: TableNote
  /** The working within the table. */
  lines?: Note[]
}

/** Whether notes are being taken. */
export let noting = false
let pages = new Map<string, Note[]>()
let page: Note[] = []
const outer: Note[][] = []

/** Runs a computation and returns its notes, by subject ('' where it named none). */
export function noted<T>(run: () => T): { result: T; pages: Map<string, Note[]>; notes: Note[] } {
  if (noting) throw new Error('Notes are taken already')
  noting = true
  page = []
  pages = new Map([['', page]])
  const first = page
  try {
    return { result: run(), pages, notes: first }
  } finally {
    noting = false
    outer.length = 0
    page = []
  }
}

/** Runs a search without noting its single steps. */
export function quietly<T>(run: () => T): T {
  const was = noting
  noting = false
  try {
    return run()
  } finally {
    noting = was
  }
}

/** Begins notes on a subject, and drops earlier ones on it. */
export function about(subject: string): void {
  page = []
  pages.set(subject, page)
}

/** Adds a note on the present subject. */
export function note(one: Note): void {
  page.push(one)
}

/** Begins notes that belong to a table, which `unnest` returns. */
export function nest(): void {
  outer.push(page)
  page = []
}

/** Ends what `nest` began. Returns its notes. */
export function unnest(): Note[] {
  const lines = page
  page = outer.pop() ?? []
  return lines
}

/** A number of a line. */
export const term = (value: number, unit = ''): Term => ({ value, unit })

/** A line of plain numbers. */
export function noteLine(
  id: string,
  symbol: string,
  value: number,
  unit: string,
  expression: string,
  terms: Record<string, Term>,
): void {
  note({ id, symbol, value, unit, expression, terms })
}
