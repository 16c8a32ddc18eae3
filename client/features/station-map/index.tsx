import { Button, SegmentedControl } from '@mantine/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useMapFrame } from '../../lib/map-frame.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useNow } from '../../lib/use-now.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan } from '../../lib/app-state.ts'
import { DayRange } from '../../ui/days/index.tsx'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Empty, Failed, Loaded, Forbidden } from '../../ui/state.tsx'
import { isForbidden } from '../../lib/call-error.ts'
import { mapFields, SUMS, SURFACES, VIEWS, type MapFilter } from './address.ts'
import { daySpanOf } from './days.ts'
import { StationList } from './list.tsx'
import textCss from '../../ui/text.module.css'
import css from './map.module.css'
import { StationCard } from './popup.tsx'
import { useLiveMap, useStationStatus } from './queries.ts'
import { RainScale } from './scale.tsx'
import { StationMap } from './station-map.tsx'
import { SPEEDS, TimeBar } from './time-bar.tsx'
import { Types } from './types.tsx'
import { useShown } from './use-shown.ts'

/** Shows the map alone, for a screen that nobody operates. */
export { StillMap } from './still.tsx'

/** Interval at which the page reads the clock, ms, since the end of the current day moves on. */
const TICK = 15_000
/** Delay before the address follows the slider, ms: browsers refuse changes for every frame. */
const REST = 300

/** Page of the stations on the map of the basin, now or at a past instant, with the distribution of rain. */
export default function MapPage() {
  const { t, messageText } = useText()
  useTitle('route.map')
  const zone = useZone() ?? 'UTC'
  const now = useNow(TICK)
  const { filter, show } = useAddress(useMemo(() => mapFields(zone), [zone]))
  const [at, setAt] = useState(filter.t)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(SPEEDS[1])
  useEffect(() => {
    if (playing || at === filter.t) return
    const id = setTimeout(() => show({ t: at }), REST)
    return () => clearTimeout(id)
  }, [playing, at, filter.t, show])

  const span = useMemo(() => daySpanOf(filter.days, zone, now), [filter.days, zone, now])
  const frame = useMapFrame()
  const status = useStationStatus()
  const view = useShown(status.data, { span, at, filter, basin: frame.data?.basin ?? null, zone })
  useLiveMap(
    useMemo(() => (status.data ?? []).map((s) => s.series), [status.data]),
    span.live,
  )
  const mayBasin = useCan('settings.update')
  const chosen = view.all.find((s) => s.station.station_id === filter.station) ?? null
  const choose = useCallback((station: string | null) => show({ station }), [show])

  const error = status.error ?? frame.error
  if (isForbidden(error)) return <Forbidden />
  const noSurface =
    frame.data && frame.data.basin === null
      ? 'noBasin'
      : status.data && view.gauges.length === 0
        ? 'noGauges'
        : null
  const card = chosen && {
    shown: chosen,
    data: view.days.byStation.get(chosen.station.station_id),
    loading: view.days.loading,
    span,
    at: view.at,
    live: view.live,
    sum: filter.sum,
    zone,
    onStation: choose,
  }
  const controls = (
    <>
      <SegmentedControl
        aria-label={t('stationMap.view')}
        value={filter.view}
        onChange={(v) => show({ view: v as MapFilter['view'] })}
        data={VIEWS.map((value) => ({
          value,
          label: t(value === 'map' ? 'stationMap.viewMap' : 'stationMap.viewList'),
        }))}
      />
      <DayRange
        label={t('stationMap.days')}
        any={t('stationMap.today')}
        value={filter.days}
        onChange={(days) => {
          setAt(null)
          setPlaying(false)
          show({ days, t: null })
        }}
        className={css.days}
      />
      <div className={css.choice} data-wide>
        <span id="map-surface" className={textCss.note}>
          {t('stationMap.surface')}
        </span>
        <SegmentedControl
          aria-labelledby="map-surface"
          disabled={noSurface !== null}
          value={noSurface ? 'none' : filter.surface}
          onChange={(v) => show({ surface: v as MapFilter['surface'] })}
          data={SURFACES.map((value) => ({ value, label: t(`stationMap.surfaces.${value}`) }))}
        />
      </div>
      <div className={css.choice} data-wide>
        <span id="map-sum" className={textCss.note}>
          {t('stationMap.sum')}
        </span>
        <SegmentedControl
          aria-labelledby="map-sum"
          value={filter.sum}
          onChange={(v) => show({ sum: v as MapFilter['sum'] })}
          data={SUMS.map((value) => ({ value, label: t(`stationMap.sums.${value}`) }))}
        />
      </div>
    </>
  )
  return (
    <Page title={t('stationMap.title')} hint={t('stationMap.about')} filter={controls}>
      <Loaded query={status} what={t('stationMap.title')} height={560}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon="station" title={t('stationMap.empty')} hint={t('stationMap.emptyHint')} />
          ) : (
            <div className={css.page}>
              <Types all={all} value={filter.type} onChange={(type) => show({ type })} />
              {status.error !== null && (
                <p className={css.notice} role="status">
                  <Icon name="offline" size={16} />
                  {t('stationMap.stale')}
                  <Button size="compact-sm" variant="default" onClick={() => void status.refetch()}>
                    {t('error.retry')}
                  </Button>
                </p>
              )}
              {view.days.error !== null && (
                <Failed what={t('stationMap.failedDays')} error={view.days.error} retry={view.days.retry} />
              )}
              {noSurface && (
                <p className={css.notice}>
                  <Icon name="info" size={16} />
                  {t(`stationMap.${noSurface}`)}
                  {noSurface === 'noBasin' && mayBasin && (
                    <Link to="/settings/information?tab=basin">{t('stationMap.toBasin')}</Link>
                  )}
                </p>
              )}
              {view.shown.length === 0 && (
                <p className={css.notice}>
                  <Icon name="search" size={16} />
                  {t('stationMap.noneOfTypes')}
                  <Button size="compact-sm" variant="default" onClick={() => show({ type: [] })}>
                    {t('stationMap.showAll')}
                  </Button>
                </p>
              )}
              {filter.station !== null && chosen === null && (
                <p className={css.notice} role="status">
                  <Icon name="search" size={16} />
                  {messageText('measuring_station_not_in_settings')}
                  <Button size="compact-sm" variant="default" onClick={() => choose(null)}>
                    {t('act.clear')}
                  </Button>
                </p>
              )}
              {filter.view === 'map' ? (
                <Loaded query={frame} what={t('stationMap.map')} height={480}>
                  {(data) => (
                    <StationMap
                      frame={data}
                      view={view}
                      chosen={chosen}
                      card={card}
                      onChoose={choose}
                      zone={zone}
                      hidden={filter.hide}
                      onHidden={(hide) => show({ hide })}
                    />
                  )}
                </Loaded>
              ) : (
                <StationList view={view} sum={filter.sum} span={span} zone={zone} onChoose={choose} />
              )}
              <TimeBar
                span={span}
                at={at}
                onAt={setAt}
                playing={playing}
                onPlaying={setPlaying}
                speed={speed}
                onSpeed={setSpeed}
                zone={zone}
                loading={view.days.loading}
              />
              {view.gauges.length > 0 && (
                <RainScale
                  surface={noSurface ? 'none' : filter.surface}
                  sum={filter.sum}
                  from={span.from}
                  at={view.at}
                  zone={zone}
                  mean={view.mean}
                  gauges={view.gauges.length}
                  lacking={view.gauges.filter((g) => g.rain?.total == null).length}
                  dry={view.gauges.every((g) => (g.rain?.total ?? 0) < 0.1)}
                />
              )}
              {filter.view === 'list' && card && (
                <Dialog
                  opened
                  title={chosen.station.name}
                  width={500}
                  onClose={() => choose(null)}
                  actions={(leave) => (
                    <Button variant="default" onClick={leave} data-autofocus>
                      {t('act.close')}
                    </Button>
                  )}
                >
                  <div className={css.card} data-plain>
                    <StationCard {...card} here={[chosen]} />
                  </div>
                </Dialog>
              )}
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}
