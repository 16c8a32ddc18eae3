import type { z } from 'zod'
import type { Permission } from '#core/access/index.ts'
import type { Subject } from './subjects.ts'

/**
 * What a caller needs. public: nothing. session: any signed-in account. expert: an account of the settings' expert
 * list. token: an ingest token of that scope.
 */
export type Access =
  Permission | 'public' | 'session' | 'expert' | 'token:write' | 'token:read' | 'token:describe'

export const EDITIONS = ['LITE', 'ADVANCE', 'SERVER'] as const
export type Edition = (typeof EDITIONS)[number]

const BASES = { main: '/api/renew', basic: '/api', ingest: '/api/ingest/v1' } as const
type Base = keyof typeof BASES

export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
> {
  base: Base
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base, with {name} for parameters. */
  path: string
  access: Access
  /** Another permission that opens it as well. */
  also?: Permission
  summary: string
  params?: P
  query?: Q
  body?: B
  /** Schema of `data` in the envelope. */
  data: D
  /** 'stream' and 'binary' answers carry no envelope; the handler writes the reply. */
  answer?: 'envelope' | 'stream' | 'binary'
  /** Body limit in bytes when it is not the common one (bodyLimitOf), and the content types taken besides JSON. */
  bodyLimit?: number
  contentTypes?: readonly string[]
  /** Success status when not 200. */
  status?: 200 | 201
  /** Headers that name what the call is about, besides the reservoir. */
  headers?: readonly { name: string; required: boolean; description: string }[]
  /** Further statuses that it may be refused with, which calls of its kind do not have. */
  refusals?: readonly number[]
  /** Takes what may be much: refused (507) while the disk has no room but its reserve. */
  fills?: boolean
  /**
   * May answer much, or read much for its answer: what one caller asks of such calls is worked off a few at a time
   * (429 where too many wait), and a long answer is written in slices. decisions/0067 says what bounds each.
   */
  large?: boolean
  /** Editions that do not have it: 403 there, unless the installation shows the pages of all editions. */
  notIn?: readonly Edition[]
  /** Needs no reservoir. */
  anyReservoir?: boolean
  /** What the answer is made of: it is read again once one of these has changed. */
  reads?: readonly Subject[]
  /** What a call makes old. */
  changes?: readonly Subject[]
  /** The answer contains texts in the language of the request. */
  worded?: boolean
  /**
   * A browser may keep the answer and show it while the server is out of reach. Of the reservoir, what shows its state:
   * never people, tokens, or the history of settings.
   */
  kept?: boolean
}

/** Declares an endpoint. Server, client, permission test and OpenAPI read the same value. */
export function endpoint<
  D extends z.ZodType,
  P extends z.ZodType = z.ZodNever,
  Q extends z.ZodType = z.ZodNever,
  B extends z.ZodType = z.ZodNever,
>(value: Endpoint<P, Q, B, D>): Endpoint<P, Q, B, D> {
  return value
}

/** Bodies of calls that anybody may make: whoever holds one back holds little. */
export const PUBLIC_BODY_LIMIT = 8 * 1024
const BODY_LIMIT = 1024 * 1024

/** Most bytes of a body. */
export function bodyLimitOf(e: Pick<Endpoint, 'access' | 'bodyLimit'>): number {
  return e.bodyLimit ?? (e.access === 'public' ? PUBLIC_BODY_LIMIT : BODY_LIMIT)
}

/** The full path with {name} placeholders. */
export function fullPath(e: Pick<Endpoint, 'base' | 'path'>): string {
  return BASES[e.base] + e.path
}

/** Whether a part of a call is declared. */
export const declares = (part: z.ZodType | undefined): part is z.ZodType =>
  part !== undefined && part.type !== 'never'

/** Statuses that a call can answer with: its success first, then why it may be refused. */
export function statusesOf(e: Endpoint): number[] {
  const writes = e.method !== 'GET'
  const isOpen = e.access === 'public'
  return [
    e.status ?? 200,
    400,
    // Public calls that write check credentials, or are switched off.
    ...(isOpen && !writes ? [] : [401, 403]),
    ...(isOpen ? [] : [404]),
    ...(writes ? [409, 413, 415] : []),
    ...(isOpen && !writes ? [] : [422]),
    429,
    ...(e.refusals ?? []),
    500,
    503,
    ...(e.fills ? [507] : []),
  ]
}

/** A part of a call: absent where the endpoint declares none, and optional where it may be empty. */
type Part<K extends string, S extends z.ZodType> = [S] extends [z.ZodNever]
  ? { [k in K]?: undefined }
  : object extends z.input<S>
    ? { [k in K]?: z.input<S> }
    : undefined extends z.input<S>
      ? { [k in K]?: z.input<S> }
      : { [k in K]: z.input<S> }

/** What a caller passes. */
export type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never

/** The input of a call as its last argument, which may be left out where nothing must be passed. */
export type Passed<E, More = unknown> =
  object extends Input<E> ? [input?: Input<E> & More] : [input: Input<E> & More]

/** What a caller sends as the body. */
export type Body<E> =
  E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? NonNullable<z.input<B>> : never

/** What the caller gets as data. */
export type Output<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer D> ? z.output<D> : never
