import type { Account } from '#contract/accounts.ts'
import { useCan, useProfile } from '../../lib/who.ts'

/** What can be done with an account of the list. */
export type AccountAct = 'edit' | 'username' | 'email' | 'status' | 'password' | 'sessions' | 'remove'

/** Which acts the signed-in account may do on another; the server decides, this only does not offer the rest. */
export function useRights(): (account: Account) => Record<AccountAct, boolean> {
  const self = useProfile().account_id
  const update = useCan('accounts.update')
  const status = useCan('accounts.change-status')
  const password = useCan('accounts.change-password')
  const destroy = useCan('accounts.destroy')
  return (account) => {
    const other = account.account_id !== self
    return {
      edit: update && account.editable,
      // Only who holds all that it holds sets what it signs in with.
      username: update && account.editable && account.credentials,
      email: update && password && account.editable && account.credentials,
      // Nobody locks or removes themselves; one's own password is changed with the present one.
      status: status && account.editable && other,
      password: password && account.editable && account.credentials && other,
      sessions: update && account.editable,
      remove: destroy && account.editable && other,
    }
  }
}
