import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { useStationWeights } from './queries.ts'
import css from './stations.module.css'

/** Says whether the weights of the rain stations add up, next to basin rain that depends on them. */
export function WeightsLine() {
  const { t } = useText()
  const { data } = useStationWeights()
  if (!data || data.stations.length === 0) return null
  const entered = data.stations.some((s) => s.stored !== null)
  const computed = data.stations.some((s) => s.computed !== null)
  const words = !data.sums_up
    ? 'stations.sumWrong'
    : entered
      ? 'stations.sumGood'
      : computed
        ? 'stations.sumComputed'
        : 'stations.sumNone'
  return (
    <p
      className={css.weights}
      data-wrong={!data.sums_up || undefined}
      role={data.sums_up ? undefined : 'alert'}
    >
      <Icon name={data.sums_up ? (entered ? 'check' : 'info') : 'warning'} size={16} />
      <span>
        {t('stations.sum', { n: data.stations.length, sum: number(data.sum, 3) })}. {t(words)}
      </span>
    </p>
  )
}
