/** Does what waits of the calculation as the server does, and stops dead where it is told. */
import { createCalculation, createRunWorker } from '#server/features/calculation/index.ts'
import { createHistory } from '#server/features/history/index.ts'
import { createPlants } from '#server/features/plants/index.ts'
import { createReadings } from '#server/features/readings/index.ts'
import { loadConfig } from '#server/lib/config.ts'
import { fixedClock } from '#server/lib/clock.ts'
import { openDatabase } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'
import { makeSecrets } from '#server/lib/secrets.ts'

const { url, now, part, lease, stopAt } = JSON.parse(process.argv[2])
const db = openDatabase(url, silentLog)
const clock = fixedClock(now)
const services = { config: loadConfig({}), db, clock, log: silentLog, secrets: makeSecrets('test secret') }
const plants = createPlants(services)
const history = createHistory({ db, clock, log: silentLog, zoneOf: plants.zone })
const readings = createReadings({ ...services, history })
const calculation = createCalculation(services, { plants, history, readings })
let written = 0
const pause = (after: string) => {
  if (after !== 'part written' || ++written < stopAt) return
  process.stdout.write('stopped\n')
  // Within a transaction that has written and not committed; nothing follows but the signal.
  return new Promise<void>(() => {})
}
// Waits for the end of what a killed one held.
const worker = createRunWorker(services, { plants, history, readings, calculation }, { part, lease, pause })
await worker.run(new AbortController().signal)
