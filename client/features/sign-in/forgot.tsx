import { Button, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { forgotPassword } from '#contract/registration.ts'
import { useTitle } from '../../lib/use-title.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { focusFirstError, useFields } from '../../lib/fields.ts'
import { useText } from '../../lib/text/index.ts'
import { useConfig } from '../../lib/who.ts'
import { Told } from '../../ui/form/index.ts'
import css from './account.module.css'
import { Back } from './back.tsx'
import { Layout } from './layout.tsx'
import { Reset } from './reset.tsx'

/** Asks for the mailed link; opened by that link, it is the form for the new password. */
export function Forgot() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return token ? <Reset key={token} token={token} /> : <Ask />
}

function Ask() {
  const { t, say } = useText()
  const { state } = useLocation()
  const fields = useFields(forgotPassword.body!, { username: '' })
  // Where no letter can be sent nobody is asked for a name in vain.
  const [outcome, setOutcome] = useState<'sent' | 'off' | null>(useConfig().mail ? null : 'off')
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useTitle('route.forgot')

  async function submit(e: FormEvent) {
    e.preventDefault()
    const body = fields.check()
    if (!body) return focusFirstError(form.current)
    setBusy(true)
    try {
      await call(forgotPassword, { body })
      setOutcome('sent')
    } catch (error) {
      setBusy(false)
      if (error instanceof CallError && error.code === 'mail_off') setOutcome('off')
      else fields.refuse(error)
    }
  }

  if (outcome)
    return (
      <Layout title={t(outcome === 'sent' ? 'area.sentTitle' : 'area.mailOffTitle')}>
        <Told kind={outcome === 'sent' ? 'done' : 'info'}>
          {say(outcome === 'sent' ? 'reset_link_sent' : 'mail_off')}
        </Told>
        <Back />
      </Layout>
    )
  return (
    <Layout title={t('area.forgotTitle')} lead={t('area.forgotLead')}>
      <form ref={form} onSubmit={(e) => void submit(e)} noValidate className={css.form}>
        {fields.failure && <Told kind="failed">{fields.failure}</Told>}
        <TextInput
          {...fields.input('username')}
          label={t('login.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          size="md"
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t('area.forgotSubmit')}
        </Button>
      </form>
      <p className={css.other}>
        <Link to="/account/login" state={state}>
          {t('area.toLogin')}
        </Link>
      </p>
    </Layout>
  )
}
