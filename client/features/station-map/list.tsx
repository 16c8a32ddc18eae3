import { DECIMALS, number, timeNear } from '../../lib/format.ts'
import { useOptions } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { KIND_OF_STATION, Symbol } from '../../ui/map/index.ts'
import { RowName, tableCss } from '../../ui/page/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import type { Sum } from './address.ts'
import type { Span } from './days.ts'
import css from './map.module.css'
import type { View } from './use-shown.ts'
import { useCourseWords, useStates } from './use-words.ts'
import { RAIN } from './values.ts'
import { courseOf, valueWords } from './words.ts'

/** The same stations in rows, what needs a look first: for who cannot use a map, and for who wants numbers. */
export function StationList({
  view,
  sum,
  span,
  zone,
  onChoose,
}: {
  view: View
  sum: Sum
  span: Span
  zone: string
  onChoose: (id: string) => void
}) {
  const { t, language } = useText()
  const states = useStates(view.at, zone)
  const courseWords = useCourseWords()
  const words = useOptions().data?.station_types
  const sumOf = t(`stationMap.sumOf.${sum}`, { time: timeNear(span.from, view.at, zone, language) })
  const sumWords = sumOf[0].toUpperCase() + sumOf.slice(1)
  const rainy = view.shown.some((s) => s.station.station_type_id === RAIN)
  return (
    <div className={css.list}>
      <table className={tableCss.table} aria-label={t('stationMap.list')}>
        <thead>
          <tr>
            <th scope="col">{t('stationMap.station')}</th>
            <th scope="col" className={css.right}>
              {t('stationMap.value')}
            </th>
            <th scope="col" className={css.right}>
              {t('stationMap.previous')}
            </th>
            <th scope="col">{t('stationMap.trend')}</th>
            {rainy && (
              <th scope="col" className={css.right}>
                {sumWords}
              </th>
            )}
            <th scope="col">{t('stationMap.updated')}</th>
            <th scope="col">{t('stationMap.state')}</th>
          </tr>
        </thead>
        <tbody>
          {view.shown.map((s) => {
            const marks = states(s)
            const isRain = s.station.station_type_id === RAIN
            const course = isRain ? null : courseOf(s)
            return (
              <tr key={s.station.station_id}>
                <th scope="row" data-label={t('stationMap.station')}>
                  <div className={css.name}>
                    <Symbol kind={KIND_OF_STATION[s.station.station_type_id]} />
                    <div>
                      <RowName name={s.station.name} onOpen={() => onChoose(s.station.station_id)} />
                      <div className={css.muted}>
                        {words?.find((o) => o.id === s.station.station_type_id)?.name} ·{' '}
                        {s.station.station_code}
                      </div>
                    </div>
                  </div>
                </th>
                <td data-label={t('stationMap.value')} className={css.right}>
                  <strong data-late={s.state === 'late' || undefined} className={css.value}>
                    {valueWords(s.last, s.unit, language)}
                  </strong>
                </td>
                <td data-label={t('stationMap.previous')} className={css.right}>
                  {valueWords(s.prev, s.unit, language)}
                </td>
                <td data-label={t('stationMap.trend')}>
                  {course ? (
                    <span className={css.course}>
                      <Icon
                        name={course === 'up' ? 'rising' : course === 'down' ? 'falling' : 'steady'}
                        size={14}
                      />
                      {courseWords(s)}
                    </span>
                  ) : (
                    '-'
                  )}
                </td>
                {rainy && (
                  <td data-label={sumWords} data-empty={!isRain || undefined} className={css.right}>
                    {isRain
                      ? s.rain?.total == null
                        ? '-'
                        : `${number(s.rain.total, DECIMALS.rain)} mm`
                      : ''}
                    {isRain && s.rain && s.rain.q !== 0 && <QualityMark q={s.rain.q} />}
                  </td>
                )}
                <td data-label={t('stationMap.updated')}>
                  {s.last ? timeNear(s.last.t, view.at, zone, language) : '-'}
                </td>
                <td data-label={t('stationMap.state')}>
                  <span className={css.states}>
                    {marks.length === 0 && <span className={css.muted}>{t('stationMap.good')}</span>}
                    {marks.map((m) => (
                      <span key={m.icon} className={css.mark} data-kind={m.kind}>
                        <Icon name={m.icon} size={14} />
                        {m.text}
                      </span>
                    ))}
                    {s.last && s.last.q !== 0 && <QualityMark q={s.last.q} />}
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
