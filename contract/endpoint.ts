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
  /** Another permission that suffices. */
  also?: Permission
  summary: string
  params?: P
  query?: Q
  body?: B
  /** Schema of `data` in the envelope. */
  data: D
  /** 'stream' and 'binary' answers have no envelope; the handler writes the reply. */
  answer?: 'envelope' | 'stream' | 'binary'
  /** Body limit in bytes, where it is not the common one (bodyLimitOf), and content types accepted besides JSON. */
  bodyLimit?: number
  contentTypes?: readonly string[]
  /** Success status when not 200. */
  status?: 200 | 201
  /** Headers that name the object of the call, besides the reservoir. */
  headers?: readonly { name: string; required: boolean; description: string }[]
  /** Further statuses with which it may be refused, besides those of its kind. */
  refusals?: readonly number[]
  /** Whether it may write much: refused (507) while the free space is below the reserve. */
  fills?: boolean
  /**
   * Whether the answer, or what is read for it, may be large: such calls of one caller run a few at a time (429 where
   * too many wait), and a long answer is written in slices. decisions/0067 lists the limits.
   */
  large?: boolean
  /** Editions that do not have it: 403 there, unless the installation shows the pages of all editions. */
  notIn?: readonly Edition[]
  /** Needs no reservoir. */
  anyReservoir?: boolean
  /** With anyReservoir: the permission is required at some reservoir, and the answer is of those where it is held. */
  atEach?: boolean
  /** Subjects of the answer: it is fetched again after one of these changes. */
  reads?: readonly Subject[]
  /** Subjects that a call changes. */
  changes?: readonly Subject[]
  /** The answer contains texts in the language of the request. */
  worded?: boolean
  /** Its handler itself leaves out what is not for the caller of series that they may not see: it is not done for it. */
  hidesSeries?: boolean
  /**
   * Whether a browser may keep the answer and show it while the server cannot be reached. For answers that show the
   * state of the reservoir: never people, tokens, or the history of settings.
   */
  kept?: boolean
}

/** Declares an endpoint, which server, client, contract test and OpenAPI share. */
export function endpoint<
  D extends z.ZodType,
  P extends z.ZodType = z.ZodNever,
  Q extends z.ZodType = z.ZodNever,
  B extends z.ZodType = z.ZodNever,
>(value: Endpoint<P, Q, B, D>): Endpoint<P, Q, B, D> {
  return value
}

/** Bodies of public calls: small, because a caller may hold one back. */
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

/** Statuses that a call can answer with: its success first, then its refusals. */
export function statusesOf(e: Endpoint): number[] {
  const writes = e.method !== 'GET'
  const isOpen = e.access === 'public'
  return [
    e.status ?? 200,
    400,
    // Public calls that write check credentials, or may be switched off.
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

/** The input of a call, as callers pass it. */
export type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never

/** The input of a call as its last argument, optional where nothing is required. */
export type Passed<E, More = unknown> =
  object extends Input<E> ? [input?: Input<E> & More] : [input: Input<E> & More]

/** The body of a call. */
export type Body<E> =
  E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? NonNullable<z.input<B>> : never

/** The data of the answer. */
export type Output<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer D> ? z.output<D> : never
