import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Operation } from '#contract/calculation.ts'
import { LIMITS } from '#contract/validation.ts'
import { reasonOf } from '../../lib/failures.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Told } from '../../ui/form/index.ts'
import css from './panel.module.css'
import { useSetOperation } from './queries.ts'

/** Says what another way of operation means, asks why, and changes to it. */
export function Switch({ seen, onClose }: { seen: Operation['method']; onClose: () => void }) {
  const { t } = useText()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const set = useSetOperation()
  const manual = seen === 'automatic'
  const missing = reason.trim() === ''

  function send() {
    setTried(true)
    if (missing) return
    set.mutate(
      { method: manual ? 'manual' : 'automatic', seen, reason: reason.trim() },
      {
        onSuccess: () => {
          notice('done', t(manual ? 'operation.doneManual' : 'operation.doneAutomatic'))
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      opened
      width={440}
      title={t(manual ? 'operation.askManual' : 'operation.askAutomatic')}
      onClose={onClose}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('act.cancel')}
          </Button>
          <Button loading={set.isPending} onClick={send}>
            {t(manual ? 'operation.toManual' : 'operation.toAutomatic')}
          </Button>
        </>
      )}
    >
      <div className={css.form}>
        {set.error && <Told kind="failed">{reasonOf(set.error)}</Told>}
        <p className={css.text}>{t(manual ? 'operation.whatManual' : 'operation.whatAutomatic')}</p>
        <Textarea
          name="reason"
          data-autofocus
          label={t('operation.reason')}
          error={tried && missing ? t('operation.reasonNeeded') : undefined}
          autosize
          minRows={2}
          maxLength={LIMITS.reason.max}
          value={reason}
          onChange={(e) => setReason(e.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
