import { z } from 'zod'
import { useForm } from '../../lib/form/index.ts'
import type { ConfirmProps } from '../dialog/index.tsx'
import { FormConfirm } from './FormConfirm.tsx'
import { ReasonField } from './ReasonField.tsx'

interface Props extends Omit<ConfirmProps, 'opened' | 'onAct' | 'failure' | 'inner'> {
  /** The label of the reason, and the message where it is missing. */
  label: string
  needed: string
  /** Does it; the dialog closes once it is done. */
  onAct: (why: string) => Promise<unknown>
}

const schema = z.object({ why: z.string() })

/** The question before an act that nobody does without saying why. */
export function ConfirmWhy({ label, needed, onAct, children, ...rest }: Props) {
  const form = useForm({
    schema,
    values: { why: '' },
    rules: ({ why }) => ({ why: why.trim() === '' && needed }),
  })
  return (
    <FormConfirm {...rest} form={form} onSubmit={({ why }) => onAct(why)}>
      {children}
      <ReasonField {...form.text('why')} label={label} required />
    </FormConfirm>
  )
}
