import { useState, type ReactNode } from 'react'
import { reasonOf } from '../../lib/failures.ts'
import type { FormApi } from '../../lib/form/index.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Changed } from './Changed.tsx'
import { FormAlert } from './FormAlert.tsx'

export interface FailureProps {
  /** The alert for a failed call: undefined for the plain reason, null for none. */
  explain?: (error: unknown) => ReactNode
  /** What failed, above the reason. */
  failed?: string
  /** Text for a conflict with another person's save, and how to load that version, which resets the form. */
  conflict?: { text: string; reload?: () => Promise<unknown> }
}

export function failureOf<V, O>(form: FormApi<V, O>, explain: FailureProps['explain']): ReactNode {
  if (form.failure === null) return null
  const words = form.error === null ? undefined : explain?.(form.error)
  return words === undefined ? form.failure : words
}

/** Why the last submit failed, where no field is to blame. */
export function Failure<V, O>({ form, explain, failed, conflict }: FailureProps & { form: FormApi<V, O> }) {
  const { t } = useText()
  const [loading, setLoading] = useState(false)

  async function load(reload: () => Promise<unknown>) {
    setLoading(true)
    try {
      await reload()
    } catch (error) {
      notice('failed', reasonOf(error))
    }
    setLoading(false)
  }

  if (form.conflict && conflict) {
    const { text, reload } = conflict
    if (!reload) return <FormAlert kind="failed">{text}</FormAlert>
    return <Changed text={text} reload={t('act.reload')} busy={loading} onReload={() => void load(reload)} />
  }
  const failure = failureOf(form, explain)
  if (failure === null) return null
  // Invalid fields are no failure of the call.
  return (
    <FormAlert kind="failed" title={failed && form.error !== null ? failed : undefined}>
      {failure}
    </FormAlert>
  )
}
