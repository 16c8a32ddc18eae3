import { HOUR } from '#core/time/units.ts'
import { Button, Skeleton } from '@mantine/core'
import { Suspense, lazy, useEffect, useState } from 'react'
import type { Hydro } from '#contract/dashboard.ts'
import { useDisplaySettings } from '../../lib/display-settings.ts'
import { useText } from '../../lib/text/index.ts'
import { useChartData } from '../../parts/live-data/queries.ts'
import { fixedRange, type Actions } from '../../parts/time-chart/actions.ts'
import { toLimits } from '../../parts/time-chart/chart-model.ts'
import { withLength } from '../../parts/time-chart/compare.ts'
import { Failed } from '../../ui/state.tsx'
import { useWidth } from '../../ui/use-width.ts'
import type { ChangeActions } from './use-actions.ts'
import css from './chart.module.css'
import { Toolbar } from './toolbar.tsx'
import { useDashboardSettings } from './use-settings.ts'

const Chart = lazy(() => import('./chart.tsx'))

interface Props {
  hydro: Hydro | undefined
  actions: Actions
  change: ChangeActions
}

/** Widths are rounded, so that a scroll bar does not cause another request. */
const PX_STEP = 100

export function ChartPanel({ hydro, actions, change }: Props) {
  const { t } = useText()
  const [settings, set] = useDashboardSettings()
  const { left } = settings
  const [host, width] = useWidth()
  const zone = hydro?.time_zone
  const fixed = zone ? fixedRange(actions, zone) : null
  const px = width === 0 ? 0 : Math.max(300, Math.ceil(width / PX_STEP) * PX_STEP)
  const display = useDisplaySettings()
  const span = fixed ?? { hours: actions.time }
  const query = useChartData(span, px, hydro)
  // Resetting a zoom inside a range returns to that range, not to the present. Which range the address names is
  // known once the zone is.
  const [home, setHome] = useState<typeof fixed | undefined>(undefined)
  if (home === undefined && zone) setHome(fixed)
  const { start, end } = actions.timeRange
  useEffect(() => {
    if (start === null) setHome((before) => (before === undefined ? before : null))
  }, [start, end])

  function choose(part: Partial<Actions>) {
    const next = { ...actions, ...part }
    if (part.timeRange && zone) {
      setHome(fixedRange(next, zone))
      // The comparison period changes with the range, not with a zoom into it.
      const [before, now] = [actions, next].map((a) => {
        const range = fixedRange(a, zone)
        return range ? range.to - range.from : a.time * HOUR
      })
      part = { ...part, compare: withLength(actions.compare, before, now) }
    }
    change(part)
  }

  return (
    <section className={css.panel} aria-label={t('dashboard.chart')} data-off={left ? undefined : ''}>
      {/* Takes its room from the start; its choices need the zone. */}
      <div className={css.tools} inert={!hydro}>
        <Toolbar
          actions={actions}
          change={choose}
          zone={zone ?? 'UTC'}
          fullScale={toLimits(actions.fullScale, display.data)}
          setFullScale={(fullScale) => change({ fullScale })}
        />
      </div>
      {left ? (
        <div ref={host} className={css.body}>
          {query.data === undefined && query.error ? (
            <Failed what={t('dashboard.chart')} error={query.error} retry={() => void query.refetch()} />
          ) : hydro && query.data && !display.isPending ? (
            <Suspense fallback={<Skeleton height="100%" radius={0} />}>
              <Chart
                hydro={hydro}
                actions={actions}
                data={query.data}
                span={span}
                px={px}
                fixed={fixed}
                home={home ?? null}
                loading={query.isPlaceholderData}
                display={display.data ?? null}
                change={change}
              />
            </Suspense>
          ) : (
            <Skeleton height="100%" radius={0} aria-busy aria-label={t('dashboard.loadingChart')} />
          )}
        </div>
      ) : (
        <div className={css.off}>
          {t('dashboard.chartOff')}
          <Button size="compact-sm" variant="default" onClick={() => set({ ...settings, left: true })}>
            {t('dashboard.chartOn')}
          </Button>
        </div>
      )}
    </section>
  )
}
