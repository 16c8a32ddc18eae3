import { Button, Skeleton } from '@mantine/core'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { OverviewRow } from '#contract/overview.ts'
import { reportFailures } from '../../lib/failures.ts'
import { dateTime } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { moveTo } from '../../lib/start/signed-in.ts'
import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useProfile } from '../../lib/app-state.ts'
import { FilterBar } from '../../ui/filter/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { PageTabs } from '../../ui/page/tabs.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { FIELDS, TABS } from './fields.ts'
import { stateCounts, GROUPINGS, isFound, sorted, SORTS, sumOfShown, type Shown } from './model.ts'
import css from './overview.module.css'
import { useOverview, type Overview } from './queries.ts'
import { StateFilter } from './state-filter.tsx'
import { SumFigures } from './sums.tsx'
import { ReservoirTable } from './table.tsx'

const OverviewMap = lazy(() => import('./map.tsx').then((m) => ({ default: m.OverviewMap })))
const Compare = lazy(() => import('./compare.tsx').then((m) => ({ default: m.Compare })))
const Lateral = lazy(() => import('./lateral.tsx').then((m) => ({ default: m.Lateral })))

/** All reservoirs of a central office: how full, what comes and goes, what needs an act, how old the data are. */
export default function OverviewPage() {
  const { t } = useText()
  useTitle('route.overview')
  const overview = useOverview()
  return (
    <Page title={t('route.overview')} error={overview.query.error}>
      <Loaded query={overview.query} what={t('overview.reservoirs')} height={560}>
        {() => <Content all={overview.all!} now={overview.now} overview={overview} />}
      </Loaded>
    </Page>
  )
}

function Content({ all, now, overview }: { all: readonly Shown[]; now: number; overview: Overview }) {
  const { t, language } = useText()
  const here = useProfile().hydro_code
  const navigate = useNavigate()
  const address = useAddress(FIELDS)
  const { filter, show, reset } = address
  const found = useMemo(() => all.filter((s) => isFound(s, filter.search)), [all, filter.search])
  const counts = useMemo(() => stateCounts(found), [found])
  const shown = useMemo(
    () =>
      sorted(
        found.filter((s) => filter.state.length === 0 || filter.state.includes(s.state)),
        filter.sort,
        language,
      ),
    [found, filter.state, filter.sort, language],
  )
  const sum = useMemo(() => sumOfShown(shown), [shown])
  const open = useCallback(
    async ({ hydro_code: code }: OverviewRow) => {
      // Without an answer the page stays where it is, and says why.
      if (code !== here && !(await moveTo(code).then(() => true, refused))) return
      void navigate('/dashboard')
    },
    [here, navigate],
  )
  const isFiltering = filter.tab === 'list' || filter.tab === 'map'
  const none = (
    <Empty roomy icon="search" title={t('overview.noMatch')} hint={t('overview.noMatchHint')}>
      <Button size="compact-sm" variant="default" onClick={reset}>
        {t('overview.showAll')}
      </Button>
    </Empty>
  )
  return (
    <>
      <LagNotice overview={overview} />
      <div className={css.top}>
        <StateFilter
          counts={counts}
          chosen={filter.state}
          onChoose={(state) => show(isFiltering ? { state } : { state, tab: 'list' })}
        />
        <SumFigures sum={sum} />
      </div>
      <PageTabs
        label={t('overview.tabs')}
        tabs={TABS}
        tab={filter.tab}
        nameOf={(tab) => t(`overview.tab.${tab}`)}
        onTab={(tab) => show({ tab }, { push: true })}
      >
        {isFiltering && (
          <div className={css.filter} role="search">
            <FilterBar
              {...address}
              fields={[
                {
                  kind: 'text',
                  name: 'search',
                  label: t('overview.search'),
                  width: 240,
                  most: 320,
                  wide: true,
                },
                ...(filter.tab === 'list'
                  ? ([
                      {
                        kind: 'choice',
                        name: 'sort',
                        label: t('overview.sort'),
                        width: 230,
                        options: SORTS.map((value) => ({ value, label: t(`overview.sortBy.${value}`) })),
                      },
                      {
                        kind: 'choice',
                        name: 'group',
                        label: t('overview.group'),
                        width: 160,
                        options: GROUPINGS.map((value) => ({ value, label: t(`overview.groupBy.${value}`) })),
                      },
                    ] as const)
                  : []),
              ]}
            />
          </div>
        )}
        <Suspense fallback={<Skeleton height={460} radius={0} aria-busy />}>
          {filter.tab === 'list' &&
            (all.length === 0 ? (
              <Empty roomy icon="water" title={t('overview.empty')} />
            ) : (
              <ReservoirTable shown={shown} now={now} group={filter.group} onOpen={open} empty={none} />
            ))}
          {filter.tab === 'map' && (
            <OverviewMap
              shown={shown}
              now={now}
              chosen={filter.at}
              onChoose={(at) => show({ at })}
              onOpen={open}
            />
          )}
          {filter.tab === 'compare' && (
            <Compare all={all} of={filter.of} what={filter.what} span={filter.span} show={show} />
          )}
          {filter.tab === 'lateral' && (
            <Lateral all={all} reach={filter.reach} span={filter.span} show={show} />
          )}
        </Suspense>
      </PageTabs>
    </>
  )
}

function refused(error: unknown): false {
  reportFailures(error)
  return false
}

/** As of when the figures are, while they are not followed. */
function LagNotice({ overview: { lag, query } }: { overview: Overview }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const kind = lag.state ?? (query.error ? 'stale' : null)
  if (kind === null) return null
  const at = lag.state === null ? (query.data?.now ?? lag.at) : lag.at
  return (
    <p className={css.lag} role="status" data-kind={kind}>
      <Icon name={kind === 'reconnecting' ? 'refresh' : 'offline'} size={16} />
      {t(`overview.${kind}`, { time: dateTime(at, zone, language) })}
      {kind === 'stale' && (
        <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
          {t('error.retry')}
        </Button>
      )}
    </p>
  )
}
