import { createAccount, type Account } from '#contract/accounts.ts'
import { register } from '#contract/registration.ts'
import { listRoles } from '#contract/roles.ts'
import { signedIn } from './ask.ts'

/** Accounts of a control room, all invented: of the shift, with every field, locked, not yet activated. */
export async function addPeople(url: string, password: string): Promise<void> {
  const ask = await signedIn({ url, password })
  const roles = await ask(listRoles, {})
  const roleNamed = (name: string) => roles.find((r) => r.role_name === name)!.role_id
  const add = (person: Partial<Account> & { username: string; full_name: string }, role: string) =>
    ask(createAccount, {
      body: {
        status: true,
        ...person,
        password,
        roles: [{ hydro_code: '*', role_id: roleNamed(role) }],
      } as never,
    })
  await add(
    {
      username: 'nguyenthithuyhang',
      full_name: 'Nguyễn Thị Thúy Hằng',
      email: 'hang.nguyen@thuydien-suoitrang.example.vn',
      phone: '(091) 234-5678',
      position: 'Trưởng ca vận hành',
      address: 'Thôn 3, xã Trà Tân',
    },
    'operator',
  )
  await add(
    {
      username: 'dovanlam',
      full_name: 'Đỗ Văn Lâm',
      email: 'lam@example.vn',
      phone: '098-765-4321',
      position: 'Kỹ sư thủy văn, phụ trách dự báo và quan trắc',
      status: false,
    },
    'viewer',
  )
  await ask(register, {
    body: {
      username: 'hoangyen',
      full_name: 'Hoàng Yến',
      email: 'yen@example.vn',
      password,
      position: 'Thực tập',
    },
  })
}
