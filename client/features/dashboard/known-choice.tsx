import { Button, Popover, Skeleton } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { toLocal } from '#core/time/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { useKnown } from '../../lib/known.ts'
import { words } from './words.ts'

const KnownPicker = lazy(() => import('./known-picker.tsx'))

/** Chooses the time gone by as which the dashboard is shown. */
export function KnownChoice({ zone, choose }: { zone: string; choose: (local: string) => void }) {
  const { language } = useText()
  const w = words(language)
  const known = useKnown()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      width={340}
      shadow="md"
      trapFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={known ? 'filled' : 'default'}
          leftSection={<Icon name="past" size={16} />}
          title={w.knownHint}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {w.known}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={w.knownHint}>
        <Suspense fallback={<Skeleton width={260} height={340} />}>
          <KnownPicker
            value={known?.local ?? null}
            now={toLocal(serverNow(), zone)}
            onCancel={() => setOpen(false)}
            onApply={(local) => {
              setOpen(false)
              choose(local)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
