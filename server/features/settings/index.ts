import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { serveBundle } from './bundle/routes.ts'
import { serveChanges } from './changes.ts'
import { serveInterface } from './interface.ts'
import { serveNoise } from './noise.ts'
import { serveRestore } from './restore.ts'

/** Settings of a reservoir, changes of its description, and the whole of it as one file. */
export function serveSettings(
  serve: Serve,
  deps: Services & { plants: Plants; history: History; registry: Registry },
): void {
  const s: Services = deps
  serveInterface(serve, s, deps.plants)
  serveNoise(serve, s, deps.plants, deps.history)
  serveChanges(serve, s, deps.plants)
  serveRestore(serve, s, deps)
  serveBundle(serve, s, deps)
}
