import { Suspense, useState, type ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { lazyWith } from '../../lib/text/load.ts'
import { useCan } from '../../lib/app-state.ts'
import type { ExplainTarget, ExplanationPart, RevenueTarget } from './part.ts'
import css from './why.module.css'

const Panel = lazyWith('more', () => import('./panel.tsx'))

/** A number that opens its explanation; plain without a series and without revenue. */
export function Why({
  series,
  at = null,
  revenue = null,
  note,
  children,
}: Omit<ExplainTarget, 'at' | 'series'> & {
  series: string | null
  at?: ExplainTarget['at']
  /** Of money: instead of a series. */
  revenue?: RevenueTarget | null
  /** How it differs from the explained value. */
  note?: string
  children: ReactNode
}) {
  const { t } = useText()
  // The target is stable while its number changes.
  const [target, setTarget] = useState<ExplanationPart | null>(null)
  const allowed = useCan('dashboard.view')
  const part = revenue ?? (series === null ? null : { series, at })
  if (part === null || !allowed) return children
  return (
    <>
      <button
        type="button"
        className={css.why}
        title={t('figure.why')}
        aria-haspopup="dialog"
        onClick={() => setTarget(part)}
      >
        {children}
      </button>
      {target && (
        <Suspense>
          <Panel target={target} note={note} onClose={() => setTarget(null)} />
        </Suspense>
      )}
    </>
  )
}
