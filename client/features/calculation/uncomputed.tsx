import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Uncomputed as Span } from '#contract/calculation.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { lazyWith } from '../../lib/text/load.ts'
import { useCan } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './operation.module.css'
import { isUnderWay, useOperation, useRuns, type Run } from './queries.ts'
import { useSpanText } from './words.ts'

const Recalculate = lazyWith('more', () => import('./again.tsx').then((m) => ({ default: m.Recalculate })))

/** Maximum listed; the others follow once these are computed. */
const MOST = 3

/**
 * Lists spans without results, because operation was manual or the calculation had stopped, each with a button that
 * computes it. Nothing else shows such a gap once operation is automatic again.
 */
export function Uncomputed({ onBegun }: { onBegun?: (run: Run) => void }) {
  const all = useOperation().data?.uncomputed ?? []
  const spans = all.filter((x) => x.ended)
  if (spans.length === 0) return null
  return spans.slice(-MOST).map((x) => <One key={x.from} span={x} onBegun={onBegun} />)
}

function One({ span, onBegun }: { span: Span; onBegun?: (run: Run) => void }) {
  const { t } = useText()
  const words = useSpanText()
  const mayAct = useCan('dashboard.save-revert')
  const runs = useRuns({ all: false, limit: 50 }).data ?? []
  const [asking, setAsking] = useState(false)
  const busy = runs.some(isUnderWay)
  const inHand = runs.some(
    (r) => r.kind === 'recalculate' && isUnderWay(r) && r.from <= span.to && r.to >= span.from,
  )
  return (
    <div className={css.banner} data-kind="uncomputed" role="status">
      <Icon name="warning" size={18} />
      <span className={css.words}>
        {t(span.method === 'manual' ? 'operation.uncomputed' : 'operation.stopped', {
          span: words(span),
          n: number(span.instants, 0),
        })}{' '}
        {t(
          inHand
            ? 'operation.uncomputedInHand'
            : span.method === 'manual'
              ? 'operation.uncomputedWhy'
              : 'operation.stoppedWhy',
        )}
      </span>
      {mayAct && !inHand && (
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {t('runs.again.run')}
        </Button>
      )}
      {asking && (
        <Suspense fallback={null}>
          <Recalculate
            busy={busy}
            span={span}
            onClose={() => setAsking(false)}
            onBegun={(run) => {
              setAsking(false)
              onBegun?.(run)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
