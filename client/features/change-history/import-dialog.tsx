import { importBundle } from '#contract/changes.ts'
import type { Output } from '#contract/endpoint.ts'
import { CallError } from '../../lib/call-error.ts'
import { useForm } from '../../lib/form/index.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { FormConfirm, ReasonField } from '../../ui/form/index.ts'
import css from './changes.module.css'
import type { Chosen } from './chosen.ts'

interface Props {
  bundle: unknown
  otherPlant: boolean
  /** The description in force, as the preview answered it. */
  state: string
  chosen: Chosen
  onClose: () => void
  /** Whether somebody else has changed the description meanwhile. */
  onConflict: () => void
  onDone: (done: Output<typeof importBundle>) => void
}

/** Asks for the reason before importing a configuration. */
export function ImportDialog(props: Props) {
  const { bundle, otherPlant, state, chosen, onClose, onConflict, onDone } = props
  const { t } = useText()
  const act = useAct(importBundle, { quiet: true })
  const form = useForm({
    schema: importBundle.body!,
    values: { reason: '' },
    body: ({ reason }) => ({
      bundle,
      other_plant: otherPlant,
      state,
      reason,
      ...(chosen === 'all' ? {} : { only: [{ noun: chosen.noun, id: chosen.id }] }),
    }),
    rules: ({ reason }) => ({ reason: reason.trim() === '' && t('changesPage.reasonNeeded') }),
  })

  async function submit(body: Parameters<typeof act.run>[0]['body']) {
    try {
      onDone(await act.run({ body }))
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict') onConflict()
      throw error
    }
  }

  return (
    <FormConfirm
      form={form}
      title={t('changesPage.importSure')}
      act={t(chosen === 'all' ? 'changesPage.importAll' : 'changesPage.importOneShort')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={css.text}>
        {chosen === 'all'
          ? t('changesPage.importSureText')
          : t('changesPage.importSureOne', { name: chosen.name })}
      </p>
      <ReasonField {...form.text('reason')} required />
    </FormConfirm>
  )
}
