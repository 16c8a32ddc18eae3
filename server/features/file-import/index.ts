import type { FastifyInstance } from 'fastify'
import type { Calculation } from '#server/features/calculation/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import type { Disk } from '#server/lib/disk.ts'
import type { Notices } from '#server/lib/notices.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { serveImportCalls } from './routes.ts'
import { createImportWorker, type Worker } from './worker.ts'

export { onDisk } from './disk.ts'
export { asProblem, checkFile } from './file.ts'
export type { Worker } from './worker.ts'

/** Imports history from uploaded files: the calls, and the worker that reads and writes. */
export function serveImports(
  web: FastifyInstance,
  serve: Serve,
  s: Services & {
    plants: Plants
    history: History
    registry: Registry
    calculation: Calculation
    notices?: Notices
    disk?: Disk
  },
): Worker {
  const { plants, history, registry, calculation } = s
  const { db, clock, log, config } = s
  const context = { db, clock, log, plants, history, registry, calculation, lease: config.lease }
  const worker = createImportWorker(s, context, { notices: s.notices, disk: s.disk })
  serveImportCalls(web, serve, s, { plants, registry, worker, context: { ...context, actor: 'system' } })
  return worker
}
