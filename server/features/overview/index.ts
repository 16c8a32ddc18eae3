import type { Plants } from '#server/features/plants/index.ts'
import { reservoirsSeen } from '#server/features/feed/index.ts'
import { randomSecret } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import type { Rows } from './kept.ts'
import { createOverviewFeed, type OverviewFeed } from './stream.ts'

/** All reservoirs of a caller at a glance: rows, their sums, their stream; inflow between two of them. */
export { createRows } from './kept.ts'
export type { OverviewFeed } from './stream.ts'
export { serveOverview } from './routes.ts'

/** The stream of rows. people: by whose clock sessions end. */
export function startOverviewFeed(
  s: Services & { plants: Plants },
  rows: Rows,
  people: Services,
  beatMs?: number,
): OverviewFeed {
  return createOverviewFeed({
    boot: randomSecret(6),
    now: () => s.clock.now(),
    rows,
    log: s.log,
    beatMs,
    async seenBy(sessionIds) {
      const [seen, codes] = await Promise.all([reservoirsSeen(people, sessionIds), s.plants.codes()])
      return new Map([...seen].map(([id, sees]) => [id, codes.filter(sees)]))
    },
  })
}
