import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '#contract/validation.ts'
import { reasonOf } from '../../lib/failures.ts'
import { dateTime } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormAlert } from '../../ui/form/index.ts'
import type { Body } from './entered.ts'
import css from './panel.module.css'
import { useSave, type Result } from './queries.ts'

interface Props {
  body: Body
  /** The instant whose values are replaced. */
  at: number
  /** Values that were typed in the place of sensors. */
  count: number
  onClose: () => void
  /** run: null where all of it stood so already. */
  onSaved: (run: string | null, result: Result) => void
}

/** Says which instant is replaced, asks why, and saves it. */
export function Save({ body, at, count, onClose, onSaved }: Props) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const save = useSave()
  const time = dateTime(at, zone, language)
  // Who replaces sensors says why; what they told themselves speaks for itself.
  const missing = count > 0 && reason.trim() === ''

  function send() {
    setTried(true)
    if (missing) return
    const said = reason.trim()
    save.mutate(
      { ...body, ...(said === '' ? {} : { reason: said }) },
      { onSuccess: ({ run_id, result }) => onSaved(run_id, result) },
    )
  }

  return (
    <Dialog
      opened
      width={440}
      title={t('calculation.confirm.title', { time })}
      onClose={onClose}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('act.cancel')}
          </Button>
          <Button loading={save.isPending} onClick={send}>
            {t('calculation.save')}
          </Button>
        </>
      )}
    >
      <div className={css.form}>
        {save.error && <FormAlert kind="failed">{reasonOf(save.error)}</FormAlert>}
        <p className={css.text}>{t('calculation.confirm.what', { time })}</p>
        {count > 0 && (
          <p className={css.text}>
            <strong>{t('calculation.confirm.own', { n: count })}</strong> {t('calculation.confirm.stands')}
          </p>
        )}
        <Textarea
          name="reason"
          data-autofocus
          label={t('calculation.confirm.reason')}
          description={t('calculation.confirm.reasonHint')}
          placeholder={count > 0 ? undefined : t('items.optional')}
          error={tried && missing ? t('calculation.confirm.reasonNeeded') : undefined}
          autosize
          minRows={2}
          maxLength={LIMITS.reason.max}
          value={reason}
          onChange={(e) => setReason(e.currentTarget.value)}
        />
        <p className={css.about}>{t('calculation.confirm.back')}</p>
      </div>
    </Dialog>
  )
}
