import { lazy } from 'react'
import { toLocal } from '#core/time/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { useKnown } from '../../lib/known.ts'
import { useText } from '../../lib/text/index.ts'
import { PickerButton } from './picker-button.tsx'

const KnownPicker = lazy(() => import('./known-picker.tsx'))

/** Chooses the past instant of an as-of view. */
export function KnownChoice({ zone, choose }: { zone: string; choose: (local: string) => void }) {
  const { t } = useText()
  const known = useKnown()
  return (
    <PickerButton
      icon="past"
      text={t('asKnown.title')}
      title={t('asKnown.hint')}
      label={t('asKnown.hint')}
      variant={known ? 'filled' : 'default'}
    >
      {(close) => (
        <KnownPicker
          value={known?.local ?? null}
          now={toLocal(serverNow(), zone)}
          onCancel={close}
          onApply={(local) => {
            close()
            choose(local)
          }}
        />
      )}
    </PickerButton>
  )
}
