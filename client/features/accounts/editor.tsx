import { Button, Switch, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { z } from 'zod'
import {
  accountBody,
  accountChanges,
  createAccount,
  updateAccount,
  type Account,
} from '#contract/accounts.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { reasonOf } from '../../lib/failures.ts'
import { focusFirstError, useFields } from '../../lib/fields.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/who.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Changed, Password, Told } from '../../ui/form/index.ts'
import css from './accounts.module.css'
import { EMPTY, changesOf, draftOf, type Draft } from './draft.ts'
import { Grants } from './grants.tsx'
import { AccountPicture } from './picture.tsx'
import { findAccount, useReread } from './queries.ts'
import { useRights } from './rights.ts'

const FORM = 'account'

/** What a new account's form holds: fields left empty are not given. */
const newAccount = accountBody.extend({
  account_code: z.preprocess((v) => (v === '' ? undefined : v), accountBody.shape.account_code),
})

/** Adds an account, or changes one: only what was changed is sent, and only if nobody else was faster. */
export function Editor({ account: given, onClose }: { account: Account | null; onClose: () => void }) {
  const { t, say } = useText()
  const reread = useReread()
  const rights = useRights()
  const [account, setAccount] = useState(given)
  const may = account ? rights(account) : { edit: true, status: true }
  const mayStatus = useCan('accounts.change-status') && may.status
  const some = may.edit || (account !== null && mayStatus)
  const fields = useFields(
    account ? accountChanges : newAccount,
    account ? draftOf(account) : EMPTY,
    (values: Draft) => (account ? changesOf(account, values) : values),
  )
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function submit(e: FormEvent) {
    e.preventDefault()
    setConflict(false)
    if (!fields.check()) return focusFirstError(form.current)
    setBusy(true)
    try {
      if (account === null) {
        await call(createAccount, { body: newAccount.parse(fields.values) })
        notice('done', say('create_account_success'))
      } else {
        const changes = changesOf(account, fields.values)
        if (Object.keys(changes).length > 0) {
          await call(updateAccount, {
            params: { id: account.account_id },
            body: { ...changes, version: account.version },
          })
          notice('done', say('update_account_success'))
        }
      }
      void reread()
      onClose()
    } catch (error) {
      setBusy(false)
      if (error instanceof CallError && error.code === 'conflict') return setConflict(true)
      fields.refuse(error)
      focusFirstError(form.current)
    }
  }

  async function load() {
    if (!account) return
    setBusy(true)
    try {
      void reread()
      const now = await findAccount(account)
      if (!now) {
        notice('failed', t('accounts.gone'))
        return onClose()
      }
      setAccount(now)
      fields.restart(draftOf(now))
      setConflict(false)
    } catch (error) {
      notice('failed', reasonOf(error))
    }
    setBusy(false)
  }

  const readOnly = !may.edit
  const text = (name: keyof Draft & string, label: string, more = {}) => (
    <TextInput {...fields.input(name)} label={label} readOnly={readOnly} autoComplete="off" {...more} />
  )
  return (
    <Dialog
      opened
      panel
      title={t(account === null ? 'accounts.add' : some ? 'accounts.edit' : 'accounts.view')}
      onClose={onClose}
      unsaved={fields.dirty ? { question: t('act.unsaved'), leave: t('act.leave') } : null}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t(some ? 'act.cancel' : 'act.close')}
          </Button>
          {some && (
            <Button type="submit" form={FORM} loading={busy} disabled={conflict}>
              {t(account ? 'act.save' : 'act.add')}
            </Button>
          )}
        </>
      )}
    >
      <form id={FORM} ref={form} onSubmit={(e) => void submit(e)} noValidate className={css.form}>
        {conflict && (
          <Changed
            text={t('accounts.conflict')}
            reload={t('act.reload')}
            busy={busy}
            onReload={() => void load()}
          />
        )}
        {fields.failure && <Told kind="failed">{fields.failure}</Told>}
        {account && !account.editable && <Told kind="info">{t('accounts.notEditable')}</Told>}
        {account && <AccountPicture account={account} readOnly={readOnly} onChanged={setAccount} />}
        {text('full_name', t('field.fullName'), account ? {} : { 'data-autofocus': true })}
        {text('username', t('field.username'), {
          description: t('field.usernameHint'),
          autoCapitalize: 'none',
          spellCheck: false,
        })}
        {!account && (
          <Password
            {...fields.input('password')}
            label={t('field.password')}
            description={say('password_rule')}
            autoComplete="new-password"
          />
        )}
        <Grants
          grants={fields.values.roles}
          account={account}
          errorOf={fields.errorOf}
          readOnly={readOnly}
          onChange={(roles) => fields.set('roles', roles)}
        />
        <Switch
          label={t('accounts.isActive')}
          description={t('accounts.activeHint')}
          checked={fields.values.status}
          disabled={account !== null && !mayStatus}
          onChange={(e) => fields.set('status', e.currentTarget.checked)}
        />
        <div className={css.pair}>
          {text('email', t('field.email'), { inputMode: 'email' })}
          {text('phone', t('field.phone'), { inputMode: 'tel', placeholder: '091-234-5678' })}
        </div>
        {text('position', t('field.position'))}
        {text('address', t('field.address'))}
        {account
          ? text('account_code', t('field.code'), { readOnly: true })
          : text('account_code', t('field.code'), { description: t('field.codeHint') })}
      </form>
    </Dialog>
  )
}
