/** Imports as the command does, and stops dead in the middle of a transaction after some writes. */
import { createHistory } from '#server/features/history/index.ts'
import { createPlants } from '#server/features/plants/index.ts'
import { createReadings } from '#server/features/readings/index.ts'
import { createCalculation } from '#server/features/calculation/index.ts'
import { importHistory, mappingSchema } from '#server/history-import/index.ts'
import { loadConfig } from '#server/lib/config.ts'
import { fixedClock } from '#server/lib/clock.ts'
import { openDatabase } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'
import { makeSecrets } from '#server/lib/secrets.ts'

const { url, now, file, mapping, cells, stopAt, lease } = JSON.parse(process.argv[2])
const db = openDatabase(url, silentLog)
const clock = fixedClock(now)
const services = { config: loadConfig({}), db, clock, log: silentLog, secrets: makeSecrets('test secret') }
const plants = createPlants(services)
let packed = 0
const pause = (after: string) => {
  if (after !== 'days packed' || ++packed < stopAt) return
  // Printed once: others that write beside it stop silently.
  if (packed === stopAt) process.stdout.write('stopped\n')
  // Inside a transaction that has written but not committed; only the signal follows.
  return new Promise<void>(() => {})
}
const history = createHistory({ db, clock, log: silentLog, zoneOf: plants.zone, pause })
const readings = createReadings({ ...services, history })
const calculation = createCalculation(services, { plants, history, readings })
await importHistory(
  {
    db,
    clock,
    log: silentLog,
    plants,
    history,
    registry: readings.registry,
    calculation,
    actor: 'test',
    lease,
  },
  { file, mapping: mappingSchema.parse(mapping), cells },
)
