import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { EditRow } from '#contract/edits.ts'
import { LIMITS } from '#contract/validation.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import css from './edits.module.css'
import { Effect } from './effect.tsx'
import { Impact } from './impact.tsx'
import { useUndoEdit, useUndoPreview } from './queries.ts'

interface Props {
  act: EditRow
  unit: string
  zone: string
  title: string
  span: string
  onClose: () => void
}

/** Undoes an edit: shows what its series and the results become, asks why, and only then acts. */
export function UndoEdit({ act, unit, zone, title, span, onClose }: Props) {
  const { t, say } = useText()
  const [reason, setReason] = useState('')
  const [pressed, setPressed] = useState(false)
  const undo = useUndoEdit()
  const preview = useUndoPreview(act.act_id, !undo.busy && undo.data === undefined)
  const error = undo.error instanceof CallError ? undo.error : null
  const atReason = error?.errors.find((e) => e.path === 'reason')?.message
  const failure =
    undo.error === null || atReason
      ? null
      : error?.status === 409
        ? t('edits.acts.gone')
        : reasonOf(undo.error)
  const missing = pressed && reason.trim() === '' ? say('required') : undefined
  return (
    <Confirm
      title={t('edits.acts.undoTitle')}
      act={t('edits.acts.undo')}
      width={760}
      busy={undo.busy}
      failure={failure}
      onClose={onClose}
      onAct={() => {
        setPressed(true)
        if (reason.trim() === '') return
        void undo.run({ body: { act_id: act.act_id, reason: reason.trim() } }).then(() => {
          notice('done', t('edits.acts.undoDone', { act: title }))
          onClose()
        })
      }}
    >
      <p className={css.question}>
        <strong>{title}</strong>
        <br />
        {span}
      </p>
      <p className={css.question}>{t('edits.acts.undoWhat')}</p>
      <div className={css.question}>
        <Loaded query={preview} what={t('edits.effect')} height={240}>
          {(answer) => (
            <>
              <Effect answer={answer} unit={unit} zone={zone} head={t('edits.acts.undoEffect')} />
              {answer.from !== null && <Impact answer={answer} />}
            </>
          )}
        </Loaded>
      </div>
      <Textarea
        label={t('edits.acts.undoReason')}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={LIMITS.reason.max}
        value={reason}
        onChange={(e) => setReason(e.currentTarget.value)}
        error={missing ?? atReason}
      />
    </Confirm>
  )
}
