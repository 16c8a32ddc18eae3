import type { Services } from './services.ts'

/** Recurring work in this process. A failing job is logged and tried again at its next turn. */
export interface Jobs {
  /** Runs fn, then again ms after it ended. Never twice at once in this process; fn must tolerate other replicas. */
  every(name: string, ms: number, fn: () => Promise<unknown>): void
  /** Runs fn once for the life of the process; it ends when the signal aborts. */
  loop(name: string, fn: (signal: AbortSignal) => Promise<void>): void
  start(): void
  /** Whether all started jobs are alive: for readiness. */
  healthy(): boolean
  stop(): Promise<void>
}

export function createJobs(s: Pick<Services, 'log'>): Jobs {
  const stop = new AbortController()
  const starts: (() => Promise<void>)[] = []
  const running: Promise<void>[] = []
  let dead = 0

  const pause = (ms: number) =>
    new Promise<void>((done) => {
      if (stop.signal.aborted) return done()
      const timer = setTimeout(end, ms)
      function end() {
        clearTimeout(timer)
        stop.signal.removeEventListener('abort', end)
        done()
      }
      stop.signal.addEventListener('abort', end)
    })

  return {
    every(name, ms, fn) {
      starts.push(async () => {
        while (!stop.signal.aborted) {
          try {
            await fn()
          } catch (err) {
            if (!stop.signal.aborted) s.log.error({ err, job: name }, 'job failed')
          }
          await pause(ms)
        }
      })
    },
    loop(name, fn) {
      starts.push(async () => {
        while (!stop.signal.aborted) {
          try {
            await fn(stop.signal)
            return
          } catch (err) {
            if (stop.signal.aborted) return
            s.log.error({ err, job: name }, 'loop failed, starting it again')
            await pause(1000)
          }
        }
      })
    },
    start() {
      for (const run of starts.splice(0))
        running.push(
          run().catch((err) => {
            dead++
            s.log.error({ err }, 'job died')
          }),
        )
    },
    healthy: () => running.length > 0 && dead === 0 && !stop.signal.aborted,
    async stop() {
      stop.abort()
      await Promise.all(running)
    },
  }
}
