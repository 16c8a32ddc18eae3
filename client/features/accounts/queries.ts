import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/accounts.ts'
import type { Account, AccountChanges } from '#contract/accounts.ts'
import { call } from '../../lib/client.ts'
import { useProfile } from '../../lib/who.ts'
import { type List } from './list.ts'

export type Options = Awaited<ReturnType<typeof readOptions>>

const readOptions = (signal: AbortSignal) => call(contract.getAccountOptions, { signal })

const readPage = (list: List, signal?: AbortSignal) =>
  call(contract.listAccounts, {
    query: {
      search: list.search || undefined,
      status: list.status ?? undefined,
      role_id: list.role ?? undefined,
      sort: list.sort,
      order: list.order,
      page: list.page,
    },
    signal,
  })

export function useAccounts(list: List) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'accounts', list],
    queryFn: ({ signal }) => readPage(list, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { failed: 'load_users_failed' },
  })
}

/** Reservoirs and roles that the caller may give. */
export function useOptions() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'account-options'],
    queryFn: ({ signal }) => readOptions(signal),
    staleTime: 0,
    meta: { failed: 'load_form_failed' },
  })
}

/** Reads the list again; after a change, and after a refusal: somebody else may have been first. */
export function useReread(): () => Promise<void> {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [hydro, 'accounts'] })
}

/** An account as it is now, wherever it stands in the list; null: it is gone. */
export async function findAccount(account: Account): Promise<Account | null> {
  // It may have been renamed: the code stays.
  for (const search of [account.username, account.account_code]) {
    const found = await call(contract.listAccounts, { query: { search } })
    const same = found.accounts.find((a) => a.account_id === account.account_id)
    if (same) return same
  }
  return null
}

export function useChange() {
  const reread = useReread()
  return useMutation({
    mutationFn: ({ account, changes }: { account: Account; changes: AccountChanges }) =>
      call(contract.updateAccount, {
        params: { id: account.account_id },
        body: { ...changes, version: account.version },
      }),
    onSettled: reread,
  })
}
