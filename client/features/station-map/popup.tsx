import { ActionIcon, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { DECIMALS, number, timeNear } from '../../lib/format.ts'
import { useOptions } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { KIND_OF_STATION, LegendSymbol } from '../../ui/map/index.ts'
import { QualityMark } from '../../ui/quality/index.tsx'
import type { Sum } from './address.ts'
import type { DaySpan } from './days.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './map.module.css'
import { SumWords } from './scale.tsx'
import { useCourseWords, useStates } from './use-words.ts'
import { RAIN, sumFrom, type StationColumns, type ShownStation } from './values.ts'
import { ageWords, courseOf, stationValueWords } from './words.ts'

const StationChart = lazy(() => import('./chart.tsx'))
const HEIGHT = 256
/** Maximum number of stations of one place shown side by side; more become a list. */
const FEW = 2

export interface StationCardProps {
  shown: ShownStation
  /** Stations at the same place, including this one. */
  here: readonly ShownStation[]
  data: StationColumns | undefined
  loading: boolean
  span: DaySpan
  at: number
  live: boolean
  sum: Sum
  zone: string
  onStation: (id: string) => void
}

/** Card of a station: its value and the previous one, age, state, chart of the day, and links. */
export function StationCard(props: StationCardProps) {
  const { shown: s, here, data, loading, span, at, sum, zone, onStation } = props
  const { t, language } = useText()
  const states = useStates(at, zone)(s)
  const { station } = s
  const mayStations = useCan('stations.view')
  const mayData = useCan('quality.view')
  const course = courseOf(s)
  const courseWords = useCourseWords()(s)
  const isRain = station.station_type_id === RAIN
  return (
    <>
      {here.length > FEW && (
        <Choice
          aria-label={t('stationMap.here')}
          value={station.station_id}
          onChange={onStation}
          data={here.map(({ station: one }) => ({ value: one.station_id, label: one.name }))}
        />
      )}
      {here.length > 1 && here.length <= FEW && (
        <ul className={css.here} aria-label={t('stationMap.here')}>
          {here.map(({ station: one }) => (
            <li key={one.station_id}>
              <button
                type="button"
                aria-pressed={one.station_id === station.station_id}
                onClick={() => onStation(one.station_id)}
              >
                <LegendSymbol kind={KIND_OF_STATION[one.station_type_id]} size={14} />
                {one.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={css.now}>
        <span className={css.big} data-late={s.state === 'late' || undefined}>
          {isRain
            ? `${s.rain?.total == null ? '-' : number(s.rain.total, DECIMALS.rain)} mm`
            : stationValueWords(s.last, s.unit, language)}
        </span>
        {isRain && (
          <span className={`${layoutCss.inlineClose} ${css.course}`}>
            <SumWords sum={sum} from={span.from} at={at} zone={zone} />
            {s.rain && s.rain.q !== 0 && <QualityMark q={s.rain.q} />}
          </span>
        )}
        {course && !isRain && (
          <span className={`${layoutCss.inlineClose} ${css.course}`}>
            <Icon name={course === 'up' ? 'rising' : course === 'down' ? 'falling' : 'steady'} size={16} />
            {courseWords}
          </span>
        )}
      </div>
      <dl className={css.facts}>
        {s.last && (
          <div>
            <dt>{t('stationMap.updated')}</dt>
            <dd>
              {isRain && `${stationValueWords(s.last, s.unit, language)} · `}
              {timeNear(s.last.t, at, zone, language)}
              <span className={textCss.note}>
                {' '}
                · {t('stationMap.ago', { age: ageWords(s.last, at, zone, language) })}
              </span>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('stationMap.previous')}</dt>
          <dd>
            {stationValueWords(s.prev, s.unit, language)}
            {s.prev && <span className={textCss.note}> · {timeNear(s.prev.t, at, zone, language)}</span>}
          </dd>
        </div>
        {s.level && (
          <div>
            <dt>{t('map.kind.level')}</dt>
            <dd>{stationValueWords(s.level, station.unit, language)}</dd>
          </div>
        )}
        <div>
          <dt>{t('stationMap.state')}</dt>
          <dd className={css.states}>
            {states.length === 0 && t('stationMap.good')}
            {states.map((m) => (
              <span key={m.icon} className={`${layoutCss.inlineClose} ${css.mark}`} data-kind={m.kind}>
                <Icon name={m.icon} size={14} />
                {m.text}
              </span>
            ))}
            {s.last && s.last.q !== 0 && <QualityMark q={s.last.q} />}
          </dd>
        </div>
      </dl>
      <div className={css.chart} style={{ height: HEIGHT }}>
        {data ? (
          <Suspense fallback={<Skeleton height={HEIGHT} />}>
            <StationChart
              shown={s}
              data={data}
              from={isRain ? Math.min(span.from, sumFrom(sum, span.from, at)) : span.from}
              to={span.to}
              at={at}
              zone={zone}
              height={HEIGHT}
            />
          </Suspense>
        ) : loading ? (
          <Skeleton height={HEIGHT} aria-busy />
        ) : (
          <p className={textCss.note}>{t('stationMap.noData')}</p>
        )}
      </div>
      <div className={css.links}>
        {mayStations && (
          <Link to={`/station/manage?search=${encodeURIComponent(station.station_code)}`}>
            {t('stationMap.toStation')}
          </Link>
        )}
        {mayData && (
          <Link to={`/quality/data?series=${encodeURIComponent(station.series)}`}>
            {t('stationMap.toData')}
          </Link>
        )}
      </div>
    </>
  )
}

/** Heading of a station: type and name; on a map with a close button. */
export function StationHead({ shown: s, onClose }: { shown: ShownStation; onClose: () => void }) {
  const { t } = useText()
  const words = useOptions().data?.station_types
  return (
    <header className={css.head}>
      <LegendSymbol kind={KIND_OF_STATION[s.station.station_type_id]} size={20} />
      <div className={layoutCss.grow}>
        <h2>{s.station.name}</h2>
        <span className={textCss.note}>
          {words?.find((o) => o.id === s.station.station_type_id)?.name} · {s.station.station_code}
        </span>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('stationMap.close')}
        onClick={onClose}
      >
        <Icon name="close" size={18} />
      </ActionIcon>
    </header>
  )
}
