import { undoAct, type EditRow } from '#contract/edits.ts'
import { CallError } from '../../lib/call-error.ts'
import { useForm } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { FormConfirm, ReasonField } from '../../ui/form/index.ts'
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

/** Undoes an edit after a preview of its effect on the series and the results, with a reason. */
export function UndoEdit({ act, unit, zone, title, span, onClose }: Props) {
  const { t, messageText } = useText()
  const undo = useUndoEdit()
  const preview = useUndoPreview(act.act_id, !undo.busy && undo.data === undefined)
  const form = useForm({
    schema: undoAct.body!,
    values: { reason: '' },
    body: ({ reason }) => ({ act_id: act.act_id, reason }),
    rules: ({ reason }) => ({ reason: reason.trim() === '' && messageText('required') }),
  })
  return (
    <FormConfirm
      form={form}
      title={t('edits.acts.undoTitle')}
      act={t('edits.acts.undo')}
      width={760}
      onSubmit={(body) => undo.run({ body })}
      explain={(error) =>
        error instanceof CallError && error.status === 409 ? t('edits.acts.gone') : undefined
      }
      done={t('edits.acts.undoDone', { act: title })}
      onClose={onClose}
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
      <ReasonField {...form.text('reason')} label={t('edits.acts.undoReason')} required />
    </FormConfirm>
  )
}
