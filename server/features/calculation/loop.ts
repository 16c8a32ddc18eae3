import { MINUTE } from '#core/time/units.ts'
import type { Services } from '#server/lib/services.ts'

/** Waits until the time is over or the signal aborts, whichever comes first; never rejects. */
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

/** How long changes are gathered before they are computed, ms. */
const GATHER = 150
/** Longest rest, ms: another process may have changed something. */
const LONGEST = MINUTE

interface Work {
  codes(): Promise<string[]>
  /** When the next interval of some plant ends. */
  due(): Promise<number>
  /** Runs one step of a plant's work. Returns whether there is more. */
  step(hydroCode: string): Promise<boolean>
}

/**
 * Steps plants in turn, so that one with years to catch up does not delay the others; rests until a change or the end
 * of an interval.
 */
export function createLoop(s: Services, work: Work, wait: Wait) {
  let touched = false
  let woken = new AbortController()
  return {
    /** Wakes the loop after a change. */
    touch() {
      touched = true
      woken.abort()
    },
    async run(signal: AbortSignal): Promise<void> {
      let more = true
      /** Plants that failed since the last rest: they are tried again after the next one. */
      const failed = new Set<string>()
      while (!signal.aborted) {
        if (!more) {
          woken = new AbortController()
          // Earlier changes have set `touched`; later ones wake the wait.
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
