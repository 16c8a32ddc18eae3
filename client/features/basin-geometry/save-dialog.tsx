import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Changed, FormAlert } from '../../ui/form/index.ts'
import css from './basin.module.css'
import { useBasin } from './queries.ts'

interface Props {
  title: string
  /** The question before what is not saved is left; null: nothing would be lost. */
  unsaved: string | null
  /** The button that saves, and whether there is something to save. */
  act: string
  ready: boolean
  save: { error: Error | null; busy: boolean; reset(): void }
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog that saves something of the basin, and shows when somebody else has saved before. */
export function SaveDialog({ title, unsaved, act, ready, save, onSave, onClose, children }: Props) {
  const { t } = useText()
  const current = useBasin()
  const conflict = save.error instanceof CallError && save.error.code === 'conflict'
  return (
    <Dialog
      opened
      title={title}
      width={760}
      onClose={onClose}
      unsaved={unsaved === null ? null : { question: unsaved, leave: t('act.leave') }}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('act.cancel')}
          </Button>
          <Button disabled={!ready || conflict} loading={save.busy} onClick={onSave}>
            {act}
          </Button>
        </>
      )}
    >
      <div className={css.form}>
        {conflict && (
          <Changed
            text={t('basin.conflict')}
            reload={t('act.reload')}
            busy={current.isFetching}
            onReload={() => void current.refetch().then(() => save.reset())}
          />
        )}
        {save.error && !conflict && <FormAlert kind="failed">{reasonOf(save.error)}</FormAlert>}
        {children}
      </div>
    </Dialog>
  )
}

/** Why it is saved; may be left empty. */
export function BasinReason({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const { t } = useText()
  return (
    <TextInput
      label={t('basin.reason')}
      value={value}
      maxLength={500}
      autoComplete="off"
      onChange={(e) => onChange(e.currentTarget.value)}
    />
  )
}
