import { z } from 'zod'
import { accountFields } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { LIMITS, email, newPassword } from './validation.ts'

/** A request for an account. */
export const registration = z.strictObject({
  username: accountFields.username,
  password: newPassword,
  full_name: accountFields.full_name,
  email,
  phone: accountFields.phone.optional(),
  address: accountFields.address.optional(),
  position: accountFields.position.optional(),
})

export const register = endpoint({
  base: 'main',
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  changes: [],
  summary: 'Registers an account: it is inactive and without a role until an administrator activates it.',
  status: 201,
  body: registration,
  data: z.null(),
})

export const forgotPassword = endpoint({
  base: 'main',
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'public',
  changes: [],
  summary:
    'Mails a link with which a new password can be set once within 30 minutes. The answer is the same whether the account exists or not; 422 mail_off where e-mail is not set up.',
  body: z.strictObject({
    /** User name or e-mail address. */
    username: z.string().trim().min(1, { error: 'required' }).max(LIMITS.email.max, { error: 'too_long' }),
  }),
  data: z.null(),
})

export const resetPassword = endpoint({
  base: 'main',
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  changes: [],
  summary: 'Set a new password with the token of a mailed link. All sessions of the account end.',
  body: z.strictObject({
    token: z.string().min(1, { error: 'required' }).max(200, { error: 'reset_link_invalid' }),
    newPassword,
  }),
  data: z.null(),
})
