import type { AreaMean } from '#core/rain/index.ts'
import { DECIMALS, number, timeNear } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { RainClasses } from '../../parts/rain-classes/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import type { Sum, SurfaceKind } from './address.ts'
import textCss from '../../ui/text.module.css'
import css from './map.module.css'

/** The duration over which rain is summed, in words. */
export function SumWords({ sum, from, at, zone }: { sum: Sum; from: number; at: number; zone: string }) {
  const { t, language } = useText()
  return <>{t(`stationMap.sumOf.${sum}`, { time: timeNear(from, at, zone, language) })}</>
}

/** Legend of the rain colours, and the mean over the basin. */
export function RainScale(props: {
  surface: SurfaceKind
  sum: Sum
  from: number
  at: number
  zone: string
  mean: AreaMean
  gauges: number
  lacking: number
  dry: boolean
}) {
  const { surface, mean, gauges, lacking, dry, ...when } = props
  const { t, language } = useText()
  return (
    <div className={css.rain} role="group" aria-label={t('stationMap.surface')}>
      <p>
        {t(`stationMap.meanOf.${when.sum}`, { time: timeNear(when.from, when.at, when.zone, language) })}:{' '}
        <strong>{mean.mean === null ? '-' : number(mean.mean, DECIMALS.rain)} mm</strong>{' '}
        <span className={textCss.note}>
          ({t(`stationMap.meanBy.${surface}`)}
          {lacking > 0 &&
            mean.mean !== null &&
            `; ${t('stationMap.meanPartial', { n: lacking, all: gauges })}`}
          {mean.mean === null && `; ${t('stationMap.meanMissing')}`})
        </span>{' '}
        {mean.mean !== null && mean.q !== 0 && lacking === 0 && <QualityMark q={mean.q} />}
      </p>
      {surface !== 'none' && surface !== 'isohyets' && (
        <div className={css.classes}>
          <span className={textCss.note}>
            {t('stationMap.scale')}, <SumWords {...when} />
            {when.sum !== 'range' &&
              ` ${t('stationMap.upTo', { time: timeNear(when.at, when.at, when.zone, language) })}`}
          </span>
          <RainClasses label={t('stationMap.scale')} />
        </div>
      )}
      {surface === 'isohyets' && !dry && <p className={textCss.note}>{t('stationMap.lineUnit')}</p>}
      {surface !== 'none' && dry && <p className={textCss.note}>{t('stationMap.noRain')}</p>}
    </div>
  )
}
