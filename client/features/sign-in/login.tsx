import { Button, Checkbox, TextInput } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import type { z } from 'zod'
import { login } from '#contract/auth.ts'
import { arrive } from '../../lib/start/signed-in.ts'
import { useTitle } from '../../lib/use-title.ts'
import { CallError } from '../../lib/call-error.ts'
import { call, session } from '../../lib/client.ts'
import { useForm } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { useConfig } from '../../lib/app-state.ts'
import { Form, Password } from '../../ui/form/index.ts'
import css from './account.module.css'
import { DemoNote } from './demo-note.tsx'
import { SignInLayout } from './layout.tsx'

export function Login() {
  const { t } = useText()
  const config = useConfig()
  useTitle('route.login')
  return (
    <SignInLayout title={t('login.title')} lead={t('product.tagline')}>
      <SignIn />
      <p className={css.other}>
        {config.registration ? (
          <>
            {t('area.noAccount')} <Link to="/account/register">{t('area.register')}</Link>
          </>
        ) : (
          t('area.askAccount')
        )}
      </p>
      {config.demo && <DemoNote accounts={config.demo_accounts} />}
    </SignInLayout>
  )
}

const schema = login.body!

function SignIn() {
  const { t, messageText } = useText()
  const form = useForm({
    schema,
    values: { username: '', password: '', remember: false, cookie: true },
    rules: ({ username, password }) => ({
      username: username.trim() === '' && t('login.usernameRequired'),
      password: password === '' && t('login.passwordRequired'),
    }),
  })
  // Keeps the requested page while a forgotten password is reset.
  const { state } = useLocation()

  async function signIn(body: z.output<typeof schema>) {
    const { account, token } = await call(login, { body })
    session.keep(token)
    await arrive(account)
  }

  return (
    <Form
      form={form}
      onSubmit={signIn}
      failed={messageText('login_failed_title')}
      explain={(error) => {
        if (!(error instanceof CallError)) return undefined
        if (error.status === 0) return t('login.network')
        const byEmail = error.code === 'login_failed' && form.values.username.includes('@')
        return byEmail ? messageText('incorrect_email_or_password') : undefined
      }}
    >
      <TextInput
        {...form.text('username')}
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        size="md"
      />
      <Password
        {...form.text('password')}
        label={t('login.password')}
        autoComplete="current-password"
        size="md"
      />
      <div className={css.row}>
        <Checkbox {...form.checked('remember')} label={t('login.remember')} />
        <Link to="/account/forgot-password" state={state}>
          {t('area.forgot')}
        </Link>
      </div>
      <Button type="submit" size="md" loading={form.busy} fullWidth>
        {t('login.submit')}
      </Button>
    </Form>
  )
}
