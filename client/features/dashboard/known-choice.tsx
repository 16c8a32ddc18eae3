import { Button, Popover, Skeleton } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { toLocal } from '#core/time/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { useKnown } from '../../lib/known.ts'

const KnownPicker = lazy(() => import('./known-picker.tsx'))

/** Chooses the time gone by as which the dashboard is shown. */
export function KnownChoice({ zone, choose }: { zone: string; choose: (local: string) => void }) {
  const { t } = useText()
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
          title={t('asKnown.hint')}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('asKnown.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('asKnown.hint')}>
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
