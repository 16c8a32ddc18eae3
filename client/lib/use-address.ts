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
  /** What the address asks for, and what is usual for the rest. */
  filter: Filter<F>
  /** Puts parts into the address; a list begins at its first page again, unless that is what changes. */
  show: (part: Partial<Filter<F>>, how?: { push?: boolean }) => void
  /** Whether anything of the filter is chosen. */
  filtered: boolean
  /** Takes all of the filter back, not the view. */
  reset: () => void
}

/**
 * The state of a filter, which is the address of the page: it survives a reload and can be shared. Without `push`, a
 * change replaces the last entry of the history. fields: a value outside of the component.
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
