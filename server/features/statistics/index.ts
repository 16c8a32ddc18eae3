import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { serveErlogs } from './entered.ts'

export interface StatisticsDeps extends Services {
  plants: Plants
  history: History
}

/** Output and revenue: what people enter of each day. */
export function serveStatistics(serve: Serve, deps: StatisticsDeps): void {
  serveErlogs(serve, deps)
}
