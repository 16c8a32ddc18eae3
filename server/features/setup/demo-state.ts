import { DAY } from '#core/time/units.ts'
import { REAL_TIME, type Pace } from '#contract/demo-clock.ts'
import type { PacedClock } from '#server/lib/clock.ts'
import { readFact } from '#server/lib/installation.ts'
import type { Services } from '#server/lib/services.ts'
import { readDemoState } from './store.ts'

/** Requests for weather of the demo; epoch ms. */
export interface DemoStorms {
  /** Starts of typhoons that were requested and not called off. */
  storms: number[]
  /** The starts before the last request. */
  before: number[]
  /** From when readings changed by the last request. */
  again: number | null
}

/**
 * How long a typhoon affects the water, and how long readings of one that came or went are sent again after a start,
 * ms.
 */
const STORM_LASTS = 3 * DAY

export const isRecent = (t: number | null, now: number): t is number => t !== null && now - t < STORM_LASTS

export async function readStorms(s: Pick<Services, 'db'>): Promise<DemoStorms> {
  const kept = await readFact(s.db.pool, 'demo_storms')
  return kept === null ? { storms: [], before: [], again: null } : (JSON.parse(kept) as DemoStorms)
}

/** How the clock of the demo runs, as it is kept for starts and for other replicas. */
export async function readPace(s: Pick<Services, 'db'>): Promise<Pace> {
  const kept = await readFact(s.db.pool, 'demo_clock')
  return kept === null ? REAL_TIME : (JSON.parse(kept) as Pace)
}

/** Whether this installation is a demo, with listeners for its end. */
export interface DemoState {
  on(): boolean
  /** The product's clock, where this was started as a demo. */
  clock: PacedClock | null
  onLeft(act: () => Promise<unknown>): void
  /** Listens for requests of other weather, here or at another replica. */
  onWeather(act: () => void): void
  /** Publishes that the demo was ended here, without waiting for the listeners. */
  left(): void
  /** Checks whether another replica has ended it. */
  check(): Promise<void>
}

/** Stored value of a demo that has ended for good, whatever DEMO says at the next start. */
export const LEFT = 'left'

/** clock: the product's, of a demo; null where this is none. */
export function createDemoState(s: Pick<Services, 'db' | 'log'>, clock: PacedClock | null): DemoState {
  let on = clock !== null
  const acts: (() => Promise<unknown>)[] = []
  let weather: (() => void) | null = null
  // The last value that listeners know; undefined: not read yet.
  let seen: string | null | undefined
  const mark: DemoState = {
    on: () => on,
    clock,
    onLeft: (act) => void acts.push(act),
    onWeather: (act) => void (weather = act),
    left() {
      if (!on) return
      on = false
      // A plant of one's own lives by the real clock.
      if (clock) clock.pace = REAL_TIME
      for (const act of acts)
        act().catch((err: unknown) => s.log.warn({ err }, 'what belonged to the demo did not stop in order'))
    },
    async check() {
      if (!on) return
      if ((await readDemoState(s)) === LEFT) return mark.left()
      const pace = await readPace(s)
      // It may have been left meanwhile.
      if (!on) return
      if (clock) clock.pace = pace
      const kept = await readFact(s.db.pool, 'demo_storms')
      const before = seen
      seen = kept
      if (before !== undefined && before !== kept) weather?.()
    },
  }
  return mark
}
