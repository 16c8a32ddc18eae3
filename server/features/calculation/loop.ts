import { MINUTE } from '#core/time/units.ts'
import type { Services } from '#server/lib/services.ts'

/** Waits until the time is over or the signal is set, whichever comes first; never rejects. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export const timer: Wait = (ms, signal) =>
  new Promise((done) => {
    if (signal.aborted) return done()
    const end = () => {
      clearTimeout(handle)
      signal.removeEventListener('abort', end)
      done()
    }
    const handle = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })

/** Changes are gathered this long before they are computed. */
const GATHER = 150
/** A look at least this often, whatever is due: another process may have changed something. */
const LONGEST = MINUTE

interface Work {
  codes(): Promise<string[]>
  /** When the next interval of some plant ends. */
  due(): Promise<number>
  /** One step of a plant's work; whether there is more. */
  step(hydroCode: string): Promise<boolean>
}

/** Steps plants in turn, so that one with years to catch up does not keep the others waiting; rests until a change or an interval's end. */
export function createLoop(s: Services, work: Work, wait: Wait) {
  let touched = false
  let woken = new AbortController()
  return {
    /** Something changed that is to be computed. */
    touch() {
      touched = true
      woken.abort()
    },
    async run(signal: AbortSignal): Promise<void> {
      let more = true
      /** Plants that failed since the last rest: the next one is soon enough to try again. */
      const failed = new Set<string>()
      while (!signal.aborted) {
        if (!more) {
          woken = new AbortController()
          // What came before this moment has set touched; what comes from now on wakes.
          if (!touched) {
            const ms = Math.max(0, s.clock.until(await work.due()))
            await wait(Math.min(ms, LONGEST), AbortSignal.any([signal, woken.signal]))
          }
          if (!signal.aborted) await wait(GATHER, signal)
        }
        if (!more) failed.clear()
        touched = false
        more = false
        for (const code of await work.codes()) {
          if (signal.aborted) return
          if (failed.has(code)) continue
          try {
            if (await work.step(code)) more = true
          } catch (err) {
            failed.add(code)
            if (!signal.aborted) s.log.error({ err, plant: code }, 'calculation failed')
          }
        }
      }
    },
  }
}
