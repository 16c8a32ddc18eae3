import type { AriaAttributes, ReactNode } from 'react'

/** Value of a cell for sorting, copying and saving. */
export type CellValue = string | number | boolean | null | undefined

export type DataAttributes = { [name: `data-${string}`]: string | number | boolean | undefined }

/** Attributes of a row or cell. */
export type Attributes = { className?: string; title?: string } & AriaAttributes & DataAttributes

export interface Column<R> {
  id: string
  /** Header of the column. */
  head: ReactNode
  /** Header for screen readers only: over buttons. */
  headHidden?: boolean
  headClassName?: string
  headTitle?: string
  /** Upper line of the head: equal neighbours share one cell. */
  over?: string
  /** Name of the column where it is copied or saved; default: a text header, else the id. */
  text?: string
  /** Content of a cell, by default its value; hooks belong in a component that it returns. */
  cell?: (row: R, index: number) => ReactNode
  /** Value for sorting, copying and saving. A column without one is left out there. */
  value?: (row: R) => CellValue
  /** Numbers are right-aligned; actions take minimal width and stay at the corner of a card. */
  align?: 'number' | 'actions'
  /** Its cells name their row. */
  rowHeader?: boolean
  /** Label before the value on a card; default: a text header. null: none. */
  phoneLabel?: string | null
  /** Whether a row's cell is empty, so that a card leaves out its line. */
  hideOnPhone?: (row: R) => boolean
  /** Whether rows can be sorted by it; a text names the sort if that is not the id. */
  sort?: boolean | string
  width?: number | string
  className?: string
  /** Further attributes of a cell: a tooltip, a class for its colour. */
  attributes?: (row: R) => Attributes
}

/** Columns as pages write them: false ones are left out. */
export type Columns<R> = readonly (Column<R> | false | null | undefined)[]

export const shown = <R>(columns: Columns<R>): Column<R>[] => columns.filter((c) => !!c)

/** A group of rows, with an optional header. */
export interface RowGroup<R> {
  key: string
  head?: ReactNode
  rows: readonly R[]
  /** Of the header row. */
  className?: string
  /** Of the header cell. */
  headClassName?: string
  /** Shown in place of an empty group. */
  empty?: ReactNode
  emptyClassName?: string
}

/** A cell of the footer, with totals. */
export interface FootCell {
  content: ReactNode
  /** Number of columns spanned. */
  span?: number
  rowHeader?: boolean
  align?: 'number'
  className?: string
}

/** One line of a footer, or several. */
export type TableFoot = readonly FootCell[] | readonly (readonly FootCell[])[]

const isSeveral = (foot: TableFoot): foot is readonly (readonly FootCell[])[] => Array.isArray(foot[0])

export const footLines = (foot: TableFoot): readonly (readonly FootCell[])[] =>
  isSeveral(foot) ? foot : [foot]

/** Runs of neighbours with the same upper line, with how many columns each covers. */
export function overCells<R>(columns: readonly Column<R>[]): { over: string; span: number }[] {
  const cells: { over: string; span: number }[] = []
  for (const { over = '' } of columns) {
    const last = cells.at(-1)
    if (last && last.over === over && over !== '') last.span++
    else cells.push({ over, span: 1 })
  }
  return cells
}

/** Label of a cell on a card. */
export function phoneLabelOf<R>({ head, rowHeader, align, phoneLabel }: Column<R>): string | undefined {
  if (phoneLabel !== undefined) return phoneLabel ?? undefined
  return typeof head === 'string' && !rowHeader && align !== 'actions' ? head : undefined
}

/** Compares two values for sorting; texts by the language's collation, with numbers in numeric order. */
export function comparer(language: string): (a: CellValue, b: CellValue) => number {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  return (a, b) =>
    typeof a === 'string' || typeof b === 'string' ? compare(String(a), String(b)) : Number(a) - Number(b)
}
