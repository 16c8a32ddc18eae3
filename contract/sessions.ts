import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './validation.ts'

export const session = z.object({
  session_id: z.string(),
  address: z.string().nullable(),
  /** User-Agent of its sign-in. */
  agent: z.string().nullable(),
  remember: z.boolean(),
  created_at: z.string(),
  /** Last refresh. */
  used_at: z.string(),
  expires_at: z.string(),
  /** The session of the caller. */
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

const ended = z.object({ ended: z.number() })

export const listOwnSessions = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/session/getall',
  access: 'session',
  reads: ['sessions'],
  anyReservoir: true,
  summary: 'One’s own open sessions, newest first.',
  data: z.array(session),
})

export const endOwnSessions = endpoint({
  base: 'main',
  method: 'POST',
  path: '/v1/session/end',
  access: 'session',
  changes: ['sessions'],
  anyReservoir: true,
  summary: 'Ends one of one’s own sessions; without session_id all but the calling one.',
  body: z.strictObject({ session_id: id.optional() }).optional(),
  data: ended,
})

export const listAccountSessions = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/session/account/{id}',
  access: 'accounts.update',
  reads: ['sessions'],
  anyReservoir: true,
  summary: 'Open sessions of an account, newest first.',
  params: z.object({ id }),
  data: z.array(session),
})

export const endAccountSessions = endpoint({
  base: 'main',
  method: 'POST',
  path: '/v1/session/account/{id}/end',
  access: 'accounts.update',
  changes: ['sessions'],
  anyReservoir: true,
  summary: 'End a session of an account; without session_id all of them.',
  params: z.object({ id }),
  body: z.strictObject({ session_id: id.optional() }).optional(),
  data: ended,
})
