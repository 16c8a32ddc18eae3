import type { ComponentProps, ReactNode, SyntheticEvent } from 'react'
import type { FormApi } from '../../lib/form/index.ts'
import { Failure, type FailureProps } from './Failure.tsx'
import layoutCss from '../layout.module.css'

type Plain = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'>

interface Props<V, O, R> extends Omit<Plain, 'ref'>, FailureProps {
  form: FormApi<V, O>
  /** Submits the validated body; errors of the server are shown at their fields, else above them. */
  onSubmit: (body: O) => Promise<R>
  onDone?: (result: R) => void
  /** false: `Failure` is one of its children. */
  alert?: false
  children: ReactNode
}

/** A form in a page. The submit button is one of its children, with `loading={form.busy}`. */
export function Form<V, O, R>(props: Props<V, O, R>) {
  const {
    form,
    onSubmit,
    onDone,
    alert,
    explain,
    failed,
    conflict,
    className = layoutCss.columnWide,
    children,
    ...rest
  } = props
  async function submit() {
    const sent = await form.submit(onSubmit)
    if (sent) onDone?.(sent.value)
  }
  return (
    <form {...rest} ref={form.ref} noValidate className={className} onSubmit={handled(() => void submit())}>
      {alert !== false && <Failure form={form} explain={explain} failed={failed} conflict={conflict} />}
      {children}
    </form>
  )
}

/** A form of a search or filter: it sends nothing and has no errors. */
export function PlainForm({ onSubmit, ...rest }: Plain & { onSubmit: () => void }) {
  return <form {...rest} noValidate onSubmit={handled(onSubmit)} />
}

const handled = (submit: () => void) => (e: SyntheticEvent) => {
  e.preventDefault()
  submit()
}
