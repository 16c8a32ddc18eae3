import { Button } from '@mantine/core'
import { useRef, type FormEvent, type ReactNode } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormAlert } from '../../ui/form/index.ts'
import { itemsCss } from '../../parts/described-items/index.ts'

const FORM = 'sensor-act'

interface Props {
  title: string
  act: string
  busy: boolean
  error: unknown
  /** Fields of the call that have a place of their own for what was refused. */
  fields: readonly string[]
  dirty: boolean
  /** Answers whether something was sent: else a field is wrong. */
  onSubmit: () => boolean
  onClose: () => void
  children: ReactNode
}

/** The panel of an act on a sensor. What somebody else changed meanwhile is told and nothing is sent again. */
export function ActPanel(props: Props) {
  const { title, act, busy, error, fields, dirty, onSubmit, onClose, children } = props
  const { t } = useText()
  const form = useRef<HTMLFormElement>(null)
  const stale = error instanceof CallError && error.code === 'conflict'
  const refused = error instanceof CallError ? error.errors : []
  const unplaced = refused.filter((e) => !fields.some((f) => e.path === f))
  const told = stale
    ? t('items.conflict')
    : unplaced.length > 0
      ? unplaced.map((e) => e.message).join('. ')
      : refused.length === 0 && error
        ? reasonOf(error)
        : null

  function submit(e: FormEvent) {
    e.preventDefault()
    if (!onSubmit())
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  return (
    <Dialog
      opened
      panel
      title={title}
      onClose={onClose}
      unsaved={dirty ? { question: t('act.unsaved'), leave: t('act.leave') } : null}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('act.cancel')}
          </Button>
          <Button type="submit" form={FORM} loading={busy} disabled={stale}>
            {act}
          </Button>
        </>
      )}
    >
      <form id={FORM} ref={form} noValidate className={itemsCss.form} onSubmit={submit}>
        {told && <FormAlert kind="failed">{told}</FormAlert>}
        {children}
      </form>
    </Dialog>
  )
}

/** What the server said of a field. */
export function refusalOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof CallError)) return undefined
  return error.errors.find((e) => e.path === field)?.message
}
