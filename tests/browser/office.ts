import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount, type Account } from '#contract/accounts.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import type { Body, Endpoint, Input, Output } from '#contract/endpoint.ts'
import { postReadings } from '#contract/readings.ts'
import { createRole, listRoles } from '#contract/roles.ts'
import { addToken } from '#contract/tokens.ts'
import { loadConfig } from '#server/lib/config.ts'
import { connect } from '#server/commands/import/connect.ts'
import { importPlant } from '#server/history-import/plant.ts'
import { freePort } from '#server/lib/postgres/index.ts'
import { ROOT, startServer, type ServerProcess } from '../process.ts'
import { accessOf, call } from './call.ts'

const EXAMPLE = JSON.parse(readFileSync(join(ROOT, 'docs', 'example-plant.json'), 'utf8')) as DescriptionSeed

type Reading = Body<typeof postReadings>['readings'][number]

/** An installation that is no demo: nothing extends its edition, its reservoirs are set up as by people. */
export interface Office {
  url: string
  password: string
  /** Starts the program, or restarts it with other settings on the same data and address. */
  start(env: Record<string, string>): Promise<void>
  /** Sets up reservoirs with the import command. */
  addReservoirs(places: { code: string; name: string; zone?: string }[]): Promise<void>
  /** Sets up a reservoir from its description. */
  addDescribed(seed: DescriptionSeed): Promise<void>
  /** Creates an account with the office's password; roles by reservoir, or one for all. */
  addAccount(username: string, roles: string | Record<string, string>, email?: string): Promise<Account>
  addRole(role_name: string, level: number, permissions: string[]): Promise<void>
  /** Sends the level of a lake, m above datum, as its logger would now. */
  sendLevel(hydro: string, z: number): Promise<void>
  /** Sends readings of a reservoir as its logger does; each must be accepted. */
  sendReadings(hydro: string, readings: Reading[]): Promise<void>
  /** Calls an endpoint as the administrator. */
  ask<E extends Endpoint>(endpoint: E, input: Input<E>, hydro?: string): Promise<Output<E>>
  close(): Promise<void>
}

export async function openOffice(): Promise<Office> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forebay-office-'))
  const password = `Aa1${randomBytes(6).toString('hex')}`
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const secrets = new Map<string, string>()
  let server: ServerProcess | null = null
  let session: Promise<string> | null = null

  const signIn = () => (session ??= accessOf(url, 'admin', password))

  const office: Office = {
    url,
    password,
    async start(env) {
      await server?.stop()
      server = null
      session = null
      server = await startServer({
        dataDir,
        port,
        env: { DEMO: '0', ADMIN_PASSWORD: password, PUBLIC_URL: url, TRUST_PROXY: 'loopback', ...env },
      })
    },
    async addReservoirs(places) {
      for (const { code, name, zone = EXAMPLE.plant.zone } of places)
        await office.addDescribed({
          ...EXAMPLE,
          hydroCode: code,
          plant: { ...EXAMPLE.plant, name, zone },
        })
    },
    async addDescribed(seed) {
      const { ctx, close } = await connect(loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }), 'test')
      try {
        await importPlant(ctx, seed)
      } finally {
        await close()
      }
    },
    async addRole(role_name, level, permissions) {
      await office.ask(createRole, { body: { role_name, level, permissions } as never })
    },
    async addAccount(username, roles, email) {
      const known = new Map((await office.ask(listRoles, {})).map((r) => [r.role_name, r.role_id]))
      const given = typeof roles === 'string' ? { '*': roles } : roles
      const grants = Object.entries(given).map(([hydro_code, name]) => ({
        hydro_code,
        role_id: known.get(name)!,
      }))
      return office.ask(createAccount, {
        body: { username, full_name: username, password, email, status: true, roles: grants },
      })
    },
    sendLevel: (hydro, v) => office.sendReadings(hydro, [{ series: 'level.reservoir.1', t: Date.now(), v }]),
    async sendReadings(hydro, readings) {
      if (!secrets.has(hydro)) {
        const made = await office.ask(
          addToken,
          { body: { name: 'logger', scopes: ['write'], series: null } },
          hydro,
        )
        secrets.set(hydro, made.secret)
      }
      const body = { readings }
      const { accepted, rejected } = await call(url, postReadings, { body }, { bearer: secrets.get(hydro)! })
      if (accepted !== readings.length)
        throw new Error(`not every reading was taken: ${JSON.stringify(rejected.slice(0, 5))}`)
    },
    ask: async (endpoint, input, hydro) => call(url, endpoint, input, { bearer: await signIn(), hydro }),
    async close() {
      await server?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return office
}
