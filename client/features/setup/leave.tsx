import { Button, TextInput } from '@mantine/core'
import { leaveDemo, type SetupState } from '#contract/setup.ts'
import { passwordRule } from '#contract/validation.ts'
import { useForm } from '../../lib/form/index.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Form, FormAlert, Password } from '../../ui/form/index.ts'
import textCss from '../../ui/text.module.css'
import css from './setup.module.css'

/** Ends the demo: lists what is deleted, asks to type the name, and for a password other than the printed one. */
export function LeaveDemo({ demo }: { demo: NonNullable<SetupState['demo']> }) {
  const { t, messageText } = useText()
  const leave = useAct(leaveDemo, { quiet: true })
  const needed = demo.password_needed
  const form = useForm({
    schema: leaveDemo.body!,
    values: { name: '', password: '', repeat: '' },
    body: ({ name, password }) => ({ name, password: needed ? password : null }),
    rules: ({ name, password, repeat }) => ({
      name:
        name.trim().normalize('NFC') !== demo.name.normalize('NFC') &&
        messageText('name_differs', { name: demo.name }),
      password: needed && !passwordRule(password) && messageText('password_rule'),
      repeat: needed && password !== repeat && messageText('password_mismatch'),
    }),
  })

  return (
    <section className={css.panel} aria-labelledby="leave-demo">
      <h1 id="leave-demo" className={textCss.title}>
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
        <Form
          form={form}
          onSubmit={(body) => leave.run({ body })}
          // Everything on the page belongs to a reservoir that no longer exists.
          onDone={() => location.assign('/setup')}
        >
          {needed && (
            <>
              <Password
                {...form.text('password')}
                label={t('setup.leave.password')}
                description={t('setup.leave.passwordHint')}
                autoComplete="new-password"
              />
              <Password
                {...form.text('repeat')}
                label={t('setup.leave.repeat')}
                autoComplete="new-password"
              />
            </>
          )}
          <TextInput {...form.text('name')} label={t('setup.leave.type', { name: demo.name })} />
          <div className={css.foot}>
            <span className={css.grow} />
            <Button type="submit" className={css.danger} loading={form.busy}>
              {t('setup.leave.act')}
            </Button>
          </div>
        </Form>
      )}
    </section>
  )
}
