import { z } from 'zod'
import type { Permission } from '#core/access/index.ts'
import { endpoint } from './endpoint.ts'
import {
  LIMITS,
  enteredPassword,
  id,
  line,
  newPassword,
  optionalEmail,
  optionalLine,
  optionalPhone,
  page,
  requiredLine,
  reservoir,
  search,
  username,
} from './validation.ts'

/** A role of an account at a reservoir; hydro_code '*' means every reservoir, future ones included. */
export const grant = z.strictObject({ hydro_code: reservoir, role_id: id })
export type Grant = z.infer<typeof grant>

/** At most one role per reservoir. */
export const grants = z
  .array(grant)
  .max(500, { error: 'too_many' })
  .superRefine((list, c) => {
    const seen = new Set<string>()
    list.forEach((g, i) => {
      if (seen.has(g.hydro_code))
        c.addIssue({ code: 'custom', path: [i, 'hydro_code'], message: 'grant_twice' })
      seen.add(g.hydro_code)
    })
  })

export const account = z.object({
  account_id: z.string(),
  account_code: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  full_name: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  position: z.string().nullable(),
  /** Name of its role at the reservoir of the call; null: none there. */
  role: z.string().nullable(),
  roles: z.array(
    z.object({ hydro_code: z.string(), role_id: z.string(), role_name: z.string(), level: z.number() }),
  ),
  /** true: active. */
  status: z.boolean(),
  /** Changes with the picture; null: none. Fetched separately. */
  avatar: z.string().nullable(),
  expert: z.boolean(),
  created_at: z.string(),
  signed_in_at: z.string().nullable(),
  /** Until when sign-ins are delayed after failures; null: they are not. */
  delayed_until: z.string().nullable(),
  /** Registered by itself and not yet activated. */
  registered: z.boolean(),
  /** Whether the caller's level is high enough at all of its reservoirs; each change needs its permission besides. */
  editable: z.boolean(),
  /**
   * Whether the caller holds all permissions of the account; otherwise the caller may not change its password, user
   * name and e-mail.
   */
  credentials: z.boolean(),
  version: z.number(),
})
export type Account = z.infer<typeof account>

export const ACCOUNT_SORTS = [
  'username',
  'full_name',
  'email',
  'position',
  'status',
  'created_at',
  'signed_in_at',
] as const

export const listAccounts = endpoint({
  base: 'main',
  method: 'GET',
  path: '/account/list',
  access: 'accounts.view',
  reads: ['accounts', 'roles'],
  anyReservoir: true,
  summary: 'The accounts that the caller may see, searched and sorted, 25 a page.',
  query: z.object({
    search: search.optional(),
    /** Only active or only inactive ones. */
    status: z.enum(['active', 'inactive']).optional(),
    role_id: id.optional(),
    sort: z.enum(ACCOUNT_SORTS).default('username'),
    order: z.enum(['asc', 'desc']).default('asc'),
    page: page.default(1),
  }),
  data: z.object({
    accounts: z.array(account),
    /** Over all pages. */
    total: z.number(),
    page: z.number(),
    page_size: z.number(),
  }),
})

export const getAccountOptions = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/account/options',
  access: 'accounts.view',
  reads: ['accounts', 'roles'],
  anyReservoir: true,
  summary: 'Reservoirs at which the caller may assign roles, each with the roles that can be assigned there.',
  data: z.object({
    reservoirs: z.array(
      z.object({
        hydro_code: z.string(),
        /** null for '*': every reservoir. */
        hydro_name: z.string().nullable(),
        roles: z.array(z.object({ role_id: z.string(), role_name: z.string(), level: z.number() })),
      }),
    ),
  }),
})

/** Fields of an account's form, for client and server. */
export const accountFields = {
  username,
  email: optionalEmail,
  full_name: requiredLine(LIMITS.fullName.max),
  phone: optionalPhone,
  address: optionalLine(LIMITS.address.max),
  position: optionalLine(LIMITS.position.max),
} as const

export const accountBody = z.strictObject({
  username,
  password: newPassword,
  full_name: accountFields.full_name,
  email: accountFields.email.optional(),
  phone: accountFields.phone.optional(),
  address: accountFields.address.optional(),
  position: accountFields.position.optional(),
  /** Shown and used in settings (EXPERT_ACCOUNTS); without it the user name in lower case. */
  account_code: line(LIMITS.accountCode.max)
    .regex(/^[\w.-]+$/, { error: 'wrong_format' })
    .optional(),
  status: z.boolean().default(true),
  roles: grants.default([]),
})

export const createAccount = endpoint({
  base: 'main',
  method: 'POST',
  path: '/account',
  access: 'accounts.insert',
  changes: ['accounts'],
  anyReservoir: true,
  summary: 'Adds an account with a role for each reservoir, none above the caller’s own.',
  status: 201,
  body: accountBody,
  data: account,
})

export const accountChanges = z
  .strictObject({
    username,
    email: accountFields.email,
    full_name: accountFields.full_name,
    phone: accountFields.phone,
    address: accountFields.address,
    position: accountFields.position,
    status: z.boolean(),
    /** All of its roles: those that are missing here are removed. */
    roles: grants,
  })
  .partial()
  .extend({
    /** The version that was read; 409 when another one is stored meanwhile. */
    version: z.number().int().optional(),
  })
export type AccountChanges = z.output<typeof accountChanges>

/**
 * Permissions that a change of an account needs, by its fields: the status has its own, all else needs the update. A
 * mailed link sets the password of whoever reads the mail, so a new e-mail needs the permission to set passwords as
 * well.
 */
export function permissionsOfChange(changes: object): Permission[] {
  const fields = Object.keys(changes).filter((f) => f !== 'version')
  const needed: Permission[] = []
  if (fields.includes('status')) needed.push('accounts.change-status')
  if (fields.some((f) => f !== 'status') || fields.length === 0) needed.push('accounts.update')
  if (fields.includes('email')) needed.push('accounts.change-password')
  return needed
}

export const updateAccount = endpoint({
  base: 'main',
  method: 'PATCH',
  path: '/account/{id}',
  /** Required for every change; fields need `permissionsOfChange` as well. */
  access: 'accounts.view',
  changes: ['accounts', 'sessions'],
  anyReservoir: true,
  summary:
    'Change fields of an account: status needs accounts.change-status, anything else accounts.update, e-mail also accounts.change-password; user name and e-mail only by a caller who has every permission of the account.',
  params: z.object({ id }),
  body: accountChanges,
  data: account,
})

export const removeAccount = endpoint({
  base: 'main',
  method: 'DELETE',
  path: '/account/{id}',
  access: 'accounts.destroy',
  changes: ['accounts', 'sessions'],
  anyReservoir: true,
  summary: 'Removes an account and ends its sessions. Its records stay in the audit log.',
  params: z.object({ id }),
  data: z.null(),
})

export const changePassword = endpoint({
  base: 'main',
  method: 'PATCH',
  path: '/account/change-password',
  access: 'session',
  changes: ['sessions'],
  anyReservoir: true,
  summary: 'Change one’s own password. All of the account’s sessions end.',
  body: z.strictObject({ username: z.string().max(300), oldPassword: enteredPassword, newPassword }),
  data: z.null(),
})

export const setPassword = endpoint({
  base: 'main',
  method: 'PATCH',
  path: '/account/{id}/change-password',
  access: 'accounts.change-password',
  changes: ['accounts', 'sessions'],
  anyReservoir: true,
  summary:
    'Sets the password of another account; the caller must have every permission of that account. Ends its sessions and any delay of its sign-ins.',
  params: z.object({ id }),
  body: z.strictObject({ newPassword }),
  data: z.null(),
})

export const AVATAR_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export const AVATAR_LIMIT = 2 * 1024 * 1024

const avatarUpload = {
  base: 'main',
  method: 'PUT',
  bodyLimit: AVATAR_LIMIT,
  contentTypes: AVATAR_TYPES,
  data: z.object({ avatar: z.string().nullable() }),
} as const

export const getOwnAvatar = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/profile/avatar',
  access: 'session',
  reads: [],
  anyReservoir: true,
  summary: 'One’s own picture (256 px at most, image/webp); 404 where there is none.',
  answer: 'binary',
  data: z.null(),
})

export const putOwnAvatar = endpoint({
  ...avatarUpload,
  path: '/v1/profile/avatar',
  access: 'session',
  changes: ['accounts'],
  anyReservoir: true,
  summary: 'Set one’s own picture: PNG, JPEG or WebP by content, 2 MiB at most; stored re-encoded.',
})

export const removeOwnAvatar = endpoint({
  base: 'main',
  method: 'DELETE',
  path: '/v1/profile/avatar',
  access: 'session',
  changes: ['accounts'],
  anyReservoir: true,
  summary: 'Removes one’s own picture.',
  data: z.null(),
})

export const getAvatar = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/account/{id}/avatar',
  access: 'accounts.view',
  reads: [],
  anyReservoir: true,
  summary: 'The picture of an account.',
  params: z.object({ id }),
  answer: 'binary',
  data: z.null(),
})

export const putAvatar = endpoint({
  ...avatarUpload,
  path: '/v1/account/{id}/avatar',
  access: 'accounts.update',
  changes: ['accounts'],
  anyReservoir: true,
  summary: 'Set the picture of an account.',
  params: z.object({ id }),
})

export const removeAvatar = endpoint({
  base: 'main',
  method: 'DELETE',
  path: '/v1/account/{id}/avatar',
  access: 'accounts.update',
  changes: ['accounts'],
  anyReservoir: true,
  summary: 'Removes the picture of an account.',
  params: z.object({ id }),
  data: z.null(),
})
