import { login } from '#contract/auth.ts'
import type { Output } from '#contract/endpoint.ts'
import { fullPath } from '#contract/endpoint.ts'
import { demoDescription } from '#plant/describe.ts'
import { PASSWORD, testServer, type Answer, type TestServer } from '../server.ts'

export const seed = demoDescription()
/** The reservoir of most tests, and a second one where there are two. */
export const HERE = seed.hydroCode
export const THERE = 'THERE'

export interface Fixture {
  server: TestServer
  role(level: number, permissions: string[]): Promise<string>
  /** Creates an account with PASSWORD and these roles; a bare role id applies to every reservoir. */
  account(grants?: string | Record<string, string>, fields?: { email?: string }): Promise<Person>
  /** Signs in from an address of its own by default. */
  signIn(username: string, password?: string, more?: SignInOptions): Promise<Answer<Output<typeof login>>>
  audit(act: string): Promise<AuditRow[]>
  close(): Promise<void>
}

export interface SignInOptions {
  address?: string
  cookie?: string
  body?: object
}

export interface Person {
  id: string
  username: string
}

export interface AuditRow {
  audit_id: string
  actor: string
  actor_name: string | null
  address: string | null
  act: string
  noun: string
  item: string | null
  item_name: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
  hydro_code: string | null
}

/** A server with one reservoir (or two), where accounts are created directly in the database. */
export async function fixture(
  options: { env?: Record<string, string>; two?: boolean } = {},
): Promise<Fixture> {
  const server = await testServer({ env: options.env })
  const { db } = server.app.services
  const nobody = { actor: 'test', address: null, hydro: HERE }
  await server.app.plants.create(nobody, seed)
  if (options.two) await server.app.plants.create({ ...nobody, hydro: THERE }, { ...seed, hydroCode: THERE })
  let made = 0
  let addresses = 0

  return {
    server,
    async role(level, permissions) {
      const id = `ro_${++made}`
      await db.query(
        'INSERT INTO role (role_id, role_name, level, permissions, created_at) VALUES ($1, $1, $2, $3, 0)',
        [id, level, permissions],
      )
      return id
    },
    async account(grants, fields = {}) {
      const username = `person${++made}`
      const id = `ac_${made}`
      await db.query(
        `INSERT INTO account (account_id, account_code, username, full_name, email, password_hash, created_at, updated_at)
         SELECT $1, $2, $2, $2, $3, password_hash, 0, 0 FROM account WHERE username = 'admin'`,
        [id, username, fields.email ?? null],
      )
      const all = typeof grants === 'string' ? { '*': grants } : (grants ?? {})
      for (const [hydro, role] of Object.entries(all))
        await db.query('INSERT INTO account_role (account_id, hydro_code, role_id) VALUES ($1, $2, $3)', [
          id,
          hydro,
          role,
        ])
      return { id, username }
    },
    async signIn(username, password = PASSWORD, more = {}) {
      const address = more.address ?? `10.9.${addresses >> 8}.${addresses++ & 255}`
      return (await server.raw({
        method: 'POST',
        url: fullPath(login),
        headers: {
          'content-type': 'application/json',
          'accept-language': 'en',
          ...(more.cookie ? { cookie: more.cookie } : {}),
        },
        payload: JSON.stringify({ username, password, ...more.body }),
        remoteAddress: address,
      })) as never
    },
    audit: (act) =>
      db.query<AuditRow>('SELECT * FROM audit WHERE act = $1 ORDER BY at DESC, audit_id DESC', [act]),
    close: () => server.close(),
  }
}
