import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { STATES, type ReservoirState } from './model.ts'
import css from './overview.module.css'
import { STATE_SIGNS } from './state.tsx'

interface Props {
  counts: Record<ReservoirState, number>
  chosen: readonly ReservoirState[]
  onChoose: (states: readonly ReservoirState[]) => void
}

/** How many reservoirs are in each state; pressed, only those are shown. */
export function StateFilter({ counts, chosen, onChoose }: Props) {
  const { t } = useText()
  const all = STATES.reduce((sum, s) => sum + counts[s], 0)
  return (
    <div className={css.counts} role="group" aria-label={t('overview.states')}>
      <button type="button" aria-pressed={chosen.length === 0} onClick={() => onChoose([])}>
        {t('overview.allStates', { n: number(all, 0) })}
      </button>
      {STATES.map((s) => (
        <button
          key={s}
          type="button"
          data-state={s}
          data-none={counts[s] === 0 || undefined}
          aria-pressed={chosen.includes(s)}
          aria-label={t('overview.stateCount', { state: t(`overview.state.${s}`), n: number(counts[s], 0) })}
          onClick={() =>
            onChoose(STATES.filter((one) => (one === s ? !chosen.includes(s) : chosen.includes(one))))
          }
        >
          <Icon name={STATE_SIGNS[s]} size={16} />
          <b>{number(counts[s], 0)}</b> {t(`overview.state.${s}`)}
        </button>
      ))}
    </div>
  )
}
