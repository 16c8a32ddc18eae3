import { Fragment, memo, useMemo, type ReactNode, type Ref } from 'react'
import {
  footLines,
  overCells,
  phoneLabelOf,
  shown,
  type Attributes,
  type Column,
  type Columns,
  type TableFoot,
  type RowGroup,
} from './column.ts'
import css from './table.module.css'

export interface PlainTableProps<R> {
  /** Accessible name, unless a text on the page or its caption names it. */
  label?: string
  labelledBy?: string
  caption?: ReactNode
  className?: string
  columns: Columns<R>
  /** Rows in one body; groups have one each. */
  rows?: readonly R[]
  groups?: readonly RowGroup<R>[]
  rowKey: (row: R, index: number) => string | number
  attributes?: (row: R) => Attributes
  /** A row below another one, over all columns: a remark, or expanded content. */
  below?: (row: R) => { id?: string; className?: string; content: ReactNode } | null | false | undefined
  /** Cells of the last row, with totals, or of several such rows. */
  foot?: TableFoot
  /** Rows are cards on a phone, with column labels in cells. */
  cards?: boolean
  /** Class of numeric cells and headers, where the table has its own style. */
  numberClass?: string
  /** Omits the header, where names and values need none. */
  headless?: boolean
}

/** The part of long groups that is drawn: everything before and after it is empty space of its height. */
export interface DrawnPart {
  /** px of what is left out above and below. */
  before: number
  after: number
  /** Lines of the whole table, with the heads of groups, without its own head. */
  count: number
  /** Index of a line among all of them, by the key of its group and its index there; -1: the head of the group. */
  lineOf: (group: string, row: number) => number
  /** Whether a line is drawn. */
  has: (line: number) => boolean
  /** Measures the height of a drawn line, which has the attribute data-index. */
  measure: Ref<HTMLTableRowElement>
}

/** Additions of DataTable to the markup. */
interface Additions<R> {
  /** A header cell that replaces the plain one, with its sort button. */
  headOf?: (column: Column<R>) => ReactNode
  /** Of a table of many rows. */
  part?: DrawnPart
}

/** Stateless markup of a table from its column definitions; DataTable adds the rest. */
export function PlainTable<R>(props: PlainTableProps<R> & Additions<R>) {
  const { label, labelledBy, caption, className, rows, rowKey, attributes, below, foot, headOf, part } = props
  const { cards = false, numberClass = css.number } = props
  const columns = useMemo(() => shown(props.columns), [props.columns])
  const groups: readonly RowGroup<R>[] = props.groups ?? [{ key: 'all', rows: rows ?? [] }]
  const wide = columns.some((c) => c.width !== undefined)
  const isDrawn = (group: RowGroup<R>, row: number) => !part || part.has(part.lineOf(group.key, row))
  const lineOf = (group: RowGroup<R>, row: number) => {
    if (!part) return undefined
    const line = part.lineOf(group.key, row)
    return { ref: part.measure, 'data-index': line, 'aria-rowindex': line + 2 }
  }
  return (
    <table
      className={className}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-rowcount={part && part.count + 1}
    >
      {caption}
      {wide && (
        <colgroup>
          {columns.map((c) => (
            <col key={c.id} style={{ width: c.width }} />
          ))}
        </colgroup>
      )}
      {!props.headless && (
        <thead>
          {columns.some((c) => c.over) && (
            <tr className={css.over}>
              {overCells(columns).map(({ over, span }, i) => (
                <th key={i} scope={over === '' ? undefined : 'colgroup'} colSpan={span} title={over}>
                  {over}
                </th>
              ))}
            </tr>
          )}
          <tr>
            {columns.map((c) => headOf?.(c) || <Head key={c.id} column={c} numberClass={numberClass} />)}
          </tr>
        </thead>
      )}
      {part && <Space height={part.before} />}
      {groups.map((group) => (
        <tbody key={group.key}>
          {group.head !== undefined && isDrawn(group, -1) && (
            <tr className={group.className} {...lineOf(group, -1)}>
              <th scope="rowgroup" colSpan={columns.length} className={group.headClassName}>
                {group.head}
              </th>
            </tr>
          )}
          {group.rows.map((row, i) => {
            if (!isDrawn(group, i)) return null
            const more = below?.(row)
            return (
              <Fragment key={rowKey(row, i)}>
                <tr {...attributes?.(row)} {...lineOf(group, i)}>
                  <Cells columns={columns} row={row} index={i} cards={cards} numberClass={numberClass} />
                </tr>
                {more && (
                  <tr id={more.id} className={more.className}>
                    <td colSpan={columns.length}>{more.content}</td>
                  </tr>
                )}
              </Fragment>
            )
          })}
          {group.rows.length === 0 && group.empty !== undefined && (
            <tr className={group.emptyClassName}>
              <td colSpan={columns.length}>{group.empty}</td>
            </tr>
          )}
        </tbody>
      ))}
      {part && <Space height={part.after} />}
      {foot && (
        <tfoot>
          {footLines(foot).map((line, n) => (
            <tr key={n}>
              {line.map((c, i) => {
                const cellProps = { colSpan: c.span, className: classes(c.align && numberClass, c.className) }
                return c.rowHeader ? (
                  <th key={i} scope="row" {...cellProps}>
                    {c.content}
                  </th>
                ) : (
                  <td key={i} {...cellProps}>
                    {c.content}
                  </td>
                )
              })}
            </tr>
          ))}
        </tfoot>
      )}
    </table>
  )
}

/** In the place of rows that are not drawn. */
function Space({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tbody aria-hidden>
      <tr className={css.space} style={{ height }} />
    </tbody>
  )
}

export const classes = (...names: (string | false | undefined)[]) =>
  names.filter(Boolean).join(' ') || undefined

export const headClass = <R,>({ align, headClassName }: Column<R>, numberClass = css.number) =>
  classes(align === 'number' && numberClass, headClassName)

function Head<R>({ column: c, numberClass }: { column: Column<R>; numberClass: string }) {
  return (
    <th scope="col" className={headClass(c, numberClass)} title={c.headTitle}>
      {c.headHidden ? <span className="sr">{c.head}</span> : c.head}
    </th>
  )
}

/** The cells of a row: not made again while the row and the columns are the same, as a long table is scrolled. */
const Cells = memo(function Cells<R>({
  columns,
  ...rest
}: Omit<CellProps<R>, 'column'> & { columns: Column<R>[] }) {
  return columns.map((c) => <Cell key={c.id} column={c} {...rest} />)
}) as <R>(props: Omit<CellProps<R>, 'column'> & { columns: Column<R>[] }) => ReactNode

interface CellProps<R> {
  column: Column<R>
  row: R
  index: number
  cards: boolean
  numberClass: string
}

function Cell<R>({ column: c, row, index, cards, numberClass }: CellProps<R>) {
  const { className: own, ...attributes } = c.attributes?.(row) ?? {}
  const cellProps = {
    className: classes(
      c.align === 'number' && numberClass,
      c.align === 'actions' && css.acts,
      c.className,
      own,
    ),
    'data-label': cards ? phoneLabelOf(c) : undefined,
    'data-empty': c.hideOnPhone?.(row) || undefined,
    ...attributes,
  }
  const content = c.cell ? c.cell(row, index) : c.value?.(row)
  return c.rowHeader ? (
    <th scope="row" {...cellProps}>
      {content}
    </th>
  ) : (
    <td {...cellProps}>{content}</td>
  )
}
