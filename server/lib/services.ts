import type { Config } from '#server/lib/config.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Log } from './log.ts'
import type { Secrets } from './secrets.ts'

/** What every feature may use. */
export interface Services {
  config: Config
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
}
