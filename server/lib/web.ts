import { MINUTE } from '#core/time/units.ts'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastifyStatic from '@fastify/static'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RequestPayload,
} from 'fastify'
import { PUBLIC_BODY_LIMIT } from '#contract/endpoint.ts'
import { PAGES, TOOLS_PAGE } from '#contract/pages.ts'
import type { Tls } from './certificate.ts'
import type { Config } from './config.ts'
import { limitConnections, type ConnectionLimits } from './connections.ts'
import { badRequest, Problem } from './errors.ts'
import { inflateBodies } from './inflate.ts'
import { jsonFault } from './json-fault.ts'
import { networkOf } from './network.ts'
import { answerErrors, refuseAddress, refuseConnection } from './serve.ts'
import type { Services } from './services.ts'
import { createUploads, type Room } from './uploads.ts'

/** Calls a minute of one account, or of one network without an account. */
const CALLS_A_MINUTE = 600
/** For calls with limits of their own, or which strangers must not be able to use up for others. */
export const UNLIMITED = { config: { rateLimit: false } } as const

/** Which proxies to trust about the origin of a call: by their addresses, or by their number. */
function trusted(
  proxies: Config['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  // Given a number, the framework trusts nobody.
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  return proxies ?? false
}

/** The key by which calls are counted: an account, a valid token, or the strangers of a network. */
function limitedBy({ caller, ip, headers, routeOptions }: FastifyRequest): string {
  // The token is valid, but only the body decides at which reservoir it is used.
  const token = headers.authorization ?? headers.token
  if (caller === null && 'endpoint' in routeOptions.config && token !== undefined)
    return createHash('sha256').update(String(token)).digest('base64')
  return caller?.accountId ?? `${caller?.actor} ${networkOf(ip)}`
}

/** The web server with everything common to all routes: limits, headers, cookies, parsers, errors. */
export async function createWeb(
  s: Services,
  tls: Tls | null,
  limits: Partial<ConnectionLimits> = {},
): Promise<{ web: FastifyInstance; gauges(): Record<string, number> }> {
  const app = Fastify({
    loggerInstance: s.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(s.config.trustProxy),
    requestIdHeader: false,
    forceCloseConnections: true,
    // A request that never ends would hold its memory for ever.
    requestTimeout: 10 * MINUTE,
    bodyLimit: PUBLIC_BODY_LIMIT,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
    ...(tls ? { https: { cert: tls.cert, key: tls.key, handshakeTimeout: MINUTE / 2 } } : {}),
  }) as FastifyInstance
  app.decorateRequest('caller', null)
  answerErrors(app, s.log)
  inflateBodies(app)
  parseJson(app)
  const gauges = boundMemory(app, limits)
  const https =
    Boolean(s.config.tlsCert) || s.config.tls === 'self' || s.config.publicUrl?.startsWith('https:')
  await app.register(helmet, {
    // Plants open this over plain http on their own network: no upgrade, HSTS only under TLS.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...s.config.mapTileHosts],
        ...(s.config.mapTileHosts.length > 0 ? { connectSrc: ["'self'", ...s.config.mapTileHosts] } : {}),
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // Only where the public address is https; our own certificate may be switched off again.
    strictTransportSecurity: s.config.publicUrl?.startsWith('https:')
      ? { maxAge: 15_552_000, includeSubDomains: false }
      : false,
    crossOriginOpenerPolicy: https ? { policy: 'same-origin' } : false,
    originAgentCluster: https ? true : false,
    referrerPolicy: { policy: 'same-origin' },
  })
  // Once trusted on a machine, https by our own authority shows no warnings there.
  if (tls?.authority)
    app.get('/forebay-ca.crt', (_request, reply) =>
      reply.type('application/x-x509-ca-cert').send(tls.authority),
    )
  await app.register(cookie)
  await app.register(rateLimit, {
    global: true,
    hook: 'preHandler',
    max: CALLS_A_MINUTE,
    timeWindow: MINUTE,
    keyGenerator: limitedBy,
    // Ingest is limited by back-pressure; pages and files are cheap.
    allowList: (request) => !request.url.startsWith('/api') || request.url.startsWith('/api/ingest/'),
    errorResponseBuilder: (_request, context) => {
      const seconds = Math.max(1, Math.ceil(context.ttl / 1000))
      return new Problem(429, 'too_many_requests', { seconds }, { retryAfter: seconds })
    },
  })
  return { web: app, gauges }
}

/** Limits what connections and bodies hold, before and after authentication. Returns their gauges. */
function boundMemory(app: FastifyInstance, limits: Partial<ConnectionLimits>): () => Record<string, number> {
  const connections = limitConnections(app.server, limits)
  const uploads = createUploads()
  const begin = (request: FastifyRequest, reply: FastifyReply) =>
    connections.begin(request.raw, reply.raw, (socket) =>
      refuseConnection(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket),
    )
  // Refused by the guard: the rest of the body is awaited for a limited time only.
  app.addHook('onError', async (request, reply) => {
    if (!request.caller) begin(request, reply)
  })
  // The guard of the route has identified the caller, and nothing of the body is read yet.
  app.addHook('preParsing', async (request, reply, payload) => {
    const { caller, headers, routeOptions } = request
    const access = routeOptions.config?.endpoint?.access ?? 'public'
    if (access === 'public') {
      begin(request, reply)
      return payload
    }
    connections.known(request.raw)
    const length = Number(headers['content-length'] ?? 0)
    const grows =
      headers['transfer-encoding'] !== undefined || (headers['content-encoding'] ?? 'identity') !== 'identity'
    // A body larger than its route accepts is refused by its length.
    if (!grows && (length === 0 || length > routeOptions.bodyLimit)) return payload
    const room = uploads.enter(caller?.accountId ?? caller?.tokenId ?? networkOf(request.ip))
    request.room = room
    reply.raw.once('close', () => room.leave())
    if (grows) return counted(payload, room)
    room.take(length)
    return payload
  })
  app.addHook('onResponse', async (request) => request.room?.leave())
  return () => ({ ...connections.gauges(), ...uploads.gauges() })
}

/** Counts a body whose length is not known in advance. */
function counted(payload: RequestPayload, room: Room): RequestPayload {
  const bytes = async function* () {
    for await (const chunk of payload as AsyncIterable<Buffer>) {
      room.take(chunk.length)
      yield chunk
    }
  }
  const body = Readable.from(bytes(), { objectMode: false })
  // After a refusal nobody listens when the connection breaks.
  body.on('error', () => {})
  return Object.defineProperty(body, 'receivedEncodedLength', { get: () => payload.receivedEncodedLength })
}

/** Parses JSON with the position of a fault, which the framework's own error does not name. */
function parseJson(app: FastifyInstance): void {
  // By default the framework accepts plain text too, for any call.
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      done(null, JSON.parse(body as string))
    } catch (e) {
      done(badRequest('malformed_json', jsonFault(e as Error, body as string)))
    }
  })
}

/** The script of the built page; null where there is none. Its name changes with every build. */
export async function builtEntry(dist: string): Promise<string | null> {
  const page = await readFile(join(dist, 'index.html'), 'utf8').catch(() => '')
  return /<script[^>]*\ssrc="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? null
}

/**
 * Serves the built pages: files with hashed names for ever, and the two HTML entries at the paths of pages, which can
 * be reloaded. Any other path is 404: in a browser with a page that says so and leads back.
 */
export async function servePages(app: FastifyInstance, dist: string): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    // Written by the build beside each file.
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', (request, reply) => {
    const [path, query] = request.url.split('?', 2)
    if (`${path}/` === TOOLS_PAGE) return reply.redirect(query ? `${TOOLS_PAGE}?${query}` : TOOLS_PAGE)
    // Files of a later build; for missing ones the file server answers 404.
    if (path.startsWith('/assets/')) return reply.sendFile(path.slice(1))
    if (path === '/api' || path.startsWith('/api/')) return reply.callNotFound()
    if (!PAGES.test(path)) {
      if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return reply.callNotFound()
      reply.code(404)
    }
    const file = path === TOOLS_PAGE ? 'tools/index.html' : 'index.html'
    return reply.header('cache-control', 'no-cache').sendFile(file)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The share of its body in the memory for bodies. */
    room?: Room
  }
}
