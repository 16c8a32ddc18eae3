import type { FastifyInstance } from 'fastify'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import type { DemoState } from '#server/features/setup/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { serveErlogs } from './entered.ts'
export { plannedIn } from './planned.ts'
import { servePlan } from './plan.ts'
import { serveOutput } from './routes.ts'
import { serveWaterValue } from './water-value.ts'

export interface StatisticsDeps extends Services {
  plants: Plants
  history: History
  registry: Registry
}

/** Output and revenue: statistics, what people enter of each day, and the plan. */
export function serveStatistics(
  web: FastifyInstance,
  serve: Serve,
  deps: StatisticsDeps & { demo: DemoState },
): void {
  serveErlogs(serve, deps)
  servePlan(web, serve, deps)
  serveOutput(serve, deps)
  serveWaterValue(serve, deps)
}
