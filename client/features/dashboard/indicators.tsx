import { Suspense, lazy, useState } from 'react'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './figures.module.css'

const Panel = lazy(() => import('./indicators-panel.tsx'))

/** Button that opens the panel of indicators. */
export function MoreIndicators() {
  const { t } = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={css.more}
        aria-haspopup="dialog"
        title={t('indicators.openHint')}
        onClick={() => setOpen(true)}
      >
        {t('indicators.open')}
        <Icon name="right" size={12} />
      </button>
      {open && (
        <Suspense>
          <Panel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
