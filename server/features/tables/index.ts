import type { FastifyInstance } from 'fastify'
import type { Plants } from '#server/features/plants/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { serveBasicTables } from './basic-routes.ts'
import { serveTableChanges } from './change-routes.ts'
import { serveNamed } from './named-routes.ts'
import { createShow, serveReading } from './read-routes.ts'
import { createSave } from './save.ts'
import { serveUploads, takeFiles } from './upload-routes.ts'

export { withAgain, withUpload, withVersion } from './draft.ts'
export { overlapProblem, overlapsOf } from './save.ts'
export { readHeads } from './store.ts'
export { pruneUploads } from './upload-store.ts'

/** Interpolation tables: files in and out, versions, values. */
export function serveTables(web: FastifyInstance, serve: Serve, s: Services & { plants: Plants }): void {
  const { plants } = s
  takeFiles(web)
  const parts = { plants, save: createSave(s, plants), show: createShow(s, plants) }
  serveReading(serve, s, plants)
  serveUploads(serve, s, parts)
  serveTableChanges(serve, s, parts)
  serveNamed(serve, s, parts)
  serveBasicTables(serve, s, parts)
}
