import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useText } from '../../lib/text/index.ts'
import { lazyWith } from '../../lib/text/load.ts'
import { useCan } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'

const Panel = lazyWith('more', () => import('./panel.tsx'))

/** Button that opens the calculation panel, for those who may calculate. */
export function CalculateButton() {
  const { t } = useText()
  const may = useCan('dashboard.calculation')
  const [opened, setOpened] = useState(false)
  if (!may) return null
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="calculator" size={16} />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {t('calculation.open')}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <Panel onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
