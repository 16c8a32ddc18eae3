import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import {
  accountBody,
  accountChanges,
  createAccount,
  updateAccount,
  type Account,
} from '#contract/accounts.ts'
import { call } from '../../lib/client.ts'
import { useForm } from '../../lib/form/index.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { FormAlert, FormDialog, Password } from '../../ui/form/index.ts'
import css from './accounts.module.css'
import { EMPTY_ACCOUNT, accountChangesOf, accountDraftOf, type AccountDraft } from './draft.ts'
import { Grants } from './grants.tsx'
import { AccountPicture } from './picture.tsx'
import { findAccount, useRereadAccounts } from './queries.ts'
import { useRights } from './rights.ts'

/** Body of a new account; empty fields are left out. */
const newAccount = accountBody.extend({
  account_code: z.preprocess((v) => (v === '' ? undefined : v), accountBody.shape.account_code),
})

/** Adds or changes an account. A change sends only the changed fields and is refused if somebody else was faster. */
export function AccountEditor({
  account: initial,
  onClose,
}: {
  account: Account | null
  onClose: () => void
}) {
  const { t, messageText } = useText()
  const reread = useRereadAccounts()
  const rights = useRights()
  const [account, setAccount] = useState(initial)
  const may = account ? rights(account) : { edit: true, status: true, username: true, email: true }
  const mayStatus = useCan('accounts.change-status') && may.status
  const some = may.edit || (account !== null && mayStatus)
  const form = useForm({
    schema: account ? accountChanges : newAccount,
    values: account ? accountDraftOf(account) : EMPTY_ACCOUNT,
    body: (values) => (account ? accountChangesOf(account, values) : values),
  })

  async function save(body: z.output<typeof newAccount | typeof accountChanges>) {
    if (account === null) {
      await call(createAccount, { body: body as z.output<typeof newAccount> })
      notice('done', messageText('create_account_success'))
    } else if (Object.keys(body).length > 0) {
      await call(updateAccount, {
        params: { id: account.account_id },
        body: { ...body, version: account.version },
      })
      notice('done', messageText('update_account_success'))
    }
    void reread()
  }

  async function reload() {
    if (!account) return
    void reread()
    const now = await findAccount(account)
    if (!now) {
      notice('failed', t('accounts.gone'))
      return onClose()
    }
    setAccount(now)
    form.restart(accountDraftOf(now))
  }

  const readOnly = !may.edit
  const text = (name: keyof AccountDraft & string, label: string, more = {}) => (
    <TextInput {...form.text(name)} label={label} readOnly={readOnly} {...more} />
  )
  return (
    <FormDialog
      form={form}
      panel
      title={t(account === null ? 'accounts.add' : some ? 'accounts.edit' : 'accounts.view')}
      act={t(account ? 'act.save' : 'act.add')}
      readOnly={!some}
      onSubmit={save}
      conflict={{ text: t('accounts.conflict'), reload }}
      onClose={onClose}
    >
      {account && !account.editable && <FormAlert kind="info">{t('accounts.notEditable')}</FormAlert>}
      {account && <AccountPicture account={account} readOnly={readOnly} onChanged={setAccount} />}
      {text('full_name', t('field.fullName'), account ? {} : { 'data-autofocus': true })}
      {text('username', t('field.username'), {
        description: may.edit && t(may.username ? 'field.usernameHint' : 'accounts.credentialsHint'),
        readOnly: !may.username,
        autoCapitalize: 'none',
        spellCheck: false,
      })}
      {!account && (
        <Password
          {...form.text('password')}
          label={t('field.password')}
          description={messageText('password_rule')}
          autoComplete="new-password"
        />
      )}
      <Grants
        grants={form.values.roles}
        account={account}
        errorOf={form.errorOf}
        readOnly={readOnly}
        onChange={(roles) => form.set('roles', roles)}
      />
      <Switch
        {...form.checked('status')}
        label={t('accounts.isActive')}
        description={t('accounts.activeHint')}
        disabled={account !== null && !mayStatus}
      />
      <div className={css.pair}>
        {text('email', t('field.email'), {
          inputMode: 'email',
          readOnly: !may.email,
          ...(may.edit && !may.email
            ? { description: t(may.username ? 'accounts.emailHint' : 'accounts.credentialsHint') }
            : {}),
        })}
        {text('phone', t('field.phone'), {
          inputMode: 'tel',
          // Read-only fields get no placeholder: it would be taken for a value.
          placeholder: readOnly ? undefined : '091-234-5678',
        })}
      </div>
      {text('position', t('field.position'))}
      {text('address', t('field.address'))}
      {account
        ? text('account_code', t('field.code'), { readOnly: true })
        : text('account_code', t('field.code'), { description: t('field.codeHint') })}
    </FormDialog>
  )
}
