export { type Column, type Columns, type FootCell, type RowGroup } from './column.ts'
export { DataTable, type DataTableProps, type RowActions, type RowDetail } from './DataTable.tsx'
export { PlainTable, type PlainTableProps } from './PlainTable.tsx'
export { RowActs, RowButton, RowMark, RowName, type RowAct } from './Row.tsx'
export { SortButton, Sortable, type TableSort } from './Sortable.tsx'
/** Classes of rows and columns, for cell content. */
export { default as tableCss } from './table.module.css'
