import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SetupState } from '#contract/setup.ts'
import { passwordRule } from '#contract/validation.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useText } from '../../lib/text/index.ts'
import { FormAlert, Password } from '../../ui/form/index.ts'
import { useLeaveDemo } from './queries.ts'
import css from './setup.module.css'

/** Ends the demo: said what goes, confirmed by typing, with a password that was not printed. */
export function LeaveDemo({ demo }: { demo: NonNullable<SetupState['demo']> }) {
  const { t, say } = useText()
  const leave = useLeaveDemo()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [tried, setTried] = useState(false)
  const needed = demo.password_needed
  const refused = (path: string) =>
    leave.error instanceof CallError ? leave.error.errors.find((e) => e.path === path)?.message : undefined
  const wrong = {
    name:
      name.trim().normalize('NFC') === demo.name.normalize('NFC')
        ? undefined
        : say('name_differs', { name: demo.name }),
    password: !needed || passwordRule(password) ? undefined : say('password_rule'),
    repeat: !needed || password === repeat ? undefined : say('password_mismatch'),
  }
  const told = leave.error && !refused('name') && !refused('password')

  function submit() {
    setTried(true)
    if (wrong.name || wrong.password || wrong.repeat) return
    leave.mutate(
      { name, password: needed ? password : null },
      // Everything of the page is about a reservoir that is gone.
      { onSuccess: () => location.assign('/setup') },
    )
  }

  return (
    <section className={css.panel} aria-labelledby="leave-demo">
      <h1 id="leave-demo" className={css.title}>
        {t('setup.leave.title')}
      </h1>
      <p className={css.stepHint}>{t('setup.leave.hint')}</p>
      <ul className={css.gone}>
        <li>{t('setup.leave.plant', { name: demo.name, code: demo.hydro_code })}</li>
        <li>
          {demo.accounts.length > 0
            ? t('setup.leave.accounts', { names: demo.accounts.join(', ') })
            : t('setup.leave.noAccounts')}
        </li>
        <li>{t('setup.leave.rest')}</li>
      </ul>
      {!demo.may_leave ? (
        <FormAlert kind="info">{t('setup.leave.notYou')}</FormAlert>
      ) : (
        <form
          className={css.form}
          noValidate
          onSubmit={(e) => {
            e.preventDefault()
            submit()
          }}
        >
          {told && <FormAlert kind="failed">{reasonOf(leave.error)}</FormAlert>}
          {needed && (
            <>
              <Password
                label={t('setup.leave.password')}
                description={t('setup.leave.passwordHint')}
                autoComplete="new-password"
                value={password}
                onChange={(e) => setPassword(e.currentTarget.value)}
                error={refused('password') ?? (tried ? wrong.password : undefined)}
              />
              <Password
                label={t('setup.leave.repeat')}
                autoComplete="new-password"
                value={repeat}
                onChange={(e) => setRepeat(e.currentTarget.value)}
                error={tried ? wrong.repeat : undefined}
              />
            </>
          )}
          <TextInput
            label={t('setup.leave.type', { name: demo.name })}
            autoComplete="off"
            value={name}
            onChange={(e) => setName(e.currentTarget.value)}
            error={refused('name') ?? (tried ? wrong.name : undefined)}
          />
          <div className={css.foot}>
            <span className={css.grow} />
            <Button type="submit" className={css.danger} loading={leave.isPending}>
              {t('setup.leave.act')}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
