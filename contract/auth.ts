import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LIMITS, enteredPassword } from './validation.ts'

export const tokens = z.object({
  access: z.string(),
  /** null when it is sent as a cookie. */
  refresh: z.string().nullable(),
  accessExpires: z.string(),
  refreshExpires: z.string(),
})
export type Tokens = z.infer<typeof tokens>

export const profile = z.object({
  account_id: z.string(),
  account_code: z.string(),
  username: z.string(),
  full_name: z.string(),
  email: z.string().nullable(),
  role: z.string(),
  /** Level of the account at the session's reservoir (sid); 1 is the highest. */
  level: z.number(),
  /** Changes with the picture; null: none. Fetched by getOwnAvatar. */
  avatar: z.string().nullable(),
  expert: z.boolean(),
  /** Permission codes at the session's reservoir. */
  permissions: z.array(z.string()),
  hydro_code: z.string(),
  /** Reservoirs that the account may see, with the zone of their local times. */
  reservoirs: z.array(z.object({ hydro_code: z.string(), hydro_name: z.string(), time_zone: z.string() })),
})
export type Profile = z.infer<typeof profile>

export const login = endpoint({
  base: 'main',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  changes: [],
  summary: 'Sign in. With cookie: true the refresh token is set as an HttpOnly cookie and is null here.',
  body: z.object({
    /** User name or e-mail address. */
    username: z.string().trim().min(1, { error: 'required' }).max(LIMITS.email.max, { error: 'too_long' }),
    password: enteredPassword,
    remember: z.boolean().optional(),
    cookie: z.boolean().optional(),
  }),
  data: z.object({ account: profile, token: tokens }),
})

export const refresh = endpoint({
  base: 'main',
  method: 'POST',
  path: '/auth/refresh-token',
  access: 'public',
  changes: [],
  summary: 'Exchange a refresh token (body or cookie) for a new pair.',
  body: z.object({ refreshToken: z.string().optional(), cookie: z.boolean().optional() }).optional(),
  data: tokens,
})

export const logout = endpoint({
  base: 'main',
  method: 'POST',
  path: '/auth/logout',
  access: 'public',
  changes: [],
  summary: 'End the session of the refresh token (body or cookie) or of the bearer token.',
  body: z.object({ refreshToken: z.string().optional() }).optional(),
  data: z.null(),
})

export const me = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/profile',
  access: 'session',
  reads: ['accounts', 'roles'],
  // A page that has just opened does not know its reservoir yet: the answer names it.
  anyReservoir: true,
  summary:
    'The signed-in account at the reservoir of the call, or, where none is named, at that of its session.',
  data: profile,
})
