import { expect, test } from 'vitest'
import { accountChanges, permissionsOfChange, type Account } from '#contract/accounts.ts'
import { accountChangesOf, accountDraftOf } from './draft.ts'

const account: Account = {
  account_id: 'ac_1',
  account_code: 'an',
  username: 'an01',
  email: null,
  full_name: 'Lê Văn An',
  phone: '0912345678',
  address: null,
  position: null,
  role: 'viewer',
  roles: [
    { hydro_code: 'A', role_id: 'ro_1', role_name: 'viewer', level: 4 },
    { hydro_code: 'B', role_id: 'ro_2', role_name: 'operator', level: 3 },
  ],
  status: true,
  avatar: null,
  expert: false,
  created_at: '2026-11-20T00:00:00.000Z',
  signed_in_at: null,
  delayed_until: null,
  registered: false,
  editable: true,
  credentials: true,
  version: 1,
}

test('an account that was only looked at changes nothing', () => {
  const draft = accountDraftOf(account)
  expect(accountChangesOf(account, draft)).toEqual({})
  // Row order and surrounding blanks do not matter.
  expect(
    accountChangesOf(account, { ...draft, roles: draft.roles.toReversed(), full_name: ' Lê Văn An ' }),
  ).toEqual({})
})

test('only what changed is sent, and the status needs its own permission', () => {
  const draft = accountDraftOf(account)
  const status = accountChangesOf(account, { ...draft, status: false })
  expect(permissionsOfChange(status)).toEqual(['accounts.change-status'])
  const both = accountChangesOf(account, { ...draft, status: false, phone: '' })
  expect(accountChanges.parse(both)).toEqual({ status: false, phone: null })
  expect(permissionsOfChange(both)).toEqual(['accounts.change-status', 'accounts.update'])
  expect(accountChangesOf(account, { ...draft, roles: [draft.roles[0]] })).toEqual({
    roles: [draft.roles[0]],
  })
})
