import { Button, Skeleton } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { Link } from 'react-router'
import type { StationRow } from '#contract/stations.ts'
import { dateTime, duration, number } from '../../lib/format.ts'
import { useOptions } from '../../lib/items.ts'
import { useMapFrame } from '../../lib/map-frame.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { KIND_OF_STATION, MapView } from '../../ui/map/index.ts'
import { Failed } from '../../ui/state.tsx'
import { useWidth } from '../../ui/use-width.ts'
import { dischargeWords, useNear, wireWords } from '../../parts/devices/index.ts'
import { stationMarks } from './place.ts'
import { useLastDay, usePlant } from './queries.ts'
import { ROMAN, StationState, useReached } from './state.tsx'
import textCss from '../../ui/text.module.css'
import css from './stations.module.css'

const DayChart = lazy(() => import('./day-chart.tsx'))

/** Types whose discharge may be rated from a level. */
const RATED = [2, 3, 4, 5]
const HEIGHT = 260
const PX_STEP = 100
/** Degrees. */
const NEAR = 0.01

/** Details of a station: last value, last day with alarm levels, location, and its replacements. */
export function StationDialog({
  station: s,
  stations,
  onClose,
}: {
  station: StationRow
  stations: readonly StationRow[]
  onClose: () => void
}) {
  const { t, language } = useText()
  const near = useNear()
  const zone = useZone() ?? 'UTC'
  const [host, width] = useWidth()
  const px = width === 0 ? 0 : Math.ceil(width / PX_STEP) * PX_STEP
  const day = useLastDay(s.station_id, px)
  const seams = day.data?.seams ?? []
  const readsTables = useCan('interpolate.view')
  return (
    <Dialog
      opened
      title={s.name}
      width={620}
      onClose={onClose}
      actions={(leave) => (
        <Button variant="default" onClick={leave} data-autofocus>
          {t('act.close')}
        </Button>
      )}
    >
      <div className={css.figure}>
        {s.discharge && <div className={css.big}>{dischargeWords(s.discharge, language)}</div>}
        <div className={css.big} data-late={s.state === 'late' || undefined}>
          {wireWords(s.last_data, s.quality.last_data, s.unit, language)}
        </div>
        <div>
          {s.date_string !== null && <div>{near(s.date_string)}</div>}
          <StationState station={s} />
        </div>
        {s.prev_date_string !== null && (
          <div className={textCss.hint}>
            {t('stations.before', {
              value: `${wireWords(s.prev_data, s.quality.prev_data, s.unit, language)}, ${near(s.prev_date_string)}`,
            })}
          </div>
        )}
      </div>
      <div ref={host} className={css.chart} style={{ height: HEIGHT }}>
        {day.data ? (
          <Suspense fallback={<Skeleton height={HEIGHT} />}>
            <DayChart station={s} data={day.data} height={HEIGHT} />
          </Suspense>
        ) : day.error ? (
          <Failed what={t('stations.day')} error={day.error} retry={() => void day.refetch()} />
        ) : (
          <Skeleton height={HEIGHT} aria-busy aria-label={t('stations.day')} />
        )}
      </div>
      {seams.length > 0 && (
        <section aria-label={t('stations.seams')} className={css.seams}>
          <h3>{t('stations.seams')}</h3>
          <ul>
            {seams.map((x) => (
              <li key={x.t}>
                <Icon name="swap" size={14} />
                <div>
                  <div>
                    {t('stations.seamLine', {
                      time: dateTime(x.t, zone, language),
                      from: x.from_series,
                      to: x.to_series,
                    })}
                  </div>
                  <div className={textCss.hint}>
                    {[x.reason, x.recorded_by_name].filter(Boolean).join(' · ')}
                  </div>
                </div>
              </li>
            ))}
          </ul>
          <p className={textCss.hint}>{t('stations.seamNote')}</p>
        </section>
      )}
      <Facts station={s} />
      {RATED.includes(s.station_type_id) && readsTables && (
        <Link
          className={css.link}
          to={`/settings/station-interpolate?station=${encodeURIComponent(s.station_id)}`}
        >
          <Icon name="curve" size={16} />
          {t('stations.rating')}
        </Link>
      )}
      <Where station={s} stations={stations} />
    </Dialog>
  )
}

function Facts({ station: s }: { station: StationRow }) {
  const { t, language } = useText()
  const options = useOptions().data
  const basin = options?.catchments.find((c) => c.catchment_code === s.basin)?.catchment_name ?? s.basin
  const rows: [string, string][] = [
    [t('stations.code'), s.station_code],
    [t('stations.type'), options?.station_types.find((o) => o.id === s.station_type_id)?.name ?? ''],
    [t('stations.province'), s.province],
    [t('stations.address'), s.address],
    [t('stations.basin'), basin],
    [t('stations.series'), s.series],
    [t('stations.port'), s.sensor_port],
    [t('stations.every'), duration(s.every * 1000, language)],
    ...(s.station_type_id === 1
      ? ([[t('stations.thiessen'), number(s.thiessen_coefficient, 3)]] as [string, string][])
      : []),
  ]
  return (
    <dl className={css.facts} aria-label={t('stations.details')}>
      {rows
        .filter(([, v]) => v !== '')
        .map(([k, v]) => (
          <div key={k}>
            <dt>{k}</dt>
            <dd>{v}</dd>
          </div>
        ))}
    </dl>
  )
}

function Where({ station: s, stations }: { station: StationRow; stations: readonly StationRow[] }) {
  const { t } = useText()
  const plant = usePlant().data
  const base = useMapFrame().data?.layers
  const reached = useReached()
  const levels = s.alarms
    ?.map((z, i) => (z === null ? '' : `${t('stations.alarm', { level: ROMAN[i + 1] })} ${number(z, 2)} m`))
    .filter((words) => words !== '')
    .join('\n')
  const content = useMemo(
    () => ({
      base,
      basin: plant?.basin ?? null,
      bounds: plant?.mapBounds ?? null,
      // A second mark at the same place would only cover it.
      marks: stationMarks(stations, plant, s.station_id, reached).filter(
        ({ at: [x, y] }) => Math.hypot(x - s.longitude, y - s.latitude) > NEAR,
      ),
      place: {
        at: [s.longitude, s.latitude] as const,
        kind: KIND_OF_STATION[s.station_type_id],
        name: s.name,
        note: levels,
        alarm: s.alarm as 0 | 1 | 2 | 3,
      },
    }),
    [base, plant, stations, s, reached, levels],
  )
  return <MapView label={t('stations.map')} content={content} height={240} />
}
