import type { ReservoirSum } from '#core/river/index.ts'
import { DECIMALS, NOTHING, number, unit } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import css from './overview.module.css'

const PARTS = ['stored', 'free', 'power'] as const

/** What several reservoirs hold, have room for and generate, each with its unit, and of how many it is. */
function useSums() {
  const { t, language } = useText()
  return (sum: ReservoirSum) =>
    PARTS.map((part) => ({
      part,
      name: t(`overview.${part}`),
      value: number(sum[part], part === 'power' ? DECIMALS.power : DECIMALS.storage),
      unit: sum[part] === null ? '' : unit(part === 'power' ? 'power' : 'storage', language),
      some:
        sum.known[part] < sum.reservoirs && sum[part] !== null
          ? t('overview.someOf', { n: number(sum.known[part], 0), all: number(sum.reservoirs, 0) })
          : null,
    }))
}

/** The head of a group: its name, how many there are, and their sums in one line. */
export function SumLine({ name, sum }: { name: string; sum: ReservoirSum }) {
  const { t } = useText()
  const parts = useSums()(sum)
  return (
    <div className={css.sumLine}>
      <strong>{name === '' ? NOTHING : name}</strong>
      <span>{t('overview.sumReservoirs', { n: number(sum.reservoirs, 0) })}</span>
      {parts.map((p) => (
        <span key={p.part} title={p.some ?? undefined}>
          {p.name}{' '}
          <b>
            {p.value} {p.unit}
          </b>
        </span>
      ))}
      {parts[0].some && <span>{parts[0].some}</span>}
    </div>
  )
}

/** The sums of all that is shown, as figures. */
export function SumFigures({ sum }: { sum: ReservoirSum }) {
  const { t } = useText()
  const parts = useSums()(sum)
  return (
    <div className={css.sums}>
      <dl aria-label={t('overview.sums')}>
        {parts.map((p) => (
          <div key={p.part}>
            <dt>{p.name}</dt>
            <dd title={p.some ?? undefined}>
              <b>{p.value}</b> {p.unit}
            </dd>
          </div>
        ))}
      </dl>
      {parts[0].some && <small>{parts[0].some}</small>}
    </div>
  )
}
