import { Button, Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Operation } from '#contract/calculation.ts'
import { LIMITS } from '#contract/validation.ts'
import { toLocal } from '#core/time/index.ts'
import { reasonOf } from '../../lib/failures.ts'
import { number } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormAlert } from '../../ui/form/index.ts'
import css from './panel.module.css'
import { useOperation, useRecalculate, useSetOperation } from './queries.ts'
import { useSpan } from './words.ts'

/** Says what another way of operation means, asks why, and changes to it. */
export function Switch({ seen, onClose }: { seen: Operation['method']; onClose: () => void }) {
  const { t } = useText()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [fill, setFill] = useState(false)
  const zone = useZone() ?? 'UTC'
  const span = useSpan()
  const set = useSetOperation()
  const again = useRecalculate()
  const left = useOperation().data?.uncomputed.find((x) => !x.ended)
  const manual = seen === 'automatic'
  const missing = reason.trim() === ''

  function send() {
    setTried(true)
    if (missing) return
    set.mutate(
      { method: manual ? 'manual' : 'automatic', seen, reason: reason.trim() },
      {
        onSuccess: ({ uncomputed }) => {
          notice('done', t(manual ? 'operation.doneManual' : 'operation.doneAutomatic'))
          // As it is by now: instants have passed since the dialog opened.
          const last = uncomputed.findLast((x) => x.method === 'manual')
          if (fill && !manual && last) compute(last)
          onClose()
        },
      },
    )
  }

  /** It stays told of as not computed where this fails. */
  function compute({ from, to }: { from: number; to: number }) {
    again.mutate(
      { from: toLocal(from, zone), to: toLocal(to, zone), reason: reason.trim() },
      {
        onSuccess: (run) =>
          notice('info', t(run.waits_for === null ? 'runs.again.begun' : 'runs.again.queued')),
        onError: (error) => notice('failed', reasonOf(error)),
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
        {set.error && <FormAlert kind="failed">{reasonOf(set.error)}</FormAlert>}
        <p className={css.text}>{t(manual ? 'operation.whatManual' : 'operation.whatAutomatic')}</p>
        {!manual && left && (
          <Checkbox
            label={t('operation.fill', { span: span(left), n: number(left.instants, 0) })}
            description={t('operation.fillHint')}
            checked={fill}
            onChange={(e) => setFill(e.currentTarget.checked)}
          />
        )}
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
