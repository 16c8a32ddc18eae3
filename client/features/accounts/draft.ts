import type { Account, AccountChanges, Grant } from '#contract/accounts.ts'

/** An account as its form holds it: strings, never null. */
export interface AccountDraft extends Record<string, unknown> {
  username: string
  full_name: string
  email: string
  phone: string
  position: string
  address: string
  status: boolean
  roles: Grant[]
  /** For new accounts only. */
  password: string
  account_code: string
}

export const EMPTY_ACCOUNT: AccountDraft = {
  username: '',
  full_name: '',
  email: '',
  phone: '',
  position: '',
  address: '',
  status: true,
  roles: [],
  password: '',
  account_code: '',
}

export function accountDraftOf(a: Account): AccountDraft {
  return {
    username: a.username,
    full_name: a.full_name,
    email: a.email ?? '',
    phone: a.phone ?? '',
    position: a.position ?? '',
    address: a.address ?? '',
    status: a.status,
    roles: a.roles.map(({ hydro_code, role_id }) => ({ hydro_code, role_id })),
    password: '',
    account_code: a.account_code,
  }
}

const TEXTS = ['username', 'full_name', 'email', 'phone', 'position', 'address'] as const

const grantsText = (grants: readonly Grant[]) =>
  grants
    .map((g) => `${g.hydro_code} ${g.role_id}`)
    .sort()
    .join('\n')

/** The fields that differ from the account as it was read. Only these are sent, as each needs its own permission. */
export function accountChangesOf(a: Account, d: AccountDraft): Omit<AccountChanges, 'version'> {
  const before = accountDraftOf(a)
  const changes: Record<string, unknown> = {}
  for (const name of TEXTS) if (d[name].trim() !== before[name]) changes[name] = d[name]
  if (d.status !== before.status) changes.status = d.status
  if (grantsText(d.roles) !== grantsText(before.roles)) changes.roles = d.roles
  return changes
}
