import { Button, Checkbox, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { login } from '#contract/auth.ts'
import { arrive } from '../../lib/start/signed-in.ts'
import { useTitle } from '../../lib/use-title.ts'
import { CallError } from '../../lib/call-error.ts'
import { call, session } from '../../lib/client.ts'
import { reasonOf } from '../../lib/failures.ts'
import { focusFirstError } from '../../lib/focus.ts'
import { useText } from '../../lib/text/index.ts'
import { useConfig } from '../../lib/who.ts'
import { Password, Told } from '../../ui/form/index.ts'
import css from './account.module.css'
import { DemoNote } from './demo-note.tsx'
import { Layout } from './layout.tsx'

export function Login() {
  const { t } = useText()
  const config = useConfig()
  useTitle('route.login')
  return (
    <Layout title={t('login.title')} lead={t('product.tagline')}>
      <Form />
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
    </Layout>
  )
}

function Form() {
  const { t } = useText()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  // Where one was going: kept while a forgotten password is set.
  const { state } = useLocation()

  async function submit(e: FormEvent) {
    e.preventDefault()
    setTried(true)
    setFailure(null)
    if (username.trim() === '' || password === '') return focusFirstError(form.current)
    setBusy(true)
    try {
      const { account, token } = await call(login, {
        body: { username: username.trim(), password, remember, cookie: true },
      })
      session.keep(token)
      await arrive(account)
    } catch (error) {
      setBusy(false)
      setFailure(error instanceof CallError && error.status === 0 ? t('login.network') : reasonOf(error))
    }
  }

  return (
    <form ref={form} onSubmit={(e) => void submit(e)} noValidate className={css.form}>
      {failure && <Told kind="failed">{failure}</Told>}
      <TextInput
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        size="md"
        value={username}
        onChange={(e) => setUsername(e.currentTarget.value)}
        error={tried && username.trim() === '' ? t('login.usernameRequired') : undefined}
      />
      <Password
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        size="md"
        value={password}
        onChange={(e) => setPassword(e.currentTarget.value)}
        error={tried && password === '' ? t('login.passwordRequired') : undefined}
      />
      <div className={css.row}>
        <Checkbox
          label={t('login.remember')}
          checked={remember}
          onChange={(e) => setRemember(e.currentTarget.checked)}
        />
        <Link to="/account/forgot-password" state={state}>
          {t('area.forgot')}
        </Link>
      </div>
      <Button type="submit" size="md" loading={busy} fullWidth>
        {t('login.submit')}
      </Button>
    </form>
  )
}
