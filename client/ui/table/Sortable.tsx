import type { ReactNode } from 'react'
import { Icon } from '../icon/index.tsx'

export interface TableSort<S extends string = string> {
  by: S
  order: 'asc' | 'desc'
}

interface ButtonProps<S extends string> {
  column: S
  label: ReactNode
  sort: TableSort<S>
  onSort: (sort: TableSort<S>) => void
}

interface Props<S extends string> extends ButtonProps<S> {
  className?: string
}

/** Header of a sortable column; pressing it again reverses the order. */
export function Sortable<S extends string>({ className, ...button }: Props<S>) {
  const { column, sort } = button
  const order = sort.order === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" className={className} aria-sort={sort.by === column ? order : 'none'}>
      <Turn {...button} />
    </th>
  )
}

/** One of several sort orders that share a column. */
export function SortButton<S extends string>(props: ButtonProps<S>) {
  return <Turn {...props} pressed={props.sort.by === props.column} />
}

function Turn<S extends string>(props: ButtonProps<S> & { pressed?: boolean }) {
  const { column, label, sort, onSort, pressed } = props
  const active = sort.by === column
  const up = sort.order === 'asc'
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={() => onSort({ by: column, order: active && up ? 'desc' : 'asc' })}
    >
      {label}
      {active && <Icon name={up ? 'rising' : 'falling'} size={12} />}
    </button>
  )
}
