import { Button } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import type { FormApi } from '../../lib/form/index.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../dialog/index.tsx'
import type { FailureProps } from './Failure.tsx'
import { Form } from './Form.tsx'

interface Props<V, O, R> extends FailureProps {
  form: FormApi<V, O>
  title: string
  /** The action, as a verb: the label of the button. */
  act?: string
  /** Sends what was checked; what is refused is shown at its fields, else above them. */
  onSubmit: (body: O) => Promise<R>
  /** The notice once it was taken. */
  done?: string
  /** What follows then, instead of closing. */
  onDone?: (result: R) => void
  onClose: () => void
  /** Everything that it needs is loaded. */
  ready?: boolean
  /** Read only: there is nothing to send, and nothing to lose. */
  readOnly?: boolean
  /** Whether something would be lost by closing: whether anything was changed, unless set otherwise. */
  unsaved?: boolean
  /** Further actions, before the one that sends. */
  actions?: ReactNode
  /** px, or the whole width. */
  width?: number | '100%'
  /** A panel at the side of the page where there is room for both, a dialog where there is not. */
  panel?: boolean
  /** Whether another question is shown over it, to which Escape then applies. */
  covered?: boolean
  /** The layout of the fields, where they are not simply one below the other. */
  className?: string
  /** The fields. */
  children: ReactNode
}

/** A form in a dialog. Enter sends it, Escape closes it, after one question about unsaved input. */
export function FormDialog<V, O, R>(props: Props<V, O, R>) {
  const { form, title, act, onSubmit, done, onDone, onClose, explain, failed, conflict, children } = props
  const { ready = true, readOnly = false, unsaved = form.dirty, actions, className } = props
  const { width, panel, covered } = props
  const { t } = useText()
  const id = useId()

  function finish(result: R) {
    if (done) notice('done', done)
    if (onDone) onDone(result)
    else onClose()
  }
  return (
    <Dialog
      opened
      title={title}
      width={width}
      panel={panel}
      covered={covered}
      onClose={onClose}
      unsaved={unsaved && !readOnly ? { question: t('act.unsaved'), leave: t('act.leave') } : null}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t(readOnly ? 'act.close' : 'act.cancel')}
          </Button>
          {actions}
          {!readOnly && (
            <Button
              type="submit"
              form={id}
              loading={form.busy}
              disabled={!ready || (form.conflict && conflict !== undefined)}
            >
              {act ?? t('act.save')}
            </Button>
          )}
        </>
      )}
    >
      <Form
        id={id}
        form={form}
        onSubmit={onSubmit}
        onDone={finish}
        explain={explain}
        failed={failed}
        conflict={conflict}
        className={className}
      >
        {children}
      </Form>
    </Dialog>
  )
}
