import type { Account } from '#contract/accounts.ts'
import { useCan, useProfile } from '../../lib/app-state.ts'

/** What can be done with an account of the list. */
export type AccountAct = 'edit' | 'username' | 'email' | 'status' | 'password' | 'sessions' | 'remove'

/** What the signed-in account may do to another one. The server decides; this only hides what it would refuse. */
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
      // Credentials may be set only by an account that has all permissions of the other.
      username: update && account.editable && account.credentials,
      email: update && password && account.editable && account.credentials,
      // Nobody locks or removes their own account; one's own password is changed with the present one.
      status: status && account.editable && other,
      password: password && account.editable && account.credentials && other,
      sessions: update && account.editable,
      remove: destroy && account.editable && other,
    }
  }
}
