import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { toLocal } from '#core/time/index.ts'
import type { Hydro } from '#contract/dashboard.ts'
import { useCan } from '../../lib/app-state.ts'
import { serverNow } from '../../lib/clock.ts'
import { reasonOf } from '../../lib/failures.ts'
import { KnownContext, knownOf } from '../../lib/known.ts'
import { useReservoir } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Dam } from '../../parts/dam/index.tsx'
import { useHydroAsOf } from '../../parts/live-data/queries.ts'
import type { Actions } from '../../parts/time-chart/actions.ts'
import { Empty, Failed } from '../../ui/state.tsx'
import { OperationBanners } from '../calculation/index.ts'
import { ChartPanel } from './chart-panel.tsx'
import css from './dashboard.module.css'
import { KeyFigures } from './figures.tsx'
import { KnownBanner } from './known-banner.tsx'
import { KnownChoice } from '../../parts/time-chart/known-choice.tsx'
import { Tables } from './tables.tsx'
import { useActions, type ChangeActions } from './use-actions.ts'
import { useDashboardSettings } from './use-settings.ts'

const HolidaysBanner = lazy(() => import('./holidays-banner.tsx'))

/** From 1 December to 31 January: when a year begins, its holidays are missed. */
function isTurnOfYear(now: number, zone: string): boolean {
  const monthDay = toLocal(now, zone).slice(5, 10)
  return monthDay >= '12-01' || monthDay < '02-01'
}

export default function Dashboard() {
  const { t } = useText()
  const reservoir = useReservoir()
  const [actions, change] = useActions()
  useTitle('route.dashboard')
  if (reservoir.isSuccess && !reservoir.data)
    return (
      <Empty icon="lock" title={t('dashboard.emptyReservoir')} hint={t('dashboard.emptyReservoirHint')} />
    )
  // The page needs it before anything else: zone and levels.
  if (reservoir.error && !reservoir.data)
    return (
      <Failed what={t('reservoir.title')} error={reservoir.error} retry={() => void reservoir.refetch()} />
    )
  return <Shown actions={actions} change={change} present={reservoir.data} />
}

interface ShownProps {
  actions: Actions
  change: ChangeActions
  /** The reservoir as described now. */
  present: Hydro | undefined
}

function Shown({ actions, change, present }: ShownProps) {
  const { t } = useText()
  const known = useMemo(() => knownOf(actions.known, present?.time_zone), [actions.known, present?.time_zone])
  const then = useHydroAsOf(known)
  const toPresent = () => change({ known: null })
  const mayPrice = useCan('price')
  return (
    <KnownContext value={known}>
      <div className={css.frame} data-known={known !== null || undefined}>
        {known && present ? (
          <KnownBanner known={known} zone={present.time_zone} onPresent={toPresent} />
        ) : (
          <OperationBanners />
        )}
        {mayPrice && present && isTurnOfYear(serverNow(), present.time_zone) && (
          <Suspense>
            <HolidaysBanner />
          </Suspense>
        )}
        {known && then.error ? (
          <div className={css.refused}>
            <Empty icon="past" title={reasonOf(then.error)} hint={t('asKnown.other')} />
            <KnownChoice zone={present!.time_zone} choose={(local) => change({ known: local })} />
          </div>
        ) : known && !then.data ? (
          <Skeleton className={css.page} radius={0} aria-busy aria-label={t('dashboard.loadingChart')} />
        ) : (
          <Page actions={actions} change={change} hydro={known ? then.data : present} />
        )}
      </div>
    </KnownContext>
  )
}

function Page({ actions, change, hydro }: Omit<ShownProps, 'present'> & { hydro: Hydro | undefined }) {
  const { t } = useText()
  const [{ left, right }] = useDashboardSettings()
  return (
    <div className={css.page} data-left={left ? undefined : 'off'} data-right={right ? undefined : 'off'}>
      <h1 className="sr">{t('route.dashboard')}</h1>
      <KeyFigures hydro={hydro} rainType={actions.rainType} />
      <ChartPanel hydro={hydro} actions={actions} change={change} />
      {right && (
        <aside className={css.details} aria-label={t('dashboard.details')}>
          <h2 className="sr">{t('dashboard.details')}</h2>
          <div className={css.dam} tabIndex={0} role="group" aria-labelledby="dam-title">
            <h3 className="sr" id="dam-title">
              {t('dashboard.dam')}
            </h3>
            {hydro ? <Dam hydro={hydro} /> : <Skeleton height="100%" aria-busy />}
          </div>
          <div className={css.tables}>{hydro ? <Tables hydro={hydro} /> : <Skeleton height="100%" />}</div>
        </aside>
      )}
    </div>
  )
}
