/** Does the pending calculations as the server does, and stops dead at a given point. */
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
  // Inside a transaction that has written but not committed; only the signal follows.
  return new Promise<void>(() => {})
}
// Waits until the locks of a killed process are released.
const worker = createRunWorker(services, { plants, history, readings, calculation }, { part, lease, pause })
await worker.run(new AbortController().signal)
