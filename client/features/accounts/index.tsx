import { useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { notice } from '../../lib/notice.ts'
import { roleName } from '../../lib/role-name.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan, useProfile } from '../../lib/app-state.ts'
import { AddButton, Page } from '../../ui/page/index.tsx'
import { Paging } from '../../ui/paging/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { AccountEditor } from './editor.tsx'
import { AccountFilterBar } from './filter.tsx'
import { ACCOUNT_FIELDS, leastRole } from './list.ts'
import { useAccountOptions, useAccounts, useUpdateAccount } from './queries.ts'
import { RemoveAccount } from './remove.tsx'
import { AccountSessions } from './sessions.tsx'
import { SetPassword } from './set-password.tsx'
import { AccountTable } from './table.tsx'
import type { AccountAct } from './rights.ts'

type Open = { act: Exclude<AccountAct, 'status'>; account: Account } | { act: 'add' } | null

/** Page of the accounts and their role at each reservoir. */
export default function Accounts() {
  const { t, messageText, texts } = useText()
  const { hydro_code: hydro } = useProfile()
  const options = useAccountOptions()
  const address = useAddress(ACCOUNT_FIELDS)
  const { filter, show } = address
  const accounts = useAccounts(filter)
  const change = useUpdateAccount()
  const mayAdd = useCan('accounts.insert')
  const mayUpdate = useCan('accounts.update')
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  useTitle('route.accounts')

  function act(what: AccountAct, account: Account) {
    if (what !== 'status') return setOpen({ act: what, account })
    // Nobody can sign in without a role, so the switch grants the least powerful one.
    const idle = !account.status && account.roles.length === 0 && mayUpdate
    const first = idle ? leastRole(options.data, hydro) : null
    if (idle && !first) {
      setOpen({ act: 'edit', account })
      return notice('info', t('accounts.needsRole'))
    }
    const { account_id: id, version } = account
    const roles =
      idle && first ? { roles: [{ hydro_code: first.hydro_code, role_id: first.role.role_id }] } : {}
    void change.run({ params: { id }, body: { status: !account.status, version, ...roles } }).then((now) => {
      notice('done', messageText(now.status ? 'account_unlocked' : 'account_locked'))
      if (idle && first)
        notice('info', t('accounts.givenRole', { role: roleName(first.role.role_name, texts) }))
      if (now.status && now.roles.length === 0) notice('info', t('accounts.needsRoleAsk'))
    })
  }

  return (
    <>
      <Page
        title={t('accounts.title')}
        actions={mayAdd && <AddButton label={t('accounts.add')} onClick={() => setOpen({ act: 'add' })} />}
        filter={<AccountFilterBar {...address} />}
      >
        <Loaded query={accounts} what={t('accounts.title')} height={420}>
          {(data) => (
            <>
              {data.accounts.length === 0 ? (
                <Empty
                  icon="users"
                  title={t('accounts.empty')}
                  hint={address.filtered ? t('accounts.emptyHint') : undefined}
                />
              ) : (
                <AccountTable
                  accounts={data.accounts}
                  sort={{ by: filter.sort, order: filter.order }}
                  onSort={({ by, order }) => show({ sort: by, order })}
                  changing={change.busy ? (change.input?.params.id ?? null) : null}
                  onAct={act}
                />
              )}
              <Paging
                page={data.page}
                pageSize={data.page_size}
                total={data.total}
                onPage={(page) => show({ page })}
              />
            </>
          )}
        </Loaded>
      </Page>
      {open?.act === 'add' && <AccountEditor account={null} onClose={close} />}
      {open?.act === 'edit' && <AccountEditor account={open.account} onClose={close} />}
      {open?.act === 'password' && <SetPassword account={open.account} onClose={close} />}
      {open?.act === 'sessions' && <AccountSessions account={open.account} onClose={close} />}
      {open?.act === 'remove' && <RemoveAccount account={open.account} onClose={close} />}
    </>
  )
}
