import type { Log } from '../log.ts'
import type { Postmaster } from './postmaster.ts'

interface Supervisor {
  /** null while it is down. */
  readonly pid: number | null
  stop(): Promise<void>
}

/** Pauses before attempts to restart it, ms; the last one repeats. */
const PAUSES = [0, 500, 1000, 2000, 5000, 10_000]

/** Restarts the server whenever it ends without having been stopped. */
export function supervise(first: Postmaster, start: () => Promise<Postmaster>, log: Log): Supervisor {
  let current: Postmaster | null = first
  let wake = () => {}
  let stopping = false

  const pause = (ms: number) =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, ms)
      wake = () => {
        clearTimeout(timer)
        done()
      }
    })

  async function again(): Promise<Postmaster | null> {
    for (let attempt = 0; !stopping; attempt++) {
      await pause(PAUSES[Math.min(attempt, PAUSES.length - 1)])
      if (stopping) return null
      try {
        const postmaster = await start()
        log.warn({ pid: postmaster.pid }, 'the database is back')
        return postmaster
      } catch (error) {
        log.error({ err: (error as Error).message }, 'the database does not come back')
      }
    }
    return null
  }

  async function watch(): Promise<void> {
    while (current !== null) {
      const words = await current.ended
      if (stopping) return
      current = null
      log.error({ end: words }, 'the database died: starting it again')
      current = await again()
      if (stopping && current !== null) await current.stop()
    }
  }
  const watching = watch()

  return {
    get pid() {
      return current?.pid ?? null
    },
    async stop() {
      stopping = true
      wake()
      await current?.stop()
      await watching
      current = null
    },
  }
}
