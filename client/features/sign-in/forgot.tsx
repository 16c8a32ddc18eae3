import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { forgotPassword } from '#contract/registration.ts'
import { useTitle } from '../../lib/use-title.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { useForm } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { useConfig } from '../../lib/app-state.ts'
import { Form, FormAlert } from '../../ui/form/index.ts'
import css from './account.module.css'
import { Back } from './back.tsx'
import { SignInLayout } from './layout.tsx'
import { Reset } from './reset.tsx'

/** Requests a mail with a link; opened by that link, it is the form for the new password. */
export function Forgot() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return token ? <Reset key={token} token={token} /> : <RequestLink />
}

function RequestLink() {
  const { t, messageText } = useText()
  const { state } = useLocation()
  const form = useForm({ schema: forgotPassword.body!, values: { username: '' } })
  // Where no mail can be sent, asking for a name would be pointless.
  const [outcome, setOutcome] = useState<'sent' | 'off' | null>(useConfig().mail ? null : 'off')
  useTitle('route.forgot')

  async function send(body: { username: string }) {
    try {
      await call(forgotPassword, { body })
      setOutcome('sent')
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'mail_off')) throw error
      setOutcome('off')
    }
  }

  if (outcome)
    return (
      <SignInLayout title={t(outcome === 'sent' ? 'area.sentTitle' : 'area.mailOffTitle')}>
        <FormAlert kind={outcome === 'sent' ? 'done' : 'info'}>
          {messageText(outcome === 'sent' ? 'reset_link_sent' : 'mail_off')}
        </FormAlert>
        <Back />
      </SignInLayout>
    )
  return (
    <SignInLayout title={t('area.forgotTitle')} lead={t('area.forgotLead')}>
      <Form form={form} onSubmit={send}>
        <TextInput
          {...form.text('username')}
          label={t('login.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          size="md"
        />
        <Button type="submit" size="md" loading={form.busy} fullWidth>
          {t('area.forgotSubmit')}
        </Button>
      </Form>
      <p className={css.other}>
        <Link to="/account/login" state={state}>
          {t('area.toLogin')}
        </Link>
      </p>
    </SignInLayout>
  )
}
