import { Button } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { setPassword, type Account } from '#contract/accounts.ts'
import { call } from '../../lib/client.ts'
import { focusFirstError, useFields } from '../../lib/fields.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { CopyField } from '../../ui/copy/index.tsx'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Password, Told } from '../../ui/form/index.ts'
import css from './accounts.module.css'
import { makePassword } from './generate.ts'
import { useReread } from './queries.ts'

const FORM = 'set-password'

/** A new password for somebody else, who forgot theirs. */
export function SetPassword({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t, say } = useText()
  const reread = useReread()
  const fields = useFields(setPassword.body!, { newPassword: '' })
  const [made, setMade] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function submit(e: FormEvent) {
    e.preventDefault()
    const body = fields.check()
    if (!body) return focusFirstError(form.current)
    setBusy(true)
    try {
      await call(setPassword, { params: { id: account.account_id }, body })
      notice('done', say('set_password_success'))
      void reread()
      onClose()
    } catch (error) {
      setBusy(false)
      fields.refuse(error)
    }
  }

  return (
    <Dialog
      opened
      title={`${t('accounts.resetPassword')}: ${account.username}`}
      onClose={onClose}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('act.cancel')}
          </Button>
          <Button type="submit" form={FORM} loading={busy}>
            {t('accounts.setPassword')}
          </Button>
        </>
      )}
    >
      <form id={FORM} ref={form} onSubmit={(e) => void submit(e)} noValidate className={css.form}>
        <p className={css.lead}>{t('accounts.resetHint', { name: account.full_name })}</p>
        {fields.failure && <Told kind="failed">{fields.failure}</Told>}
        <div className={css.make}>
          <Password
            {...fields.input('newPassword')}
            label={t('field.newPassword')}
            description={say('password_rule')}
            autoComplete="new-password"
            data-autofocus
          />
          <Button
            variant="default"
            onClick={() => {
              fields.set(
                'newPassword',
                makePassword((n) => crypto.getRandomValues(new Uint32Array(n))),
              )
              setMade(true)
            }}
          >
            {t('accounts.generate')}
          </Button>
        </div>
        {made && fields.values.newPassword !== '' && (
          <CopyField label={t('field.newPassword')} text={fields.values.newPassword} />
        )}
      </form>
    </Dialog>
  )
}
