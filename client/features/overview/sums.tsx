import { GOOD } from '#core/quality/index.ts'
import type { ReservoirSum } from '#core/river/index.ts'
import { DECIMALS, NOTHING, number, unit } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { QualityMark } from '../../ui/quality/index.tsx'
import css from './overview.module.css'

const PARTS = ['stored', 'free', 'power'] as const

/** One of what several reservoirs hold, have room for and generate: unit, of how many it is where not of all, grade. */
function Sum({ of: sum, part }: { of: ReservoirSum; part: (typeof PARTS)[number] }) {
  const { t, language } = useText()
  const isPower = part === 'power'
  const n = sum.known[part]
  if (sum[part] === null) return <b>{NOTHING}</b>
  return (
    <>
      <b>{number(sum[part], isPower ? DECIMALS.power : DECIMALS.storage)}</b>{' '}
      {unit(isPower ? 'power' : 'storage', language)}{' '}
      {sum.quality[part] !== GOOD && <QualityMark q={sum.quality[part]} words={false} />}
      {n < sum.reservoirs && (
        <small className={css.some}>
          {t('overview.someOf', { n: number(n, 0), all: number(sum.reservoirs, 0) })}
        </small>
      )}
    </>
  )
}

/** The head of a group: its name, how many there are, and their sums in one line. */
export function SumLine({ name, sum }: { name: string; sum: ReservoirSum }) {
  const { t } = useText()
  return (
    <div className={css.sumLine}>
      <strong>{name === '' ? NOTHING : name}</strong>
      <span>{t('overview.sumReservoirs', { n: number(sum.reservoirs, 0) })}</span>
      {PARTS.map((part) => (
        <span key={part}>
          {t(`overview.${part}`)} <Sum of={sum} part={part} />
        </span>
      ))}
    </div>
  )
}

/** The sums of all that is shown, as figures. */
export function SumFigures({ sum }: { sum: ReservoirSum }) {
  const { t } = useText()
  return (
    <dl className={css.sums} aria-label={t('overview.sums')}>
      {PARTS.map((part) => (
        <div key={part}>
          <dt>{t(`overview.${part}`)}</dt>
          <dd>
            <Sum of={sum} part={part} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
