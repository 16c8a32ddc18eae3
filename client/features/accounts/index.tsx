import { Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Account } from '#contract/accounts.ts'
import { useTitle } from '../../lib/use-title.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/who.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Paging } from '../../ui/paging/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { Editor } from './editor.tsx'
import { Filter } from './filter.tsx'
import { isFiltered, readList, withPart, writeList, type List } from './list.ts'
import { useAccounts, useChange } from './queries.ts'
import { Remove } from './remove.tsx'
import { AccountSessions } from './sessions.tsx'
import { SetPassword } from './set-password.tsx'
import { Table } from './table.tsx'
import type { Act } from './rights.ts'

type Open = { act: Exclude<Act, 'status'>; account: Account } | { act: 'add' } | null

/** Who may use the product, and as what at which reservoir. */
export default function Accounts() {
  const { t, say } = useText()
  const [search, setSearch] = useSearchParams()
  const list = useMemo(() => readList(search), [search])
  const show = useCallback(
    (part: Partial<List>) => setSearch((now) => writeList(withPart(readList(now), part)), { replace: true }),
    [setSearch],
  )
  const accounts = useAccounts(list)
  const change = useChange()
  const mayAdd = useCan('accounts.insert')
  const mayUpdate = useCan('accounts.update')
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  useTitle('route.accounts')

  function act(what: Act, account: Account) {
    if (what !== 'status') return setOpen({ act: what, account })
    // Without a role nobody can sign in: who activates an account gives it one.
    const idle = !account.status && account.roles.length === 0
    if (idle && mayUpdate) {
      setOpen({ act: 'edit', account })
      return notice('info', t('accounts.needsRole'))
    }
    const { account_id: id, version } = account
    void change.run({ params: { id }, body: { status: !account.status, version } }).then((now) => {
      notice('done', say(now.status ? 'account_unlocked' : 'account_locked'))
      if (now.status && now.roles.length === 0) notice('info', t('accounts.needsRoleAsk'))
    })
  }

  return (
    <>
      <Page
        title={t('accounts.title')}
        actions={
          mayAdd && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen({ act: 'add' })}>
              {t('accounts.add')}
            </Button>
          )
        }
        filter={<Filter list={list} show={show} />}
      >
        <Loaded query={accounts} what={t('accounts.title')} height={420}>
          {(data) => (
            <>
              {data.accounts.length === 0 ? (
                <Empty
                  icon="users"
                  title={t('accounts.empty')}
                  hint={isFiltered(list) ? t('accounts.emptyHint') : undefined}
                />
              ) : (
                <Table
                  accounts={data.accounts}
                  sort={{ by: list.sort, order: list.order }}
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
      {open?.act === 'add' && <Editor account={null} onClose={close} />}
      {open?.act === 'edit' && <Editor account={open.account} onClose={close} />}
      {open?.act === 'password' && <SetPassword account={open.account} onClose={close} />}
      {open?.act === 'sessions' && <AccountSessions account={open.account} onClose={close} />}
      {open?.act === 'remove' && <Remove account={open.account} onClose={close} />}
    </>
  )
}
