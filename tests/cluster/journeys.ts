import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount, removeAccount } from '#contract/accounts.ts'
import { listAudit } from '#contract/audit.ts'
import { login, logout, me, refresh } from '#contract/auth.ts'
import { getRun, recalculate } from '#contract/calculation.ts'
import { listChanges } from '#contract/changes.ts'
import { setReview } from '#contract/edits.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { ITEMS } from '#contract/items.ts'
import { getReadings, postReadings } from '#contract/readings.ts'
import { listOwnSessions } from '#contract/sessions.ts'
import { addToken, listTokens } from '#contract/tokens.ts'
import { addWallScreen } from '#contract/wall.ts'
import { DAY, HOUR, MINUTE } from '#core/time/units.ts'
import { toLocal } from '#core/time/index.ts'
import { demoDescription, observe, simulate } from '#plant/index.ts'
import { backup, checkArchive } from '#server/backup/index.ts'
import { TABLES } from '#server/lib/tables.ts'
import type { FreshDatabase } from '../database.ts'
import { addReservoir, PASSWORD, testServer, type TestServer } from '../server.ts'

/**
 * What a database has to do for the program, one journey after the other over two reservoirs. The tests walk them on
 * plain PostgreSQL, `npm run proof citus` on a cluster: so this imports nothing of the tests' runner.
 */
export interface Journey {
  name: string
  walk(ground: Ground): Promise<void>
}

export interface Ground {
  server: TestServer
  url: string
  close(): Promise<void>
}

const seed = demoDescription()
const HERE = seed.hydroCode
const THERE = 'DOITHU'
const BOTH = [HERE, THERE]
/** In a flood, in the middle of a UTC day, at the end of an interval. */
const T = Date.UTC(2025, 9, 16, 6)
const SPAN = 6 * HOUR
const LEVEL = 'level.reservoir.1'
const local = (t: number) => toLocal(t, seed.plant.zone)

/** A server on a migrated, empty database, with two reservoirs that have sent nothing yet. */
export async function openGround(database: FreshDatabase): Promise<Ground> {
  const server = await testServer({ now: T, database })
  for (const hydroCode of BOTH) {
    await addReservoir(server.app, { ...seed, hydroCode })
  }
  return { server, url: database.url, close: () => server.close() }
}

let addresses = 0

/** Signs in at the present time of the server's clock. */
async function signIn({ server }: Ground, username: string): Promise<Output<typeof login>['token']> {
  const answer = await server.raw({
    method: 'POST',
    url: '/api/renew/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username, password: PASSWORD }),
    remoteAddress: `10.9.0.${++addresses % 250}`,
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return (answer.body.data as Output<typeof login>).token
}

/** The answer of a call that succeeds. */
async function ask<E extends Endpoint>(
  { server }: Ground,
  endpoint: E,
  input: Input<E>,
  as: { token: string; hydro?: string },
): Promise<Output<E>> {
  const answer = await server.call(endpoint, input, as)
  assert.ok(answer.status < 300, `${endpoint.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data as Output<E>
}

const manager = async (g: Ground, hydro: string) => ({ token: (await signIn(g, 'manager')).access, hydro })

async function computed({ server }: Ground, hydro: string): Promise<number> {
  const all = await server.app.history.read(hydro, ['general.lake_level'], T - SPAN, T)
  return all.get('general.lake_level')?.t.length ?? 0
}

const readBack = async (g: Ground, hydro: string) => {
  const token = await g.server.ingestToken(hydro)
  const query = { series: LEVEL, from: String(T - SPAN), to: String(T), hydro_code: hydro }
  return (await ask(g, getReadings, { query } as never, { token })).readings
}

export const JOURNEYS: readonly Journey[] = [
  {
    name: 'sign-in: a session, its renewal, its end, and a password that is wrong',
    async walk(g) {
      const first = await signIn(g, 'operator')
      assert.equal((await ask(g, me, {}, { token: first.access })).username, 'operator')
      const next = await ask(g, refresh, { body: { refreshToken: first.refresh! } }, { token: first.access })
      assert.ok((await ask(g, listOwnSessions, {}, { token: next.access })).length > 0)
      await ask(g, logout, { body: { refreshToken: next.refresh! } }, { token: next.access })
      const ended = await g.server.call(refresh, { body: { refreshToken: next.refresh! } }, {})
      assert.equal(ended.status, 401)
      const body = { username: 'viewer', password: 'Not the password 1' }
      assert.equal((await g.server.call(login, { body }, {})).status, 401)
    },
  },
  {
    name: 'ingest: readings of two reservoirs, the same again, one corrected, all read back',
    async walk(g) {
      const readings = observe(simulate({ from: T - SPAN, to: T, step: MINUTE }))
        .filter(({ t }) => t > T - SPAN)
        .map(({ series, t, v }) => ({ series, t, v }))
      const levels = readings.filter(({ series }) => series === LEVEL).length
      for (const hydro of BOTH) {
        const as = { token: await g.server.ingestToken(hydro) }
        const send = (all: typeof readings) =>
          ask(g, postReadings, { body: { hydro_code: hydro, readings: all } }, as)
        assert.equal((await send(readings)).accepted, readings.length)
        assert.equal((await send(readings.slice(0, 100))).unchanged, 100)
        const last = readings.findLast(({ series }) => series === LEVEL)!
        // The other reservoir keeps what was sent: rows of one are not those of the other.
        const v = last.v! + (hydro === HERE ? 0.01 : 0)
        await send([{ ...last, v }])
        const back = await readBack(g, hydro)
        assert.equal(back.length, levels)
        assert.equal(back.at(-1)![1], v)
      }
    },
  },
  {
    name: 'calculation: what came is computed, with hour bins and without marks that stay',
    async walk(g) {
      for (const hydro of BOTH) await g.server.app.calculation.settle(hydro)
      await g.server.app.history.settleBins()
      for (const hydro of BOTH) assert.ok((await computed(g, hydro)) >= SPAN / (5 * MINUTE))
      const left = await g.server.app.services.db.query('SELECT 1 FROM dirty_span')
      assert.equal(left.length, 0)
    },
  },
  {
    name: 'recalculation: a run of one reservoir to its end',
    async walk(g) {
      const as = await manager(g, HERE)
      const body = { from: local(T - 3 * HOUR), to: local(T) }
      const { run_id: id } = await ask(g, recalculate, { body }, as)
      await g.server.app.runs.turn()
      const run = await ask(g, getRun, { params: { id } }, as)
      assert.equal(run.state, 'done', JSON.stringify(run))
      const other = await g.server.call(getRun, { params: { id } }, await manager(g, THERE))
      assert.equal(other.status, 404)
    },
  },
  {
    name: 'description: a change of one reservoir, in its list of changes and not in the other’s',
    async walk(g) {
      const totals = async () =>
        Promise.all(
          BOTH.map(
            async (hydro) =>
              (await ask(g, listChanges, { query: {} } as never, await manager(g, hydro))).total,
          ),
        )
      const before = await totals()
      const as = await manager(g, HERE)
      const [parameters] = await ask(g, ITEMS.parameters.list, {}, as)
      const body = { version: parameters.version, body: { ...parameters.body, window: 7200 } }
      g.server.clock.advance(1000)
      await ask(g, ITEMS.parameters.change, { params: { id: 'parameters' }, body }, as)
      assert.deepEqual(await totals(), [before[0] + 1, before[1]])
      await g.server.app.calculation.settle(HERE)
    },
  },
  {
    name: 'records with the name of who made them: a review, a token, a wall screen',
    async walk(g) {
      for (const hydro of BOTH) {
        const as = { token: (await signIn(g, 'admin')).access, hydro }
        const review = await ask(g, setReview, { body: { state: 'in_review', from: T - HOUR, to: T } }, as)
        assert.ok(review.set_by_name)
        const made = await ask(g, addToken, { body: { name: 'journey', scopes: ['read'], series: null } }, as)
        const tokens = await ask(g, listTokens, {}, as)
        assert.ok(tokens.some(({ token_id }) => token_id === made.token_id))
        const screen = await ask(g, addWallScreen, { body: { name: 'journey' } }, as)
        assert.ok(screen.created_by_name)
      }
    },
  },
  {
    name: 'accounts and audit: an act with its record, of a reservoir and of the house',
    async walk(g) {
      const as = { token: (await signIn(g, 'admin')).access, hydro: HERE }
      const records = async (query: object) => (await ask(g, listAudit, { query } as never, as)).total
      const before = await records({})
      const [{ role_id }] = await g.server.app.services.db.query<{ role_id: string }>(
        "SELECT role_id FROM role WHERE role_name = 'viewer'",
      )
      const made = await ask(
        g,
        createAccount,
        {
          body: {
            username: 'journey',
            password: PASSWORD,
            full_name: 'Journey',
            roles: [{ hydro_code: THERE, role_id }],
          },
        } as never,
        as,
      )
      await signIn(g, 'journey')
      await ask(g, removeAccount, { params: { id: made.account_id } } as never, as)
      assert.ok((await records({})) >= before + 3)
      assert.ok((await records({ noun: 'parameters' })) >= 1)
    },
  },
  {
    name: 'backup: a whole archive with every row',
    async walk({ server, url }) {
      const dir = mkdtempSync(join(tmpdir(), 'forebay-journey-'))
      try {
        const file = join(dir, 'journey.backup')
        await backup(url, file, { dataDir: dir, version: 'journey' })
        const { tables } = await checkArchive(file)
        assert.deepEqual(tables.map((t) => t.name).toSorted(), Object.keys(TABLES).toSorted())
        for (const { name, sum } of tables) {
          const [{ n }] = await server.app.services.db.query<{ n: number }>(
            `SELECT count(*)::int AS n FROM ${name}`,
          )
          assert.equal(sum.rows, n, name)
        }
      } finally {
        rmSync(dir, { recursive: true })
      }
    },
  },
  {
    name: 'packing: days that closed are packed, and say the same',
    async walk(g) {
      const { app, clock } = g.server
      const before = await Promise.all(BOTH.map((hydro) => readBack(g, hydro)))
      clock.advance(DAY)
      assert.ok((await app.history.pack({ olderThan: clock.now() })) > 0)
      const [{ n }] = await app.services.db.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM reading WHERE t < $1',
        [T - (T % DAY) + DAY],
      )
      assert.equal(n, 0)
      assert.deepEqual(await Promise.all(BOTH.map((hydro) => readBack(g, hydro))), before)
    },
  },
]
