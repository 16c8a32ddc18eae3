import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { register, registration } from '#contract/registration.ts'
import { useTitle } from '../../lib/use-title.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { useForm } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { useConfig } from '../../lib/app-state.ts'
import { Form, FormAlert, Password } from '../../ui/form/index.ts'
import textCss from '../../ui/text.module.css'
import css from './account.module.css'
import { Back } from './back.tsx'
import { SignInLayout } from './layout.tsx'

const schema = registration.extend({ repeat: z.string() }).refine((v) => v.repeat === v.password, {
  path: ['repeat'],
  error: 'password_mismatch',
  // Also while other fields are wrong.
  when: () => true,
})
const EMPTY = {
  username: '',
  full_name: '',
  email: '',
  phone: '',
  position: '',
  address: '',
  password: '',
  repeat: '',
}

export function Register() {
  const { t, messageText } = useText()
  const config = useConfig()
  const [state, setState] = useState<'open' | 'sent' | 'off'>(config.registration ? 'open' : 'off')
  useTitle('route.register')
  if (state === 'off')
    return (
      <SignInLayout title={t('area.registerTitle')}>
        <FormAlert kind="info">{messageText('registration_off')}</FormAlert>
        <Back />
      </SignInLayout>
    )
  if (state === 'sent')
    return (
      <SignInLayout title={t('area.registeredTitle')}>
        <FormAlert kind="done">{messageText('registered')}</FormAlert>
        <Back />
      </SignInLayout>
    )
  return (
    <SignInLayout title={t('area.registerTitle')} lead={t('area.registerLead')}>
      <Fields onSent={() => setState('sent')} onOff={() => setState('off')} />
      <p className={css.other}>
        <Link to="/account/login">{t('area.toLogin')}</Link>
      </p>
    </SignInLayout>
  )
}

function Fields({ onSent, onOff }: { onSent: () => void; onOff: () => void }) {
  const { t, messageText } = useText()
  const form = useForm({ schema, values: EMPTY })

  async function send(entered: z.output<typeof schema>) {
    const { repeat: _, ...body } = entered
    try {
      await call(register, { body })
      onSent()
    } catch (error) {
      if (error instanceof CallError && error.code === 'registration_off') return onOff()
      throw error
    }
  }

  const optional = (label: string) => (
    <>
      {label} <span className={textCss.aside}>({t('field.optional')})</span>
    </>
  )
  return (
    <Form form={form} onSubmit={send}>
      <TextInput {...form.text('full_name')} label={t('field.fullName')} autoComplete="name" autoFocus />
      <TextInput
        {...form.text('username')}
        label={t('field.username')}
        description={t('field.usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextInput {...form.text('email')} label={t('field.email')} autoComplete="email" inputMode="email" />
      <div className={css.pair}>
        <TextInput
          {...form.text('phone')}
          label={optional(t('field.phone'))}
          placeholder="091-234-5678"
          autoComplete="tel-national"
          inputMode="tel"
        />
        <TextInput
          {...form.text('position')}
          label={optional(t('field.position'))}
          autoComplete="organization-title"
        />
      </div>
      <TextInput
        {...form.text('address')}
        label={optional(t('field.address'))}
        autoComplete="street-address"
      />
      <Password
        {...form.text('password')}
        label={t('field.password')}
        description={messageText('password_rule')}
        autoComplete="new-password"
      />
      <Password {...form.text('repeat')} label={t('field.repeatPassword')} autoComplete="new-password" />
      <Button type="submit" size="md" loading={form.busy} fullWidth>
        {t('area.registerSubmit')}
      </Button>
    </Form>
  )
}
