import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import {
  isFiltered,
  readAddress,
  usualOf,
  writeAddress,
  type AddressFields,
  type Filter,
} from './address-fields.ts'

export interface Address<F extends AddressFields> {
  /** The values in the address, with defaults for the rest. */
  filter: Filter<F>
  /** Writes fields to the address; a list returns to its first page, unless the page is what changes. */
  show: (part: Partial<Filter<F>>, how?: { push?: boolean }) => void
  /** Whether the filter differs from its default. */
  filtered: boolean
  /** Clears the filter, not the view options. */
  reset: () => void
}

/**
 * State of a filter, kept in the address of the page: it survives a reload and can be shared. Without `push`, a
 * change replaces the history entry. fields: define it outside the component.
 */
export function useAddress<F extends AddressFields>(fields: F): Address<F> {
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => readAddress(fields, search), [fields, search])
  const show = useCallback(
    (part: Partial<Filter<F>>, { push = false }: { push?: boolean } = {}) =>
      setSearch((now) => writeAddress(fields, part, now), { replace: !push }),
    [fields, setSearch],
  )
  const reset = useCallback(() => show(usualOf(fields)), [fields, show])
  return { filter, show, filtered: isFiltered(fields, filter), reset }
}
