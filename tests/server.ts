import type { DescriptionSeed } from '#contract/description.ts'
import type { Language } from '#contract/messages.ts'
import { fullPath, statusesOf, type Endpoint, type Input, type Output } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/envelope.ts'
import { createApp, type App } from '#server/app.ts'
import { loadConfig } from '#server/lib/config.ts'
import type { ConnectionLimits } from '#server/lib/connections.ts'
import { seedAccounts } from '#server/features/accounts/index.ts'
import { addToken } from '#server/features/tokens/index.ts'
import { fixedClock, type FixedClock } from '#server/lib/clock.ts'
import { silentLog, type Log } from '#server/lib/log.ts'
import { makeSecrets } from '#server/lib/secrets.ts'
import type { FreshDatabase } from './database.ts'

export const PASSWORD = 'Forebay2026'

export interface Answer<T = unknown> {
  status: number
  headers: Record<string, unknown>
  body: Envelope<T> & { code?: string; errors?: { path: string; code: string; message: string }[] }
}

export interface TestServer {
  app: App
  clock: FixedClock
  /** Calls an endpoint as one of the seeded accounts, with a raw token, or without one. */
  call<E extends Endpoint>(endpoint: E, input?: Input<E>, as?: Caller): Promise<Answer<Output<E>>>
  raw(options: {
    method: string
    url: string
    headers?: Record<string, string>
    payload?: string | Buffer
    remoteAddress?: string
  }): Promise<Answer>
  signIn(username: string): Promise<string>
  ingestToken(hydro: string, scopes?: ('write' | 'read' | 'describe')[]): Promise<string>
  close(): Promise<void>
}

export interface Caller {
  token?: string
  account?: string
  hydro?: string
  language?: Language
}

/** The longest that a timer takes, ms. */
const NEVER = 2 ** 31 - 1

/**
 * The real product on a fresh database, or on the given one (migrated and empty), reached through its real router. now:
 * initial time of its clock.
 */
export async function testServer(
  options: {
    now?: number
    env?: Record<string, string>
    demo?: boolean
    log?: Log
    freeBytes?: () => Promise<number | null>
    connections?: Partial<ConnectionLimits>
    database?: FreshDatabase
  } = {},
): Promise<TestServer> {
  // Loaded where it is needed: the proofs, which bring a database, run outside of the tests' runner.
  const database = options.database ?? (await (await import('./database.ts')).freshDatabase())
  const clock = fixedClock(options.now ?? Date.UTC(2026, 9, 20, 5, 0, 0))
  const config = loadConfig({ ADMIN_PASSWORD: PASSWORD, DATA_DIR: '/nonexistent', ...options.env })
  const services = {
    config,
    db: database.db,
    clock,
    log: options.log ?? silentLog,
    secrets: makeSecrets('test secret'),
  }
  await services.db.query(
    "INSERT INTO installation (name, value) VALUES ('demo', '0') ON CONFLICT DO NOTHING",
  )
  await seedAccounts(services, false)
  await seedOthers(services.db)
  const app = await createApp(services, {
    demo: options.demo ?? false,
    freeBytes: options.freeBytes,
    checkAnswers: true,
    connections: options.connections,
    // Heartbeats of streams ask the database whose sessions are over: where it matters, a test beats by itself.
    beatMs: NEVER,
  })
  const undeclared = new Set<string>()
  app.web.addHook('onResponse', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint && !statusesOf(endpoint).includes(reply.statusCode))
      undeclared.add(`${endpoint.method} ${fullPath(endpoint)} answered ${reply.statusCode}`)
  })
  await app.web.ready()
  const sessions = new Map<string, Promise<string>>()
  let address = 0

  const raw: TestServer['raw'] = async (o) => {
    const response = await app.web.inject(o as never)
    const text = response.body
    let body: unknown = text
    try {
      body = JSON.parse(text)
    } catch {
      // Not every answer is JSON.
    }
    return { status: response.statusCode, headers: response.headers, body: body as Answer['body'] }
  }

  const server: TestServer = {
    app,
    clock,
    raw,
    async call(endpoint, input = {} as never, as = { account: 'admin' }) {
      const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
      const path = fullPath(endpoint).replace(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(String((params as Record<string, unknown>)[name])),
      )
      const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
      const token = as.token ?? (as.account ? await server.signIn(as.account) : undefined)
      return raw({
        method: endpoint.method,
        url: path + search,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(as.hydro ? { hydro: as.hydro } : {}),
          'accept-language': as.language ?? 'en',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      }) as never
    },
    signIn(username) {
      let session = sessions.get(username)
      if (!session) {
        session = raw({
          method: 'POST',
          url: '/api/renew/auth/login',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ username, password: PASSWORD }),
          // Sign-ins are limited by address.
          remoteAddress: `10.1.${address >> 8}.${address++ & 255}`,
        }).then((a) => (a.body.data as { token: { access: string } }).token.access)
        sessions.set(username, session)
      }
      return session
    },
    async ingestToken(hydro, scopes = ['write', 'read', 'describe']) {
      const made = await addToken(
        services,
        { actor: 'test', address: null, hydro },
        { name: 'test', scopes, series: null },
      )
      return made.secret
    },
    async close() {
      await app.close()
      await database.drop()
      if (undeclared.size > 0)
        throw new Error(`statuses that OpenAPI does not name (statusesOf): ${[...undeclared].join('; ')}`)
    },
  }
  return server
}

/** One account per role, with admin's password, as in a demo. */
async function seedOthers(db: FreshDatabase['db']): Promise<void> {
  for (const name of ['manager', 'operator', 'viewer']) {
    await db.query(
      `INSERT INTO account (account_id, account_code, username, password_hash, full_name, created_at, updated_at)
       SELECT $1, $2, $2, password_hash, $2, created_at, updated_at FROM account WHERE username = 'admin'`,
      [`ac_${name}`, name],
    )
    await db.query(
      `INSERT INTO account_role (account_id, hydro_code, role_id) SELECT $1, '*', role_id FROM role WHERE role_name = $2`,
      [`ac_${name}`, name],
    )
  }
}

/** Sets up a reservoir with the series of its description. */
export async function addReservoir(
  { plants, readings }: Pick<App, 'plants' | 'readings'>,
  seed: DescriptionSeed,
) {
  const actor = { actor: 'test', address: null, hydro: seed.hydroCode }
  await plants.create(actor, seed)
  for (const series of seed.series) await readings.registry.put(seed.hydroCode, series, actor)
}
