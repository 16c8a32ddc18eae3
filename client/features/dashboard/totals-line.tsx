import { DAY } from '#core/time/units.ts'
import { Tooltip } from '@mantine/core'
import { useMemo } from 'react'
import type { Hydro } from '#contract/dashboard.ts'
import { MOST_VOLUME_DAYS } from '#contract/volumes.ts'
import { reasonOf } from '../../lib/failures.ts'
import { DECIMALS, dateTime, duration, number, time, unit } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useWater, type ChartData } from '../../parts/live-data/queries.ts'
import { CODES } from '../../parts/time-chart/chart-model.ts'
import { withTail, type Tail } from '../../parts/time-chart/tail.ts'
import { shortDate } from '../../ui/chart/format.ts'
import { fromColumn, type TimeRange } from '../../ui/chart/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import textCss from '../../ui/text.module.css'
import css from './chart.module.css'
import { rainTotal } from './totals.ts'

interface Props {
  hydro: Hydro
  data: ChartData
  range: TimeRange
  rainType: 0 | 1
  tail: Tail
  version: number
}

/** Inflow volume and rain depth over the displayed range. */
export function Totals({ hydro, range, ...rain }: Props) {
  return (
    <div className={css.totals}>
      <Inflow hydro={hydro} range={range} />
      <Rain range={range} interval={hydro.interval} {...rain} />
    </div>
  )
}

/** Inflow volume by the water balance over the span that it names, with the error of closure. */
function Inflow({ hydro, range }: Pick<Props, 'hydro' | 'range'>) {
  const { t, language } = useText()
  const long = range.to - range.from > MOST_VOLUME_DAYS * DAY
  const { data: water, error } = useWater(long ? null : range, hydro)
  const name = t('dashboard.inflowTotal')
  const over = (from: number, to: number) =>
    t('dashboard.inflowOver', {
      length: duration(to - from, language),
      end: `${time(to, hydro.time_zone)} ${shortDate(to, hydro.time_zone, language)}`,
    })
  // Takes the room of the answer, which must not move the chart.
  if (!long && water === undefined && !error)
    return (
      <span className={css.total} role="group" aria-label={name} aria-busy>
        <span className={textCss.muted}>{over(range.from, range.to)}</span>
        <strong>{number(null, 0)}</strong>
        <span className={textCss.muted}>{unit('storage', language)}</span>
        <span className={textCss.muted}>{t('dashboard.residualOf', { volume: number(null, 0) })}</span>
      </span>
    )
  if (long || !water)
    return (
      <span className={css.total} role="group" aria-label={name}>
        <span className={textCss.muted}>{name}</span>
        {long ? (
          <span>{t('dashboard.inflowLong', { days: MOST_VOLUME_DAYS })}</span>
        ) : error ? (
          <span>{reasonOf(error)}</span>
        ) : (
          <span>{water === null ? t('dashboard.inflowShort') : number(null, 0)}</span>
        )}
      </span>
    )
  const volume = (v: number | null) => number(v, DECIMALS.waterVolume)
  const { time_zone: zone } = hydro
  const at = (ms: number) => dateTime(ms, zone, language)
  const share = water.residual_share && 100 * water.residual_share
  const about = t('dashboard.inflowAbout', {
    from: at(water.from),
    to: at(water.to),
    storage: volume(water.storage),
    outflow: volume(water.outflow),
    losses: volume(water.losses),
    summed: volume(water.summed),
    window: duration(water.window_s * 1000, language),
  })
  return (
    <Tooltip label={about} multiline w={360}>
      <span className={css.total} role="group" aria-label={name} tabIndex={0}>
        <span className={textCss.muted}>{over(water.from, water.to)}</span>
        <strong>{volume(water.inflow)}</strong>
        <span className={textCss.muted}>{unit('storage', language)}</span>
        <QualityMark q={water.quality} words={false} />
        <span className={textCss.muted}>
          {share
            ? t('dashboard.residual', { volume: volume(water.residual), share: number(share, 1) })
            : t('dashboard.residualOf', { volume: water.residual === 0 ? '0' : volume(water.residual) })}
        </span>
        {water.closes === false && <Icon name="warning" size={14} label={t('dashboard.notClosed')} />}
      </span>
    </Tooltip>
  )
}

/** Rain over the range, from the data that exist. */
function Rain({
  data,
  range,
  rainType,
  tail,
  version,
  interval,
}: Omit<Props, 'hydro'> & { interval: number }) {
  const { t, language } = useText()
  const rain = data.columns[rainType === 0 ? 'rain' : 'rada']
  const step = interval * 1000
  const total = useMemo(() => {
    if (!rain) return undefined
    const series = rain.raw
      ? withTail(rain, tail, rainType === 0 ? CODES.rain : CODES.rada)
      : fromColumn(rain)
    return rainTotal(series, range.from, range.to, rain.raw ? step : Infinity)
  }, [rain, tail, version, rainType, range, step])
  const name = t('dashboard.rainTotal')
  const note = total?.value != null && total.partial ? t('dashboard.totalPartial') : null
  return (
    <span className={css.total} role="group" aria-label={name}>
      <span className={textCss.muted}>{name}</span>
      <strong>{number(total?.value, DECIMALS.rain)}</strong>
      <span className={textCss.muted}>{unit('rain', language)}</span>
      {note && (
        <Tooltip label={note}>
          <span tabIndex={0}>
            <Icon name="partial" size={14} label={note} />
          </span>
        </Tooltip>
      )}
    </span>
  )
}
