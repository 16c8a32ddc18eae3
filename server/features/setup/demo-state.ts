import { DAY } from '#core/time/units.ts'
import { REAL_TIME, type Pace } from '#contract/demo-clock.ts'
import type { PacedClock } from '#server/lib/clock.ts'
import { readFact } from '#server/lib/installation.ts'
import type { Services } from '#server/lib/services.ts'
import { readDemoState } from './store.ts'

/** What was asked of the weather of the demo; epoch ms. */
export interface DemoStorms {
  /** When typhoons began that were asked for and not called off. */
  storms: number[]
  /** The same before the last change. */
  before: number[]
  /** Since when readings became others by what was asked last. */
  again: number | null
}

/** How long a typhoon is in the water, and how long readings of one that came or went are sent again at a start. */
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

/** Whether this installation is a demo, and who wants to hear when it stops being one. */
export interface DemoState {
  on(): boolean
  /** The product's clock, where this was started as a demo. */
  clock: PacedClock | null
  onLeft(act: () => Promise<unknown>): void
  /** Another weather was asked for, here or at another replica. */
  onWeather(act: () => void): void
  /** It was left here. Nobody waits for what hears it. */
  left(): void
  /** Another replica may have left it. */
  check(): Promise<void>
}

/** Kept in the database: left for good, whatever DEMO says at the next start. */
export const LEFT = 'left'

/** clock: the product's, of a demo; null where this is none. */
export function createDemoState(s: Pick<Services, 'db' | 'log'>, clock: PacedClock | null): DemoState {
  let on = clock !== null
  const acts: (() => Promise<unknown>)[] = []
  let weather: (() => void) | null = null
  /** As the plant has it; undefined: not read yet. */
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
      if (clock) clock.pace = await readPace(s)
      const kept = await readFact(s.db.pool, 'demo_storms')
      const before = seen
      seen = kept
      if (before !== undefined && before !== kept) weather?.()
    },
  }
  return mark
}
