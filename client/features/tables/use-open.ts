import { useState } from 'react'
import type { TableItem } from '#contract/tables/table.ts'
import { view, word } from '../../lib/address-fields.ts'
import { useAddress } from '../../lib/use-address.ts'
import type { OpenTable } from './acts.tsx'

const FIELDS = { table: view(word()) }

/** State of the dialog over a list; a viewed table is part of the address. */
export function useOpenTable(
  items: readonly TableItem[] | undefined,
): [OpenTable, (open: OpenTable) => void] {
  const { filter, show } = useAddress(FIELDS)
  const [open, setOpen] = useState<OpenTable>(null)
  const id = filter.table
  const named = id === null ? undefined : items?.find((i) => i.id === id)

  function change(next: OpenTable) {
    setOpen(next)
    show({ table: next?.act === 'view' ? next.item.id : null })
  }
  return [open ?? (named ? { act: 'view', item: named } : null), change]
}
