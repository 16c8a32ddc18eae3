import type { AriaAttributes, ReactNode } from 'react'

/** What can be compared, copied and saved of a cell. */
export type CellValue = string | number | boolean | null | undefined

export type DataAttributes = { [name: `data-${string}`]: string | number | boolean | undefined }

/** Attributes of one row or cell. */
export type Attributes = { className?: string; title?: string } & AriaAttributes & DataAttributes

export interface Column<R> {
  id: string
  /** What is written over the column. */
  head: ReactNode
  /** The head is read aloud only: over buttons. */
  headHidden?: boolean
  headClassName?: string
  headTitle?: string
  /** What a row shows here, its value unless set; hooks belong into a component that it returns. */
  cell?: (row: R, index: number) => ReactNode
  /** What the rows are ordered by, and what is copied and saved. A column without one is left out there. */
  value?: (row: R) => CellValue
  /** Numbers end at the right; actions take no more width than they need and stay at the corner of a card. */
  align?: 'number' | 'actions'
  /** Cells name their row. */
  rowHeader?: boolean
  /** The text before the value on a card; the head where that is a text. Null writes nothing. */
  phoneLabel?: string | null
  /** Rows that have nothing to say here, whose line a card leaves out. */
  hideOnPhone?: (row: R) => boolean
  /** Rows can be ordered by it; a text is the name of the order where that is not the id. */
  sort?: boolean | string
  width?: number | string
  className?: string
  /** Further attributes of one cell: a tooltip, a mark for its colour. */
  attributes?: (row: R) => Attributes
}

/** Columns as pages write them: what is not to be shown is false. */
export type Columns<R> = readonly (Column<R> | false | null | undefined)[]

export const shown = <R>(columns: Columns<R>): Column<R>[] => columns.filter((c) => !!c)

/** Rows that belong together, under a head of their own where they have one. */
export interface RowGroup<R> {
  key: string
  head?: ReactNode
  rows: readonly R[]
  /** Of the row of the head. */
  className?: string
  /** Of the cell of the head. */
  headClassName?: string
  /** Shown in the place of rows where there are none. */
  empty?: ReactNode
  emptyClassName?: string
}

/** A cell of the last row, of totals. */
export interface FootCell {
  content: ReactNode
  /** So many columns wide. */
  span?: number
  rowHeader?: boolean
  align?: 'number'
  className?: string
}

/** The label of a cell on a card. */
export function phoneLabelOf<R>({ head, rowHeader, align, phoneLabel }: Column<R>): string | undefined {
  if (phoneLabel !== undefined) return phoneLabel ?? undefined
  return typeof head === 'string' && !rowHeader && align !== 'actions' ? head : undefined
}

/** Whether one value is before (below 0) or after another. Texts as the language orders them, numbers in them too. */
export function comparer(language: string): (a: CellValue, b: CellValue) => number {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  return (a, b) =>
    typeof a === 'string' || typeof b === 'string' ? compare(String(a), String(b)) : Number(a) - Number(b)
}
