import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { TableItem } from '#contract/tables.ts'
import type { Open } from './acts.tsx'

/** What is open over a list; a table that is looked at stands in the address, so that it can be sent to somebody. */
export function useOpen(items: readonly TableItem[] | undefined): [Open, (open: Open) => void] {
  const [search, setSearch] = useSearchParams()
  const [open, setOpen] = useState<Open>(null)
  const id = search.get('table')
  const named = id === null ? undefined : items?.find((i) => i.id === id)

  function change(next: Open) {
    setOpen(next)
    setSearch(
      (now) => {
        const params = new URLSearchParams(now)
        if (next?.act === 'view') params.set('table', next.item.id)
        else params.delete('table')
        return params
      },
      { replace: true },
    )
  }
  return [open ?? (named ? { act: 'view', item: named } : null), change]
}
