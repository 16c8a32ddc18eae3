import { DECIMALS, number, timeNear } from '../../lib/format.ts'
import { useOptions } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { KIND_OF_STATION, LegendSymbol } from '../../ui/map/index.ts'
import { QualityMark } from '../../ui/quality/index.tsx'
import { PlainTable, RowName, tableCss } from '../../ui/table/index.ts'
import type { Sum } from './address.ts'
import type { DaySpan } from './days.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './map.module.css'
import type { View } from './use-shown.ts'
import { useCourseWords, useStates } from './use-words.ts'
import { RAIN } from './values.ts'
import { courseOf, stationValueWords } from './words.ts'

const isRain = (s: View['shown'][number]) => s.station.station_type_id === RAIN

/** The stations as rows, most urgent first, for those who cannot use a map or want numbers. */
export function StationList({
  view,
  sum,
  span,
  zone,
  onChoose,
}: {
  view: View
  sum: Sum
  span: DaySpan
  zone: string
  onChoose: (id: string) => void
}) {
  const { t, language } = useText()
  const states = useStates(view.at, zone)
  const courseWords = useCourseWords()
  const words = useOptions().data?.station_types
  const sumOf = t(`stationMap.sumOf.${sum}`, { time: timeNear(span.from, view.at, zone, language) })
  const sumWords = sumOf[0].toUpperCase() + sumOf.slice(1)
  return (
    <div className={`${layoutCss.scrollAcross} ${css.list}`}>
      <PlainTable
        className={tableCss.table}
        cards
        numberClass={css.right}
        label={t('stationMap.list')}
        rows={view.shown}
        rowKey={(s) => s.station.station_id}
        columns={[
          {
            id: 'station',
            head: t('stationMap.station'),
            phoneLabel: t('stationMap.station'),
            rowHeader: true,
            cell: (s) => (
              <div className={css.name}>
                <LegendSymbol kind={KIND_OF_STATION[s.station.station_type_id]} />
                <div>
                  <RowName name={s.station.name} onOpen={() => onChoose(s.station.station_id)} />
                  <div className={textCss.note}>
                    {words?.find((o) => o.id === s.station.station_type_id)?.name} · {s.station.station_code}
                  </div>
                </div>
              </div>
            ),
          },
          {
            id: 'value',
            head: t('stationMap.value'),
            align: 'number',
            cell: (s) => (
              <strong data-late={s.state === 'late' || undefined} className={css.value}>
                {stationValueWords(s.last, s.unit, language)}
              </strong>
            ),
          },
          {
            id: 'previous',
            head: t('stationMap.previous'),
            align: 'number',
            cell: (s) => stationValueWords(s.prev, s.unit, language),
          },
          {
            id: 'trend',
            head: t('stationMap.trend'),
            cell: (s) => {
              const course = isRain(s) ? null : courseOf(s)
              if (!course) return '-'
              return (
                <span className={`${layoutCss.inlineClose} ${css.course}`}>
                  <Icon
                    name={course === 'up' ? 'rising' : course === 'down' ? 'falling' : 'steady'}
                    size={14}
                  />
                  {courseWords(s)}
                </span>
              )
            },
          },
          view.shown.some(isRain) && {
            id: 'sum',
            head: sumWords,
            align: 'number',
            hideOnPhone: (s) => !isRain(s),
            cell: (s) =>
              isRain(s) && (
                <>
                  {s.rain?.total == null ? '-' : `${number(s.rain.total, DECIMALS.rain)} mm`}
                  {s.rain && s.rain.q !== 0 && <QualityMark q={s.rain.q} />}
                </>
              ),
          },
          {
            id: 'updated',
            head: t('stationMap.updated'),
            cell: (s) => (s.last ? timeNear(s.last.t, view.at, zone, language) : '-'),
          },
          {
            id: 'state',
            head: t('stationMap.state'),
            cell: (s) => {
              const marks = states(s)
              return (
                <span className={css.states}>
                  {marks.length === 0 && <span className={textCss.note}>{t('stationMap.good')}</span>}
                  {marks.map((m) => (
                    <span key={m.icon} className={`${layoutCss.inlineClose} ${css.mark}`} data-kind={m.kind}>
                      <Icon name={m.icon} size={14} />
                      {m.text}
                    </span>
                  ))}
                  {s.last && s.last.q !== 0 && <QualityMark q={s.last.q} />}
                </span>
              )
            },
          },
        ]}
      />
    </div>
  )
}
