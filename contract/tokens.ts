import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { seriesInfo } from './readings.ts'

export const SCOPES = ['write', 'read', 'describe'] as const

export const ingestToken = z.object({
  token_id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** Series it is limited to; null: all. */
  series: z.array(z.string()).nullable(),
  created_at: z.string(),
  created_by: z.string(),
  /** Name of the account; null: the program itself. */
  created_by_name: z.string().nullable(),
  /** To the minute. */
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
})
export type IngestToken = z.infer<typeof ingestToken>

export const listTokens = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/token/getall',
  access: 'tokens.view',
  reads: ['tokens'],
  summary: 'Ingest tokens of the reservoir, without their secrets.',
  data: z.array(ingestToken),
})

export const getTokenSeries = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/series/getall',
  access: 'tokens.view',
  reads: ['description'],
  summary: 'The series of the reservoir, which a token may be limited to.',
  data: z.array(seriesInfo),
})

export const addToken = endpoint({
  base: 'main',
  method: 'POST',
  path: '/v1/token/add',
  access: 'tokens.update',
  changes: ['tokens'],
  summary: 'Creates an ingest token. Its secret is in this answer only, and stored hashed.',
  status: 201,
  body: z.object({
    name: z.string().trim().min(1).max(100),
    scopes: z.array(z.enum(SCOPES)).min(1).default(['write']),
    series: z.array(z.string()).min(1).nullable().default(null),
  }),
  data: ingestToken.extend({ secret: z.string() }),
})

export const revokeToken = endpoint({
  base: 'main',
  method: 'POST',
  path: '/v1/token/revoke',
  access: 'tokens.update',
  changes: ['tokens'],
  summary: 'Revoke an ingest token at once.',
  body: z.object({ token_id: z.string() }),
  data: ingestToken,
})
