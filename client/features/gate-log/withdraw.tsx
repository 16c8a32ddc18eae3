import type { LogEntry } from '#contract/gate-log.ts'
import { LIMITS } from '#contract/validation.ts'
import { dateTime } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { ConfirmWhy } from '../../ui/form/index.ts'
import css from './gate-log.module.css'
import { useWithdraw } from './queries.ts'
import { plainValue } from './words.ts'

/** The question before an entry is taken back, with the reason. */
export function Withdraw({ entry, zone, onClose }: { entry: LogEntry; zone: string; onClose: () => void }) {
  const { t, language } = useText()
  const withdraw = useWithdraw()
  return (
    <ConfirmWhy
      title={t('gateLog.withdrawTitle', { name: entry.object_name })}
      act={t('gateLog.act.withdraw')}
      done={t('gateLog.withdrawnNotice')}
      onClose={onClose}
      label={t('gateLog.form.whyWithdraw')}
      needed={t('gateLog.form.needWhy')}
      maxLength={LIMITS.reason.max}
      onAct={(why) => withdraw.mutateAsync({ entry_id: entry.entry_id!, version: entry.version, why })}
    >
      <p className={css.told}>
        {dateTime(entry.t, zone, language)} · {plainValue(entry.from)} → {plainValue(entry.to)} {entry.unit}
      </p>
      <p className={css.told}>{t('gateLog.withdrawWhat')}</p>
    </ConfirmWhy>
  )
}
