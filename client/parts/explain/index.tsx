import { Suspense, useState, type ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { lazyWith } from '../../lib/text/load.ts'
import { useCan } from '../../lib/who.ts'
import type { ExplainTarget } from './part.ts'
import css from './why.module.css'

const Panel = lazyWith('more', () => import('./panel.tsx'))

/** A number that can be asked why it is what it is; without a series it is only the number. */
export function Why({
  series,
  at = null,
  note,
  children,
}: Omit<ExplainTarget, 'at' | 'series'> & {
  series: string | null
  at?: ExplainTarget['at']
  /** How it differs from what is explained. */
  note?: string
  children: ReactNode
}) {
  const { t } = useText()
  // What is asked about stays what it was, however the number moves on behind it.
  const [asked, setAsked] = useState<ExplainTarget | null>(null)
  const allowed = useCan('dashboard.view')
  if (series === null || !allowed) return children
  return (
    <>
      <button
        type="button"
        className={css.why}
        title={t('figure.why')}
        aria-haspopup="dialog"
        onClick={() => setAsked({ series, at })}
      >
        {children}
      </button>
      {asked && (
        <Suspense>
          <Panel asked={asked} note={note} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}
