import { keepPreviousData } from '@tanstack/react-query'
import * as contract from '#contract/accounts.ts'
import type { Account } from '#contract/accounts.ts'
import type { Output } from '#contract/endpoint.ts'
import { call } from '../../lib/client.ts'
import { useAct, useInvalidate, useRead } from '../../lib/query.ts'
import type { AccountFilter } from './list.ts'

export type AccountOptions = Output<typeof contract.getAccountOptions>

export const useAccounts = (filter: AccountFilter) =>
  useRead(
    contract.listAccounts,
    {
      query: {
        search: filter.search || undefined,
        status: filter.status ?? undefined,
        role_id: filter.role ?? undefined,
        sort: filter.sort,
        order: filter.order,
        page: filter.page,
      },
    },
    { placeholderData: keepPreviousData, staleTime: 0, failed: 'load_users_failed' },
  )

/** Reservoirs and roles that the caller may grant. */
export const useAccountOptions = () =>
  useRead(contract.getAccountOptions, {}, { staleTime: 0, failed: 'load_form_failed' })

/** Refetches the list, after a change and after a refusal, since somebody else may have been faster. */
export function useRereadAccounts(): () => Promise<void> {
  const invalidate = useInvalidate()
  return () => invalidate(['accounts'])
}

/** Finds the account as it is now, anywhere in the list; null: it is gone. */
export async function findAccount(account: Account): Promise<Account | null> {
  // Found by code: it may have been renamed.
  for (const search of [account.username, account.account_code]) {
    const found = await call(contract.listAccounts, { query: { search } })
    const same = found.accounts.find((a) => a.account_id === account.account_id)
    if (same) return same
  }
  return null
}

export const useUpdateAccount = () => useAct(contract.updateAccount)
