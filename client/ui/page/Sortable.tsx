import { Icon } from '../icon/index.tsx'

interface Given<S extends string> {
  column: S
  label: string
  sort: { by: S; order: 'asc' | 'desc' }
  onSort: (sort: { by: S; order: 'asc' | 'desc' }) => void
  className?: string
}

/** The head of a column that rows can be ordered by; once more turns the order around. */
export function Sortable<S extends string>({ column, label, sort, onSort, className }: Given<S>) {
  const mine = sort.by === column
  const up = sort.order === 'asc'
  return (
    <th scope="col" className={className} aria-sort={mine ? (up ? 'ascending' : 'descending') : 'none'}>
      <button type="button" onClick={() => onSort({ by: column, order: mine && up ? 'desc' : 'asc' })}>
        {label}
        {mine && <Icon name={up ? 'rising' : 'falling'} size={12} />}
      </button>
    </th>
  )
}
