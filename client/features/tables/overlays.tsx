import type { Open } from './acts.tsx'
import { Change } from './change.tsx'
import { Detail } from './detail.tsx'
import { Retire } from './retire.tsx'
import { UseAgain } from './use-again.tsx'

/** What is opened over a list of tables. */
export function Overlays({ open, onOpen }: { open: Open; onOpen: (open: Open) => void }) {
  if (!open) return null
  const close = () => onOpen(null)
  const { act, item } = open
  if (act === 'period') return <Change item={item} onClose={close} />
  if (act === 'again') return <UseAgain item={item} onClose={close} />
  if (act === 'retire') return <Retire item={item} onClose={close} />
  return (
    <Detail
      // Another version is another look: its tab begins anew.
      key={`${item.version} ${act}`}
      item={item}
      tab={act === 'versions' ? 'versions' : 'chart'}
      onOpen={onOpen}
      onClose={close}
    />
  )
}
