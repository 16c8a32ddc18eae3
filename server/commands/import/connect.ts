import type { Config } from '#server/lib/config.ts'
import { systemClock } from '#server/lib/clock.ts'
import { openDatabase } from '#server/lib/database.ts'
import { releaseDead } from '#server/lib/across.ts'
import { createLog } from '#server/lib/log.ts'
import { migrate } from '#server/lib/migrate.ts'
import { createNotices } from '#server/lib/notices.ts'
import { runningUrl, startPostgres } from '#server/lib/postgres/index.ts'
import { loadSecrets } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import { createPipeline } from '#server/pipeline.ts'
import type { ImportContext } from '#server/history-import/context.ts'

export interface Connection {
  ctx: ImportContext
  /** Whether a server uses the same database: it computes what changes by itself. */
  shared: boolean
  close(): Promise<void>
  /** Stops only what was started for this, and leaves work unfinished. */
  stop(): Promise<void>
}

/**
 * Connects to the database of the settings: an external one, the embedded one of a running Forebay, or one started
 * here.
 */
export async function connect(config: Config, actor: string): Promise<Connection> {
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel)
  const undo: (() => Promise<unknown>)[] = []
  let stop: () => Promise<void> = async () => {}
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    let url = config.databaseUrl
    let direct = config.databaseDirectUrl
    let shared = url !== null
    if (url === null) {
      const running = runningUrl(config.dataDir)
      shared = running !== null
      if (running !== null) url = running
      else {
        const postgres = await startPostgres({ dataDir: config.dataDir, user: config.dataUser, log })
        stop = () => postgres.stop()
        undo.push(stop)
        url = postgres.url
      }
      direct = url
    }
    await migrate(direct ?? url, log)
    const db = openDatabase(url, log)
    undo.push(() => db.close())
    if (!shared) await releaseDead(db, config.lease)
    const s: Services = {
      config,
      db,
      clock: systemClock,
      log,
      secrets: loadSecrets(config.secretKey, config.dataDir),
    }
    const { plants, history, readings, calculation } = createPipeline(
      s,
      createNotices({ db, url: direct ?? url, log }),
    )
    undo.push(() => readings.close())
    const { registry } = readings
    return {
      ctx: { db, clock: s.clock, log, plants, history, registry, calculation, actor, lease: config.lease },
      shared,
      close,
      stop,
    }
  } catch (error) {
    await close()
    throw error
  }
}
