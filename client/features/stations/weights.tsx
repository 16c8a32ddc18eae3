import type { StationRow } from '#contract/stations.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { weightsOf } from './list.ts'
import css from './stations.module.css'

/** Whether the coefficients of the rain stations sum up, said before basin rain is believed. */
export function WeightsLine({ stations }: { stations: readonly StationRow[] }) {
  const { t } = useText()
  const { n, sum, good } = weightsOf(stations)
  if (n === 0) return null
  return (
    <p className={css.weights} data-wrong={!good || undefined} role={good ? undefined : 'alert'}>
      <Icon name={good ? (sum === null ? 'info' : 'check') : 'warning'} size={16} />
      <span>
        {sum === null ? t('stations.sumNone') : t('stations.sum', { n, sum: number(sum, 3) })}
        {sum !== null && `. ${t(good ? 'stations.sumGood' : 'stations.sumWrong')}`}
      </span>
    </p>
  )
}
