import { Button, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { register, registration } from '#contract/registration.ts'
import { useTitle } from '../../lib/use-title.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { focusFirstError, useFields } from '../../lib/fields.ts'
import { useText } from '../../lib/text/index.ts'
import { useConfig } from '../../lib/who.ts'
import { Password, Told } from '../../ui/form/index.ts'
import css from './account.module.css'
import { Back } from './back.tsx'
import { Layout } from './layout.tsx'

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
  const { t, say } = useText()
  const config = useConfig()
  const [state, setState] = useState<'open' | 'sent' | 'off'>(config.registration ? 'open' : 'off')
  useTitle('route.register')
  if (state === 'off')
    return (
      <Layout title={t('area.registerTitle')}>
        <Told kind="info">{say('registration_off')}</Told>
        <Back />
      </Layout>
    )
  if (state === 'sent')
    return (
      <Layout title={t('area.registeredTitle')}>
        <Told kind="done">{say('registered')}</Told>
        <Back />
      </Layout>
    )
  return (
    <Layout title={t('area.registerTitle')} lead={t('area.registerLead')}>
      <Form onSent={() => setState('sent')} onOff={() => setState('off')} />
      <p className={css.other}>
        <Link to="/account/login">{t('area.toLogin')}</Link>
      </p>
    </Layout>
  )
}

function Form({ onSent, onOff }: { onSent: () => void; onOff: () => void }) {
  const { t, say } = useText()
  const fields = useFields(schema, EMPTY)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function submit(e: FormEvent) {
    e.preventDefault()
    const given = fields.check()
    if (!given) return focusFirstError(form.current)
    const { repeat: _, ...body } = given
    setBusy(true)
    try {
      await call(register, { body })
      onSent()
    } catch (error) {
      setBusy(false)
      if (error instanceof CallError && error.code === 'registration_off') return onOff()
      fields.refuse(error)
      focusFirstError(form.current)
    }
  }

  const optional = (label: string) => (
    <>
      {label} <span className={css.optional}>({t('field.optional')})</span>
    </>
  )
  return (
    <form ref={form} onSubmit={(e) => void submit(e)} noValidate className={css.form}>
      {fields.failure && <Told kind="failed">{fields.failure}</Told>}
      <TextInput {...fields.input('full_name')} label={t('field.fullName')} autoComplete="name" autoFocus />
      <TextInput
        {...fields.input('username')}
        label={t('field.username')}
        description={t('field.usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextInput {...fields.input('email')} label={t('field.email')} autoComplete="email" inputMode="email" />
      <div className={css.pair}>
        <TextInput
          {...fields.input('phone')}
          label={optional(t('field.phone'))}
          placeholder="091-234-5678"
          autoComplete="tel-national"
          inputMode="tel"
        />
        <TextInput
          {...fields.input('position')}
          label={optional(t('field.position'))}
          autoComplete="organization-title"
        />
      </div>
      <TextInput
        {...fields.input('address')}
        label={optional(t('field.address'))}
        autoComplete="street-address"
      />
      <Password
        {...fields.input('password')}
        label={t('field.password')}
        description={say('password_rule')}
        autoComplete="new-password"
      />
      <Password {...fields.input('repeat')} label={t('field.repeatPassword')} autoComplete="new-password" />
      <Button type="submit" size="md" loading={busy} fullWidth>
        {t('area.registerSubmit')}
      </Button>
    </form>
  )
}
