import { DAY, HOUR, MINUTE } from '#core/time/units.ts'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { demoDescription } from '#plant/describe.ts'
import { outlooksAt } from '#plant/basin/outlook.ts'
import { HYDRO_CODE, parseFaults, SEED } from '#plant/index.ts'
import { Archive } from '#plant/logger/archive.ts'
import { openClient } from '#plant/logger/client.ts'
import { createApp } from '#server/app.ts'
import { loadConfig } from '#server/lib/config.ts'
import { importHistory, mappingSchema } from '#server/history-import/index.ts'
import { seedDemo } from '#server/demo.ts'
import { seedAccounts } from '#server/features/accounts/index.ts'
import { fixedClock, type FixedClock } from '#server/lib/clock.ts'
import { openDatabase } from '#server/lib/database.ts'
import { freePort } from '#server/lib/postgres/index.ts'
import { silentLog } from '#server/lib/log.ts'
import { migrate } from '#server/lib/migrate.ts'
import { makeSecrets } from '#server/lib/secrets.ts'

const PER_CALL = 40_000

export interface World {
  url: string
  username: string
  password: string
  /** The server's clock; it is frozen until it is moved. */
  clock: FixedClock
  /** Imports a published hourly inflow that differs slightly from the computed one. */
  publish(): Promise<void>
  close(): Promise<void>
}

/**
 * The real product at a frozen instant: its clock is stopped, its plant has sent the readings until then, everything
 * is computed. The same instant and faults give the same screens on any day.
 * @param cluster the address of a running PostgreSQL
 * @param faults as in PLANT_FAULTS, durations counted from `now`
 * @param others names of further reservoirs, without readings
 */
export async function openWorld(
  cluster: string,
  options: {
    now: number
    days: number
    faults?: string
    dataDir: string
    env?: Record<string, string>
    others?: string[]
  },
): Promise<World> {
  const { now, days } = options
  const url = await newDatabase(cluster)
  await migrate(url, silentLog)
  const db = openDatabase(url, silentLog)
  const password = `Aa1${randomBytes(6).toString('hex')}`
  const token = randomBytes(12).toString('hex')
  const port = await freePort()
  const config = loadConfig({
    PORT: String(port),
    ADMIN_PASSWORD: password,
    INGEST_TOKEN: token,
    DATA_DIR: options.dataDir,
    // Sign-ins are counted by address, which all browsers of a run share.
    TRUST_PROXY: 'loopback',
    ...options.env,
  })
  const clock = fixedClock(now)
  const services = { config, db, clock, log: silentLog, secrets: makeSecrets('a secret for pictures') }
  await seedAccounts(services, true)
  const app = await createApp(services, { demo: true })
  await seedDemo(app)
  // Node stamps its answers with the true time, which pages would take for the server's.
  app.web.server.prependListener('request', (_request, response) => void (response.sendDate = false))
  await app.web.listen({ host: '127.0.0.1', port })
  const address = `http://127.0.0.1:${(app.web.server.address() as AddressInfo).port}`

  const last = Math.floor(now / MINUTE) * MINUTE
  const archive = new Archive(SEED, Math.floor((last - days * DAY) / DAY) * DAY, last)
  const readings = archive
    .readings(last - days * DAY, last, parseFaults(options.faults ?? '', now))
    .filter((r) => r.at <= now)
  const client = openClient({ url: address, token, hydroCode: HYDRO_CODE })
  for (let i = 0; i < readings.length; i += PER_CALL) {
    const outcome = await client.send(readings.slice(i, i + PER_CALL))
    if (outcome.kind !== 'sent' || outcome.rejected.length > 0)
      throw new Error(`the plant could not send: ${JSON.stringify(outcome).slice(0, 500)}`)
  }
  for (const forecast of outlooksAt(SEED, last, [])) await client.forecast(forecast)
  // Not earlier: readings without a name go to the first.
  for (const [i, name] of (options.others ?? []).entries()) {
    const seed = demoDescription()
    const hydroCode = `HO${i + 1}`
    await app.plants.create(
      { actor: 'system', address: null, hydro: hydroCode },
      { ...seed, hydroCode, plant: { ...seed.plant, name } },
    )
  }
  await app.calculation.settle(HYDRO_CODE)
  while ((await app.history.settleBins()) > 0);

  return {
    url: address,
    // An account that sees every page.
    username: 'admin',
    password,
    clock,
    async publish() {
      const code = 'general.total_discharge_lake'
      const computed = (await app.history.read(HYDRO_CODE, [code], now - days * DAY, now)).get(code)!
      const rows = [...computed.t].flatMap((t, i) => {
        if (t % HOUR !== 0 || Number.isNaN(computed.v[i])) return []
        return [
          `${new Date(t).toISOString()},${(computed.v[i] * (1.03 + 0.05 * Math.sin(t / DAY))).toFixed(1)}`,
        ]
      })
      const file = join(options.dataDir, 'published.csv')
      writeFileSync(file, ['time,inflow', ...rows].join('\n'))
      const { history, plants, calculation, readings } = app
      await importHistory(
        {
          db,
          clock,
          log: silentLog,
          plants,
          history,
          registry: readings.registry,
          calculation,
          actor: 'system',
          lease: config.lease,
        },
        {
          file,
          mapping: mappingSchema.parse({
            plant: HYDRO_CODE,
            time: 'time',
            columns: [
              {
                column: 'inflow',
                series: 'published.inflow',
                unit: 'm3/s',
                kind: 'mean',
                step: 3600,
                name: 'Inflow',
              },
            ],
          }),
        },
      )
    },
    async close() {
      await app.close()
      await db.close()
    },
  }
}

async function newDatabase(cluster: string): Promise<string> {
  const name = `world_${randomBytes(4).toString('hex')}`
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${name}`)
  } finally {
    await client.end()
  }
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return url.href
}
