import { Button } from '@mantine/core'
import { useState } from 'react'
import { setPassword, type Account } from '#contract/accounts.ts'
import { call } from '../../lib/client.ts'
import { useForm } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { CopyField } from '../../ui/copy/index.tsx'
import { FormDialog, Password } from '../../ui/form/index.ts'
import layoutCss from '../../ui/layout.module.css'
import css from './accounts.module.css'
import { makePassword } from './generate.ts'
import { useRereadAccounts } from './queries.ts'

/** Sets a new password for another account. */
export function SetPassword({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t, messageText } = useText()
  const reread = useRereadAccounts()
  const form = useForm({ schema: setPassword.body!, values: { newPassword: '' } })
  const { newPassword } = form.values
  const [made, setMade] = useState(false)
  return (
    <FormDialog
      form={form}
      title={`${t('accounts.resetPassword')}: ${account.username}`}
      act={t('accounts.setPassword')}
      unsaved={false}
      onSubmit={async (body) => {
        await call(setPassword, { params: { id: account.account_id }, body })
        void reread()
      }}
      done={messageText('set_password_success')}
      onClose={onClose}
    >
      <p className={css.lead}>{t('accounts.resetHint', { name: account.full_name })}</p>
      <div className={layoutCss.fieldAndButton}>
        <Password
          {...form.text('newPassword')}
          label={t('field.newPassword')}
          description={messageText('password_rule')}
          autoComplete="new-password"
          data-autofocus
        />
        <Button
          variant="default"
          onClick={() => {
            form.set(
              'newPassword',
              makePassword((n) => crypto.getRandomValues(new Uint32Array(n))),
            )
            setMade(true)
          }}
        >
          {t('accounts.generate')}
        </Button>
      </div>
      {made && newPassword !== '' && <CopyField label={t('field.newPassword')} text={newPassword} />}
    </FormDialog>
  )
}
