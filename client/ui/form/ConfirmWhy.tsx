import { z } from 'zod'
import { useForm } from '../../lib/form/index.ts'
import type { ConfirmProps } from '../dialog/index.tsx'
import { FormConfirm } from './FormConfirm.tsx'
import { ReasonField } from './ReasonField.tsx'

interface Props extends Omit<ConfirmProps, 'opened' | 'onAct' | 'failure' | 'inner'> {
  /** Label of the reason, and the error where it is missing. */
  label: string
  needed: string
  /** Performs the act; the dialog then closes. */
  onAct: (why: string) => Promise<unknown>
}

const schema = z.object({ why: z.string() })

/** Confirms an act that requires a reason. */
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
