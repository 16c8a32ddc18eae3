import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '#contract/validation.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import css from './changes.module.css'
import type { Chosen } from './chosen.ts'
import { useImport } from './queries.ts'

/** The question before a configuration is brought in, and why it is. */
export function ImportDialog(props: {
  bundle: unknown
  otherPlant: boolean
  state: string
  chosen: Chosen
  onClose: () => void
  /** Somebody was quicker. */
  onMoved: () => void
  onDone: (done: { added: number; changed: number; retired: number; series: number }) => void
}) {
  const { bundle, otherPlant, state, chosen, onClose, onMoved, onDone } = props
  const { t } = useText()
  const bring = useImport()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const conflict = bring.error instanceof CallError && bring.error.code === 'conflict'

  function act() {
    setTried(true)
    if (reason.trim() === '') return
    bring.mutate(
      {
        bundle,
        other_plant: otherPlant,
        state,
        reason,
        ...(chosen === 'all' ? {} : { only: [{ noun: chosen.noun, id: chosen.id }] }),
      },
      {
        onSuccess: onDone,
        onError: (error) => error instanceof CallError && error.code === 'conflict' && onMoved(),
      },
    )
  }

  return (
    <Confirm
      opened
      title={t('changesPage.importSure')}
      act={t(chosen === 'all' ? 'changesPage.importAll' : 'changesPage.importOneShort')}
      onAct={act}
      onClose={onClose}
      busy={bring.isPending}
      failure={bring.error && !conflict ? reasonOf(bring.error) : null}
    >
      <p className={css.text}>
        {chosen === 'all'
          ? t('changesPage.importSureText')
          : t('changesPage.importSureOne', { name: chosen.name })}
      </p>
      <Textarea
        name="reason"
        label={t('items.reason')}
        autosize
        minRows={1}
        maxLength={LIMITS.reason.max}
        value={reason}
        error={tried && reason.trim() === '' ? t('changesPage.reasonNeeded') : undefined}
        onChange={(e) => setReason(e.currentTarget.value)}
      />
    </Confirm>
  )
}
