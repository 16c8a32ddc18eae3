import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { resetPassword } from '#contract/registration.ts'
import { newPassword } from '#contract/validation.ts'
import { useTitle } from '../../lib/use-title.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { useForm } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { Form, FormAlert, Password } from '../../ui/form/index.ts'
import css from './account.module.css'
import { Back } from './back.tsx'
import { SignInLayout } from './layout.tsx'

const schema = z.object({ newPassword, repeat: z.string() }).refine((v) => v.repeat === v.newPassword, {
  path: ['repeat'],
  error: 'password_mismatch',
  when: () => true,
})

/** Sets a new password by the token of a mailed link. */
export function Reset({ token }: { token: string }) {
  const { t, messageText } = useText()
  const form = useForm({ schema, values: { newPassword: '', repeat: '' } })
  const [outcome, setOutcome] = useState<'done' | 'invalid' | null>(null)
  useTitle('route.reset')

  async function send({ newPassword }: z.output<typeof schema>) {
    try {
      await call(resetPassword, { body: { token, newPassword } })
      setOutcome('done')
    } catch (error) {
      const wrongLink =
        error instanceof CallError &&
        (error.code === 'reset_link_invalid' || error.errors.some((e) => e.path === 'token'))
      if (!wrongLink) throw error
      setOutcome('invalid')
    }
  }

  if (outcome === 'done')
    return (
      <SignInLayout title={t('area.resetTitle')}>
        <FormAlert kind="done">{messageText('reset_done')}</FormAlert>
        <Back />
      </SignInLayout>
    )
  if (outcome === 'invalid')
    return (
      <SignInLayout title={t('area.resetTitle')}>
        <FormAlert kind="failed">{messageText('reset_link_invalid')}</FormAlert>
        <Button component={Link} to="/account/forgot-password" size="md" className={css.back}>
          {t('area.askAgain')}
        </Button>
        <p className={css.other}>
          <Link to="/account/login">{t('area.toLogin')}</Link>
        </p>
      </SignInLayout>
    )
  return (
    <SignInLayout title={t('area.resetTitle')} lead={t('area.resetLead')}>
      <Form form={form} onSubmit={send}>
        <Password
          {...form.text('newPassword')}
          label={t('field.newPassword')}
          description={messageText('password_rule')}
          autoComplete="new-password"
          autoFocus
          size="md"
        />
        <Password {...form.text('repeat')} label={t('field.repeat')} autoComplete="new-password" size="md" />
        <Button type="submit" size="md" loading={form.busy} fullWidth>
          {t('area.resetSubmit')}
        </Button>
      </Form>
    </SignInLayout>
  )
}
