import type { Services } from '#server/lib/services.ts'
import { readDemoState } from './store.ts'

/** Whether this installation is a demo, and who wants to hear when it stops being one. */
export interface DemoState {
  on(): boolean
  onLeft(act: () => Promise<unknown>): void
  /** It was left here. Nobody waits for what hears it. */
  left(): void
  /** Another replica may have left it. */
  check(): Promise<void>
}

/** Kept in the database: left for good, whatever DEMO says at the next start. */
export const LEFT = 'left'

export function createDemoState(s: Pick<Services, 'db' | 'log'>, demo: boolean): DemoState {
  let on = demo
  const acts: (() => Promise<unknown>)[] = []
  const mark: DemoState = {
    on: () => on,
    onLeft: (act) => void acts.push(act),
    left() {
      if (!on) return
      on = false
      for (const act of acts)
        act().catch((err: unknown) => s.log.warn({ err }, 'what belonged to the demo did not stop in order'))
    },
    async check() {
      if (on && (await readDemoState(s)) === LEFT) mark.left()
    },
  }
  return mark
}
