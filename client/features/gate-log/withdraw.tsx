import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { LogEntry } from '#contract/gate-log.ts'
import { LIMITS } from '#contract/validation.ts'
import { reasonOf } from '../../lib/failures.ts'
import { dateTime } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import css from './gate-log.module.css'
import { useWithdraw } from './queries.ts'
import { plainValue } from './words.ts'

/** The question before an entry is taken back, with the reason. */
export function Withdraw({ entry, zone, onClose }: { entry: LogEntry; zone: string; onClose: () => void }) {
  const { t, language } = useText()
  const [why, setWhy] = useState('')
  const [tried, setTried] = useState(false)
  const withdraw = useWithdraw()
  return (
    <Confirm
      opened
      title={t('gateLog.withdrawTitle', { name: entry.object_name })}
      act={t('gateLog.act.withdraw')}
      busy={withdraw.isPending}
      failure={withdraw.error ? reasonOf(withdraw.error) : null}
      onClose={onClose}
      onAct={() => {
        setTried(true)
        if (why.trim() === '') return
        withdraw.mutate(
          { entry_id: entry.entry_id!, version: entry.version, why },
          {
            onSuccess: () => {
              notice('done', t('gateLog.withdrawnNotice'))
              onClose()
            },
          },
        )
      }}
    >
      <p className={css.told}>
        {dateTime(entry.t, zone, language)} · {plainValue(entry.from)} → {plainValue(entry.to)} {entry.unit}
      </p>
      <p className={css.told}>{t('gateLog.withdrawWhat')}</p>
      <Textarea
        label={t('gateLog.form.whyWithdraw')}
        required
        autosize
        minRows={1}
        maxLength={LIMITS.reason.max}
        value={why}
        error={tried && why.trim() === '' ? t('gateLog.form.needWhy') : undefined}
        onChange={(e) => setWhy(e.currentTarget.value)}
      />
    </Confirm>
  )
}
