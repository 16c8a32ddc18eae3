import type { LogEntry } from '#contract/gate-log.ts'
import { LIMITS } from '#contract/validation.ts'
import { reasonOf } from '../../lib/failures.ts'
import { dateTime } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { ConfirmWhy } from '../../ui/dialog/index.tsx'
import css from './gate-log.module.css'
import { useWithdraw } from './queries.ts'
import { plainValue } from './words.ts'

/** The question before an entry is taken back, with the reason. */
export function Withdraw({ entry, zone, onClose }: { entry: LogEntry; zone: string; onClose: () => void }) {
  const { t, language } = useText()
  const withdraw = useWithdraw()
  return (
    <ConfirmWhy
      opened
      title={t('gateLog.withdrawTitle', { name: entry.object_name })}
      act={t('gateLog.act.withdraw')}
      busy={withdraw.isPending}
      failure={withdraw.error ? reasonOf(withdraw.error) : null}
      onClose={onClose}
      label={t('gateLog.form.whyWithdraw')}
      needed={t('gateLog.form.needWhy')}
      maxLength={LIMITS.reason.max}
      onAct={(why) =>
        withdraw.mutate(
          { entry_id: entry.entry_id!, version: entry.version, why },
          {
            onSuccess: () => {
              notice('done', t('gateLog.withdrawnNotice'))
              onClose()
            },
          },
        )
      }
    >
      <p className={css.told}>
        {dateTime(entry.t, zone, language)} · {plainValue(entry.from)} → {plainValue(entry.to)} {entry.unit}
      </p>
      <p className={css.told}>{t('gateLog.withdrawWhat')}</p>
    </ConfirmWhy>
  )
}
