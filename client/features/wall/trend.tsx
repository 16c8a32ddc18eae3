import { DECIMALS, direction, signed } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './big.module.css'

/** Direction and rate of the level's change, cm/h. */
export function Trend({ perHour }: { perHour: number | null }) {
  const { t } = useText()
  const cm = perHour === null ? null : perHour * 100
  const way = direction(cm, DECIMALS.trend)
  if (way === null) return <span className={css.trend}>{t('figure.unknownTrend')}</span>
  const word = { up: t('figure.rising'), down: t('figure.falling'), level: t('figure.steady') }[way]
  return (
    <span className={css.trend} role="group" aria-label={t('figure.trend')}>
      <Icon name={({ up: 'rising', down: 'falling', level: 'steady' } as const)[way]} />
      <span>
        {t('figure.perHour', { value: signed(cm, DECIMALS.trend) })}
        <span className={css.way}>{word}</span>
      </span>
    </span>
  )
}
