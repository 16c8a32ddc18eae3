import type { OpenTable } from './acts.tsx'
import { ChangeTable } from './change.tsx'
import { TableDialog } from './detail.tsx'
import { ReinstateTable } from './reinstate.tsx'
import { RetireTable } from './retire.tsx'

/** Dialogs over a list of tables. */
export function Overlays({ open, onOpen }: { open: OpenTable; onOpen: (open: OpenTable) => void }) {
  if (!open) return null
  const close = () => onOpen(null)
  const { act, item } = open
  if (act === 'period') return <ChangeTable item={item} onClose={close} />
  if (act === 'again') return <ReinstateTable item={item} onClose={close} />
  if (act === 'retire') return <RetireTable item={item} onClose={close} />
  return (
    <TableDialog
      // Another version opens at its first tab.
      key={`${item.version} ${act}`}
      item={item}
      tab={act === 'versions' ? 'versions' : 'chart'}
      onOpen={onOpen}
      onClose={close}
    />
  )
}
