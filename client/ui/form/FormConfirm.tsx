import type { FormApi } from '../../lib/form/index.ts'
import { notice } from '../../lib/notice.ts'
import { Confirm, type ConfirmProps } from '../dialog/index.tsx'
import { failureOf, type FailureProps } from './Failure.tsx'

interface Props<V, O>
  extends Omit<ConfirmProps, 'opened' | 'onAct' | 'inner'>, Pick<FailureProps, 'explain'> {
  form: FormApi<V, O>
  /** Sends the request. The dialog closes once it was accepted. */
  onSubmit: (body: O) => Promise<unknown>
}

/** Confirms an act that cannot be undone, with fields. As in every confirmation, Enter does not act. */
export function FormConfirm<V, O>({
  form,
  onSubmit,
  explain,
  done,
  onDone,
  busy,
  failure,
  ...rest
}: Props<V, O>) {
  async function act() {
    if (!(await form.submit(onSubmit))) return
    if (done) notice('done', done)
    onDone?.()
    rest.onClose()
  }
  return (
    <Confirm
      {...rest}
      inner={form.ref}
      busy={busy || form.busy}
      failure={failure ?? failureOf(form, explain)}
      onAct={() => void act()}
    />
  )
}
