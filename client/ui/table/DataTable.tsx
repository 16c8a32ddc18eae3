import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import {
  createSortedRowModel,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table'
import {
  useId,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { number } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { downloadText, fileName } from '../chart/save.ts'
import { copyText } from '../copy/copy.ts'
import { Icon } from '../icon/index.tsx'
import { Paging } from '../paging/index.tsx'
import { Failed } from '../state.tsx'
import { usePrinting } from '../use-printing.ts'
import { comparer, shown, type Column, type Columns } from './column.ts'
import { moveFocus } from './keys.ts'
import { classes, headClass, PlainTable, type PlainTableProps } from './PlainTable.tsx'
import { Sortable, type TableSort } from './Sortable.tsx'
import { RowActs, type RowAct } from './Row.tsx'
import css from './table.module.css'
import { csvOf, sheetOf, tsvOf } from './text.ts'
import { useDrawnPart } from './use-drawn-part.ts'

const features = tableFeatures({
  rowSortingFeature,
  rowExpandingFeature,
  sortedRowModel: createSortedRowModel(),
})

/** The last column: actions of a row, as a menu or in a cell. */
export type RowActions<R> =
  | { head?: string; name: (row: R) => string; acts: (row: R) => readonly (RowAct | false)[] }
  | {
      /** Accessible name of the column. */
      head: string
      cell: (row: R) => ReactNode
    }

/** Content that expands below a row, and the last column with its button. */
export interface RowDetail<R> {
  /** Accessible name of the column. */
  head: string
  /** Accessible name of a row's button. */
  label: (row: R) => string
  content: (row: R) => ReactNode
  /** Whether a row can expand; default: all. */
  has?: (row: R) => boolean
}

export interface DataTableProps<R extends RowData, S extends string = string> extends Omit<
  PlainTableProps<R>,
  'label' | 'labelledBy' | 'headless' | 'cards' | 'numberClass' | 'rowKey'
> {
  label: string
  rowKey: (row: R) => string | number
  /** Query of the rows: it tells whether they are loading or failed. */
  query?: { error: unknown; refetch: () => unknown }
  /** What failed to load; default: the table's name. */
  what?: string
  /** Placeholder height while loading, px. */
  height?: number
  /** Shown in place of an empty table. */
  empty?: ReactNode
  /** Above the rows, if there are any. */
  intro?: ReactNode
  /** Sort order: controlled with onSort, otherwise starting with the table's first sort. */
  sort?: TableSort<S>
  onSort?: (sort: TableSort<S>) => void
  paging?: ComponentProps<typeof Paging>
  actions?: RowActions<R> | false
  detail?: RowDetail<R>
  /**
   * About how high a row is, px, where there may be hundreds: then only those in view are drawn, on paper all. Their
   * columns need a width of their own, and no row has anything below it.
   */
  manyOf?: number
  /** File name for a button that saves the present rows. */
  csv?: string
}

const NONE: readonly never[] = []

/** A table with its states: loading, failed, empty, or rows in a frame, with paging. */
export function DataTable<R extends RowData, S extends string = string>(props: DataTableProps<R, S>) {
  const { label, query, what = label, height, empty, intro, paging, csv, groups } = props
  const rows = groups ? groups.flatMap((g) => g.rows) : props.rows
  if (rows === undefined)
    return query?.error ? (
      <Failed what={what} error={query.error} retry={() => void query.refetch()} />
    ) : (
      <Skeleton height={height ?? '100%'} radius={6} aria-busy aria-label={what} />
    )
  return (
    <>
      {rows.length === 0 && empty ? (
        empty
      ) : (
        <>
          {intro}
          <Frame {...props} />
        </>
      )}
      {csv && rows.length > 0 && <Save name={csv} columns={props.columns} rows={rows} />}
      {paging && <Paging {...paging} />}
    </>
  )
}

function Frame<R extends RowData, S extends string>(props: DataTableProps<R, S>) {
  const { label, className, groups, rowKey, actions, detail, onSort, attributes, below } = props
  const { t, language } = useText()
  const id = useId()
  const columns = useMemo(() => shown(props.columns), [props.columns])
  const data = useMemo(
    () => groups?.flatMap((g) => g.rows) ?? props.rows ?? (NONE as readonly R[]),
    [groups, props.rows],
  )
  const [own, setOwn] = useState<TableSort | undefined>(props.sort)
  const sort: TableSort | undefined = onSort ? props.sort : own
  const compare = useMemo(() => comparer(language), [language])
  const orderOf = (c: Column<R>) => (typeof c.sort === 'string' ? c.sort : c.id)
  const defs = columns.map((c): ColumnDef<typeof features, R> => ({
    id: orderOf(c),
    // Missing values come last in either direction.
    accessorFn: (row) => c.value?.(row) ?? undefined,
    sortUndefined: 'last',
    sortFn: (a, b, column) => compare(a.getValue(column), b.getValue(column)),
  }))
  const model = useTable({
    features,
    data,
    columns: defs,
    getRowId: (row) => String(rowKey(row)),
    state: { sorting: sort ? [{ id: sort.by, desc: sort.order === 'desc' }] : [] },
    manualSorting: onSort !== undefined,
    getRowCanExpand: (row) => detail !== undefined && detail.has?.(row.original) !== false,
    autoResetExpanded: false,
  })
  const ordered = model.getRowModel().rows
  // An id must not contain spaces, or aria-controls would name several.
  const idOf = (row: R) => `${id}${String(rowKey(row)).replaceAll(/\s+/g, '-')}`
  const modelOf = (row: R) => model.getRow(String(rowKey(row)))
  const isOpen = (row: R) => detail !== undefined && modelOf(row).getIsExpanded()

  async function copy() {
    const sheet = sheetOf(
      columns,
      ordered.map((r) => r.original),
    )
    if (sheet[0].length > 0 && (await copyText(tsvOf(sheet))))
      notice('done', t('rows.copied', { n: number(ordered.length, 0) }))
  }
  function key(e: KeyboardEvent<HTMLElement>) {
    const typed = e.target instanceof HTMLElement && e.target.matches('input, textarea, [contenteditable]')
    const wanted = (e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'c' && !typed
    if (wanted && e.currentTarget.contains(e.target as Node) && getSelection()?.isCollapsed !== false)
      void copy()
    else moveFocus(e)
  }

  const last: readonly (Column<R> | false | undefined)[] = [
    actions && {
      id: 'actions',
      head: actions.head ?? t('act.more', { name: '' }),
      headHidden: true,
      align: 'actions',
      cell:
        'cell' in actions
          ? actions.cell
          : (row) => <RowActs name={actions.name(row)} acts={actions.acts(row)} />,
    },
    detail && {
      id: 'detail',
      head: detail.head,
      headHidden: true,
      align: 'actions',
      cell: (row) =>
        modelOf(row).getCanExpand() && (
          <UnstyledButton
            className={css.more}
            aria-expanded={isOpen(row)}
            aria-controls={idOf(row)}
            aria-label={detail.label(row)}
            onClick={() => modelOf(row).toggleExpanded()}
          >
            <Icon name="down" size={16} />
          </UnstyledButton>
        ),
    },
  ]
  const all = actions || detail ? [...columns, ...last] : columns
  const placed = useMemo(() => {
    let from = 0
    return groups?.map((g) => {
      const to = from + g.rows.length
      const within = ordered.filter((r) => r.index >= from && r.index < to).map((r) => r.original)
      from = to
      return { ...g, rows: within }
    })
  }, [groups, ordered])
  const host = useRef<HTMLDivElement>(null)
  const printing = usePrinting()
  const part = useDrawnPart(
    host,
    placed ?? [{ key: 'all', rows: ordered as readonly unknown[] }],
    printing ? undefined : props.manyOf,
  )
  return (
    <div ref={host} className={css.scroll} tabIndex={0} role="group" aria-label={label} onKeyDown={key}>
      <PlainTable
        part={part}
        label={label}
        caption={props.caption}
        cards
        className={classes(css.table, className)}
        columns={all}
        rows={ordered.map((r) => r.original)}
        groups={placed}
        rowKey={rowKey}
        attributes={(row) => {
          const own = attributes?.(row)
          if (!isOpen(row)) return { ...own }
          return { ...own, className: classes(css.opened, own?.className), 'data-open': true }
        }}
        below={(row) =>
          isOpen(row) ? { id: idOf(row), className: css.detail, content: detail?.content(row) } : below?.(row)
        }
        foot={props.foot}
        headOf={(c) =>
          c.sort && (
            <Sortable
              key={c.id}
              column={orderOf(c)}
              label={c.head}
              className={headClass(c)}
              sort={sort ?? { by: '', order: 'asc' }}
              onSort={(to) => (onSort ? onSort(to as TableSort<S>) : setOwn(to))}
            />
          )
        }
      />
    </div>
  )
}

function Save<R>({ name, columns, rows }: { name: string; columns: Columns<R>; rows: readonly R[] }) {
  const { t } = useText()
  const save = () => downloadText(csvOf(sheetOf(columns, rows)), fileName(name, '', 'csv'), 'csv')
  return (
    <div className={css.out}>
      <Button size="compact-sm" variant="default" leftSection={<Icon name="save" size={14} />} onClick={save}>
        {t('rows.save')}
      </Button>
    </div>
  )
}
