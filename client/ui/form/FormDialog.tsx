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
  /** The action as a verb: label of the button. */
  act?: string
  /** Submits the validated body; errors of the server are shown at their fields, else above them. */
  onSubmit: (body: O) => Promise<R>
  /** Notice after success. */
  done?: string
  /** Called after success, instead of closing. */
  onDone?: (result: R) => void
  onClose: () => void
  /** Whether everything that it needs is loaded. */
  ready?: boolean
  /** Read only: nothing to submit, and nothing to lose. */
  readOnly?: boolean
  /** Whether closing would lose input; default: whether anything was changed. */
  unsaved?: boolean
  /** Further actions, before the submit button. */
  actions?: ReactNode
  /** px, or the full width. */
  width?: number | '100%'
  /** A side panel where there is room, otherwise a dialog. */
  panel?: boolean
  /** Whether another question is open over it, to which Escape applies. */
  covered?: boolean
  /** Layout of the fields, where they are not simply stacked. */
  className?: string
  /** The fields. */
  children: ReactNode
}

/** A form in a dialog. Enter submits it; Escape closes it, after one question about unsaved input. */
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
