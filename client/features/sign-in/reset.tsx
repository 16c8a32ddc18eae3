import { Button } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { resetPassword } from '#contract/registration.ts'
import { newPassword } from '#contract/validation.ts'
import { useTitle } from '../../lib/use-title.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { focusFirstError, useFields } from '../../lib/fields.ts'
import { useText } from '../../lib/text/index.ts'
import { Password, Told } from '../../ui/form/index.ts'
import css from './account.module.css'
import { Back } from './back.tsx'
import { Layout } from './layout.tsx'

const schema = z.object({ newPassword, repeat: z.string() }).refine((v) => v.repeat === v.newPassword, {
  path: ['repeat'],
  error: 'password_mismatch',
  when: () => true,
})

/** A new password by the token of a mailed link. */
export function Reset({ token }: { token: string }) {
  const { t, say } = useText()
  const fields = useFields(schema, { newPassword: '', repeat: '' })
  const [outcome, setOutcome] = useState<'done' | 'invalid' | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useTitle('route.reset')

  async function submit(e: FormEvent) {
    e.preventDefault()
    const given = fields.check()
    if (!given) return focusFirstError(form.current)
    setBusy(true)
    try {
      await call(resetPassword, { body: { token, newPassword: given.newPassword } })
      setOutcome('done')
    } catch (error) {
      setBusy(false)
      const wrongLink =
        error instanceof CallError &&
        (error.code === 'reset_link_invalid' || error.errors.some((e) => e.path === 'token'))
      if (wrongLink) setOutcome('invalid')
      else fields.refuse(error)
    }
  }

  if (outcome === 'done')
    return (
      <Layout title={t('area.resetTitle')}>
        <Told kind="done">{say('reset_done')}</Told>
        <Back />
      </Layout>
    )
  if (outcome === 'invalid')
    return (
      <Layout title={t('area.resetTitle')}>
        <Told kind="failed">{say('reset_link_invalid')}</Told>
        <Button component={Link} to="/account/forgot-password" size="md" className={css.back}>
          {t('area.askAgain')}
        </Button>
        <p className={css.other}>
          <Link to="/account/login">{t('area.toLogin')}</Link>
        </p>
      </Layout>
    )
  return (
    <Layout title={t('area.resetTitle')} lead={t('area.resetLead')}>
      <form ref={form} onSubmit={(e) => void submit(e)} noValidate className={css.form}>
        {fields.failure && <Told kind="failed">{fields.failure}</Told>}
        <Password
          {...fields.input('newPassword')}
          label={t('field.newPassword')}
          description={say('password_rule')}
          autoComplete="new-password"
          autoFocus
          size="md"
        />
        <Password
          {...fields.input('repeat')}
          label={t('field.repeat')}
          autoComplete="new-password"
          size="md"
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t('area.resetSubmit')}
        </Button>
      </form>
    </Layout>
  )
}
