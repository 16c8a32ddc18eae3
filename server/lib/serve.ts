import { randomUUID } from 'node:crypto'
import { maxHeaderSize, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import { bodyLimitOf, declares, fullPath, PUBLIC_BODY_LIMIT, type Endpoint } from '#contract/endpoint.ts'
import { isLanguage } from '#contract/locale.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'
import { fieldErrors } from '#contract/field-errors.ts'
import { isDiskFull, isLost } from './database.ts'
import { badFields, badRequest, bytesInWords, Problem, refuseField, worded } from '#server/lib/errors.ts'
import { refuseHidden, withoutHidden, type HiddenSeries } from './hidden-series.ts'
import { jsonInSlices } from './json-slices.ts'
import type { Log } from './log.ts'
import { turnsByCaller } from './turns.ts'

/** The caller. hydro: the reservoir of the call; empty for calls that need none. */
export interface Caller {
  /** account id, `token:<id>`, or `nobody` */
  actor: string
  accountId: string | null
  sessionId: string | null
  tokenId: string | null
  hydro: string
  permissions: readonly string[]
  /** Series to which an ingest token is limited; null: all. */
  series: readonly string[] | null
  scopes: readonly string[]
  language: Language
  address: string
  /** The wall screen that calls, instead of an account. */
  screen?: { id: string; name: string }
}

export interface Call<E> {
  params: E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never
  query: E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
  body: E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/** Data that is JSON text already: series, built in one pass. */
export class JsonText {
  readonly text: string
  constructor(json: string) {
    this.text = json
  }
}

/** A bare number with its unit and warnings. */
export class WithMeta<T> {
  readonly data: T
  readonly meta: Record<string, unknown>
  constructor(data: T, meta: Record<string, unknown>) {
    this.data = data
    this.meta = meta
  }
}

type Data<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer D> ? z.input<D> : never
type Answer<E> = Data<E> | JsonText | WithMeta<Data<E> | JsonText>
type Handler<E> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>

/**
 * Identifies the caller of an endpoint. named: the reservoir that the call names outside of the header hydro. quiet:
 * refusals are not recorded, since they are decided again once the body is read.
 */
export interface Guard {
  (
    request: FastifyRequest,
    endpoint: Endpoint,
    how?: { named?: string | null; quiet?: boolean },
  ): Promise<Caller>
}

export type Serve = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  options?: RouteShorthandOptions,
) => void

/**
 * Large calls of one account, wall screen or token that are worked off at once, and that may wait. A page asks for its
 * panels together, and people of a control room share an account.
 */
const TURNS = { token: { most: 2, waiting: 20 }, account: { most: 4, waiting: 60 } }
/** How long a large call waits for its turn before it is refused, ms. */
const PATIENCE = 30_000
/** How long the client of a large answer or a stream may take nothing of it before it is cut off, ms. */
const STALLED = 60_000

const NONE_HIDDEN: HiddenSeries = new Set()

const compress = promisify(gzip)
/** Most answers take one turn of the thread pool with this size, where the usual 16 kB would take several. */
const CHUNK = 256 * 1024
const BIG = 16_384

export function languageOf(request: FastifyRequest): Language {
  const first = /^\s*(\w+)/.exec(request.headers['accept-language'] ?? '')?.[1].toLowerCase()
  return isLanguage(first) ? first : 'vi'
}

interface ServeOptions {
  /** Whether answers are checked against their schema (tests and development). */
  checkAnswers: boolean
  /** @throws Problem 507 where the disk has too little room */
  needRoom?: () => Promise<void>
  /** The series that are not for a caller: no call may name one, and no answer does; absent: none. */
  hiddenFrom?: (caller: Caller, endpoint: Endpoint) => Promise<HiddenSeries>
  /** ms instead of PATIENCE and STALLED. */
  patience?: number
  stalled?: number
}

/** Turns endpoints into routes: parses, checks the permission, runs, and wraps the result. */
export function createServe(app: FastifyInstance, guard: Guard, options: ServeOptions): Serve {
  const { patience = PATIENCE, stalled = STALLED, hiddenFrom = async () => NONE_HIDDEN } = options
  const turnOfToken = turnsByCaller({ ...TURNS.token, patience })
  const turnOfAccount = turnsByCaller({ ...TURNS.account, patience })
  const inTurn = <T>({ tokenId, accountId, actor }: Caller, work: () => Promise<T>) =>
    tokenId === null ? turnOfAccount(accountId ?? actor, work) : turnOfToken(tokenId, work)
  return (endpoint, handler, routeOptions = {}) => {
    app.route({
      ...routeOptions,
      method: endpoint.method,
      url: fullPath(endpoint).replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyLimitOf(endpoint),
      // A stream without a body would never end.
      exposeHeadRoute: endpoint.answer !== 'stream',
      config: { ...(routeOptions.config as object), endpoint },
      handler: async (request, reply) => {
        const caller = await callerOf(guard, request, endpoint)
        const { language } = caller
        const params = part(endpoint.params, request.params, 'params', language)
        const query = part(endpoint.query, request.query, 'query', language)
        const body = endpoint.contentTypes
          ? request.body
          : part(endpoint.body, request.body ?? undefined, 'body', language)
        const call = { params, query, body, caller, request, reply } as Call<typeof endpoint>
        const hidden = endpoint.hidesSeries ? NONE_HIDDEN : await hiddenFrom(caller, endpoint)
        refuseHidden(hidden, params, query, body)
        const answer = async () => {
          const data = await handler(call)
          if ((endpoint.answer ?? 'envelope') !== 'envelope' || reply.sent) return null
          if (options.checkAnswers) checkAnswer(endpoint, data)
          return bodyOf(request, endpoint, data, hidden)
        }
        if (endpoint.large || endpoint.answer === 'stream') cutStalled(request, reply, stalled)
        const written = await (endpoint.large ? inTurn(caller, answer) : answer())
        return written === null ? reply : send(request, reply, endpoint, written)
      },
      // After the body limit of the route is known, before the body is read: nobody uploads without permission.
      onRequest: async (request) => {
        const named = reservoirIn(endpoint, request.query)
        if (named !== null || !mayNameInBody(endpoint, request)) {
          request.caller = await guard(request, endpoint, { named })
          if (endpoint.fills) await options.needRoom?.()
          return
        }
        try {
          request.caller = await guard(request, endpoint, { quiet: true })
        } catch (error) {
          // The body may name another reservoir, at which the caller has the permission.
          if (!(error instanceof Problem) || !DECIDED_BY_BODY.has(error.code)) throw error
        }
        if (endpoint.fills) await options.needRoom?.()
      },
    })
  }
}

/** Cuts off a client that takes nothing of an answer: a file that is read while it is sent would hold its turn for ever. */
function cutStalled(request: FastifyRequest, reply: FastifyReply, after: number): void {
  const { raw } = reply
  // A call from inside this process has no socket.
  if (!(request.raw.socket instanceof Socket)) return
  // The socket counts the time without a byte in either direction; while an answer is computed nothing waits in it.
  raw.setTimeout(after, () => {
    if (raw.writableLength > 0) raw.destroy()
  })
}

const DECIDED_BY_BODY: ReadonlySet<string> = new Set(['hydro_required', 'forbidden', 'reservoir_forbidden'])

/** The reservoir in the header hydro; null: none. */
export function reservoirInHeader(request: FastifyRequest): string | null {
  const header = request.headers.hydro
  return typeof header === 'string' && header.trim() !== '' ? header.trim() : null
}

/** The reservoir that a machine's call may name as hydro_code in its body or query. */
function reservoirIn(endpoint: Endpoint, part: unknown): string | null {
  if (endpoint.base === 'main' || typeof part !== 'object' || part === null) return null
  const { hydro_code: code } = part as { hydro_code?: unknown }
  return typeof code === 'string' && code !== '' ? code : null
}

function mayNameInBody(endpoint: Endpoint, request: FastifyRequest): boolean {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': chunked } = request.headers
  return (
    endpoint.base !== 'main' &&
    endpoint.access !== 'public' &&
    reservoirInHeader(request) === null &&
    (type ?? '').startsWith('application/json') &&
    (chunked !== undefined || Number(length ?? 0) > 0)
  )
}

/**
 * The caller, by all that the call says of its reservoir. @throws Problem 400 where header and body, or body and
 * query, name different ones
 */
async function callerOf(guard: Guard, request: FastifyRequest, endpoint: Endpoint): Promise<Caller> {
  const header = reservoirInHeader(request)
  const inQuery = reservoirIn(endpoint, request.query)
  const inBody = reservoirIn(endpoint, request.body)
  const [first, ...others] = [header, inQuery, inBody].filter((code) => code !== null)
  const other = others.find((code) => code !== first)
  if (other !== undefined)
    throw refuseField(languageOf(request), 'hydro_code', 'hydro_differs', { first, other })
  // The guard ran before the body was read; it runs again for the reservoir that the body names.
  if (request.caller === null || (inBody !== null && request.caller.hydro !== inBody))
    request.caller = await guard(request, endpoint, { named: inBody })
  return request.caller
}

function part(schema: z.ZodType | undefined, value: unknown, where: string, language: Language): unknown {
  if (!declares(schema)) return undefined
  let parsed = schema.safeParse(value)
  // A call without a body equals an empty object: refused only for required fields.
  if (value === undefined && !parsed.success) parsed = schema.safeParse({})
  if (parsed.success) return parsed.data
  const errors = fieldErrors(parsed.error, language, where)
  throw badFields(errors)
}

function checkAnswer(endpoint: Endpoint, data: unknown): void {
  const plain = data instanceof WithMeta ? data.data : data
  const value = plain instanceof JsonText ? JSON.parse(plain.text) : JSON.parse(JSON.stringify(plain ?? null))
  const parsed = endpoint.data.safeParse(value)
  if (!parsed.success)
    throw new Error(`answer of ${endpoint.method} ${fullPath(endpoint)}: ${parsed.error.message}`)
}

async function bodyOf(
  request: FastifyRequest,
  endpoint: Endpoint,
  data: unknown,
  hidden: HiddenSeries,
): Promise<string> {
  const status = endpoint.base === 'basic' ? '200' : 'success'
  const message = text('ok', request.caller!.language)
  const plain = data instanceof WithMeta ? data.data : data
  const json =
    plain instanceof JsonText
      ? plain.text
      : endpoint.large
        ? await jsonInSlices(plain)
        : JSON.stringify(plain ?? null)
  const meta = data instanceof WithMeta ? `,"meta":${JSON.stringify(data.meta)}` : ''
  const shown = withoutHidden(json, hidden)
  return `{"status":"${status}","message":${JSON.stringify(message)},"data":${shown}${meta}}`
}

async function send(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, body: string) {
  reply.code(endpoint.status ?? 200).header('content-type', 'application/json; charset=utf-8')
  reply.header('cache-control', 'no-store')
  if (body.length > BIG && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
    reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding')
    return reply.send(await compress(body, { level: 1, chunkSize: CHUNK }))
  }
  return reply.send(body)
}

/** Errors of the framework, by code, as problems. */
function known(
  error: Error & { code?: string; statusCode?: number },
  request: FastifyRequest,
): Problem | null {
  if (error instanceof Problem) return error
  const endpoint = request.routeOptions.config?.endpoint
  switch (error.code) {
    // Characters that the database cannot store.
    case '22021':
    case '22P02':
    case '22P05':
      return badRequest('bad_characters')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem(413, 'too_large', {
        limit: bytesInWords(endpoint ? bodyLimitOf(endpoint) : PUBLIC_BODY_LIMIT),
      })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_TYPE':
      return new Problem(415, 'wrong_content_type', {
        type: request.headers['content-type'] ?? '-',
        allowed: (endpoint?.contentTypes ?? ['application/json']).join(', '),
      })
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return badRequest('malformed_json', { line: 1, column: 1 })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badRequest('bad_request')
  }
  if (isDiskFull(error)) return new Problem(507, 'disk_full', { free: 0, reserve: 0 }, { retryAfter: 60 })
  if (isLost(error)) return new Problem(503, 'unavailable', {}, { retryAfter: 2 })
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new Problem(error.statusCode, error.statusCode === 404 ? 'not_found' : 'bad_request', { what: '' })
  return null
}

/** Turns errors into answers: problems as they are, anything else into a 500 with an incident number, logged once. */
export function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const language = request.caller?.language ?? languageOf(request)
    const problem = known(error, request)
    reply.header('cache-control', 'no-store')
    if (problem) {
      if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
      const errors = problem.errors && worded(problem.errors, language)
      const [first] = errors ?? []
      const params = first ? { detail: first.message, ...problem.params, path: first.path } : problem.params
      return refuse(request, reply, problem.status, {
        status: 'error',
        message: text(problem.code, language, params),
        code: problem.code,
        data: null,
        ...(errors ? { errors } : {}),
      })
    }
    const incident = randomUUID()
    log.error(
      { err: error, incident, method: request.method, path: request.routeOptions.url },
      'unknown error',
    )
    return refuse(request, reply, 500, failure('internal', language, { incident }, incident))
  })
  app.setNotFoundHandler((request, reply) => {
    const path = { method: request.method, path: request.url.split('?')[0] }
    reply.header('cache-control', 'no-store')
    return refuse(request, reply, 404, failure('no_such_path', languageOf(request), path))
  })
}

/** Bytes of a body that are read and discarded so that the next call may use the connection. */
const THROWN_AWAY = 1024 * 1024
/** How long a refusal can be read when the rest of the body is not accepted, ms. */
const LINGER = 5000

/** Sends a refusal. The rest of a long body is not read: the connection ends. */
function refuse(request: FastifyRequest, reply: FastifyReply, status: number, body: object): FastifyReply {
  const { raw, headers } = request
  const length =
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
  if (length <= THROWN_AWAY || raw.complete || !(raw.socket instanceof Socket))
    return reply.code(status).send(body)
  const text = JSON.stringify(body)
  const lines = Object.entries(reply.getHeaders())
    .filter(([name]) => !/^(connection|content-(type|length)|transfer-encoding)$/i.test(name))
    .map(([name, value]) => `${name}: ${String(value)}\r\n`)
  reply.hijack()
  raw.pause()
  raw.socket.end(`${headOf(status, text)}${lines.join('')}\r\n${text}`)
  setTimeout(() => raw.socket.destroy(), LINGER).unref()
  return reply
}

const headOf = (status: number, body: string) =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
  `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n`

/** Answers what the framework refuses before a route is known, like every other refusal. */
export function refuseAddress(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(400)
    .header('cache-control', 'no-store')
    .send(failure('malformed_address', languageOf(request)))
}

/** Answers bytes that are not HTTP: no language is known, and the connection ends. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const large = error.code === 'HPE_HEADER_OVERFLOW'
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const body = JSON.stringify(
    large
      ? failure('headers_too_large', 'vi', { limit: bytesInWords(maxHeaderSize) })
      : failure('malformed_request', 'vi'),
  )
  socket.end(`${headOf(large ? 431 : late ? 408 : 400, body)}Cache-Control: no-store\r\n\r\n${body}`)
}

function failure(code: MessageCode, language: Language, params = {}, incident?: string) {
  return {
    status: 'error' as const,
    message: text(code, language, params),
    code,
    data: null,
    ...(incident ? { incident } : {}),
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}
