import { DECIMALS, number, timeNear } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import type { ReservoirState, Shown } from './model.ts'
import css from './overview.module.css'

/** A sign of its own outline for each: no state is shown by colour alone. */
export const STATE_SIGNS: Readonly<Record<ReservoirState, IconName>> = {
  alarm: 'alarm',
  silent: 'offline',
  attention: 'warning',
  ok: 'check',
}

/** The reason of a state in words; null where it is normal. */
export function useReason(now: number): (of: Shown) => string | null {
  const { t, language } = useText()
  return ({ row, reason, by, since }) => {
    if (reason === null) return null
    return t(`overview.reason.${reason}`, {
      m: number(by, DECIMALS.level),
      time: since === null ? '' : timeNear(since, now, row.time_zone, language),
    })
  }
}

/** Sign and word of a state; the reason below it. */
export function StateSign({ of, now }: { of: Shown; now: number }) {
  const { t } = useText()
  const reason = useReason(now)(of)
  return (
    <div className={css.state} data-state={of.state}>
      <Icon name={STATE_SIGNS[of.state]} size={of.state === 'ok' ? 16 : 18} />
      <span>
        <b>{t(`overview.state.${of.state}`)}</b>
        {reason && <small>{reason}</small>}
      </span>
    </div>
  )
}
