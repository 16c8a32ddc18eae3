import type { DescriptionSeed } from '#contract/description.ts'
import { demoDescription } from '#plant/index.ts'
import { loadConfig } from '#server/lib/config.ts'
import { createHistory, type History } from '#server/features/history/index.ts'
import { createPlants, type Plants } from '#server/features/plants/index.ts'
import { createReadings, type Readings } from '#server/features/readings/index.ts'
import { addToken } from '#server/features/tokens/index.ts'
import { systemClock } from '#server/lib/clock.ts'
import { openDatabase } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'
import { makeSecrets } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import type { BenchDatabase } from './row.ts'

const ACTOR = { actor: 'bench', address: null }

/** A reservoir in a database, with the product's own parts in this process. */
export interface Place {
  url: string
  hydro: string
  services: Services
  plants: Plants
  history: History
  readings: Readings
  /** Registers series of the bench: gauges that no calculation reads. */
  declare(codes: readonly string[]): Promise<void>
  token(): Promise<string>
  close(): Promise<void>
}

/** seed: the plant; the demo's by default. */
export async function openPlace(
  database: BenchDatabase,
  seed: DescriptionSeed = demoDescription(),
): Promise<Place> {
  const db = openDatabase(database.url, silentLog)
  const services: Services = {
    config: loadConfig({}),
    db,
    clock: systemClock,
    log: silentLog,
    secrets: makeSecrets('the bench keeps nothing secret'),
  }
  const plants = createPlants(services)
  const history = createHistory({ db, clock: systemClock, log: silentLog, zoneOf: plants.zone })
  const readings = createReadings({ ...services, history })
  const hydro = seed.hydroCode
  await plants.create({ ...ACTOR, hydro }, seed)
  for (const series of seed.series) await readings.registry.put(hydro, series, ACTOR)
  return {
    url: database.url,
    hydro,
    services,
    plants,
    history,
    readings,
    async declare(codes) {
      for (const code of codes)
        await readings.registry.put(
          hydro,
          { code, name: code, unit: 'm', kind: 'instant', step_s: 300 },
          ACTOR,
        )
    },
    async token() {
      const created = await addToken(
        services,
        { ...ACTOR, hydro },
        { name: 'bench', scopes: ['write', 'read', 'describe'], series: null },
      )
      return created.secret
    },
    async close() {
      await readings.close()
      await db.close()
    },
  }
}
