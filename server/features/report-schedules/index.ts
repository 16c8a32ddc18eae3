import type { Queue } from '#server/lib/queue.ts'
import type { Serve } from '#server/lib/serve.ts'
import { createChanged } from './changed.ts'
import type { ScheduleDeps } from './deps.ts'
import { planReports } from './plan.ts'
import { serveScheduleCalls } from './routes.ts'
import { createIssueQueue } from './worker.ts'

export { reportEvents } from './timeline.ts'

/** Reports at set times: the calls, the queue that makes and sends them, and what decides which are due. */
export interface ReportSchedules extends Queue {
  /** Adds what has become due at a reservoir. Returns when the next may be, epoch ms. */
  plan(hydro: string): Promise<number>
  /** Calls fn when the schedules of a reservoir have changed. */
  onChange(fn: (hydro: string) => void): void
}

const CHANNEL = 'forebay_report_schedule'

export function serveReportSchedules(serve: Serve, deps: ScheduleDeps): ReportSchedules {
  const queue = createIssueQueue(deps)
  const changed = createChanged(deps)
  const listeners: ((hydro: string) => void)[] = []
  const { wake } = queue
  serveScheduleCalls(serve, deps, {
    changed,
    wake,
    replan(hydro) {
      listeners.forEach((fn) => fn(hydro))
      // A worker may be another process.
      deps.notices
        ?.send(CHANNEL, hydro)
        .catch((err: Error) =>
          deps.log.warn({ err: err.message }, 'other replicas were not told of a schedule; they will look'),
        )
    },
  })
  deps.notices?.on(CHANNEL, (hydro) => listeners.forEach((fn) => fn(hydro as string)))
  return {
    ...queue,
    plan: (hydro) => planReports(deps, hydro, () => wake(hydro)),
    onChange: (fn) => void listeners.push(fn),
    async close() {
      changed.close()
      await queue.close()
    },
  }
}
