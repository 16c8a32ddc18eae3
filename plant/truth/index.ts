import { anchorOf, World } from './world.ts'
import type { Truth } from './record.ts'
import { DAY } from '../time.ts'

export { anchorOf, World } from './world.ts'
export { Truth } from './record.ts'
export { ENVIRONMENTAL } from './gates.ts'

/** The seed of the demo: its rain gives two believable floods a year. */
export const SEED = 25

interface Span {
  /** Epoch ms, both ends included; whole minutes. */
  from: number
  to: number
  /** ms between rows, whole minutes. */
  step: number
  seed?: number
}

/** Worlds as they were every thirty days from their anchor on, by seed and anchor, earliest first. */
const passed = new Map<string, World[]>()
const APART = 30 * DAY

/**
 * The true state over a span. The same seed and instant always give the same state, whatever the span. Goes on from
 * what an earlier call has passed: from the anchor it is a second for each two years.
 */
export function simulate({ from, to, step, seed = SEED }: Span): Truth {
  const anchor = anchorOf(from)
  const key = `${seed} ${anchor}`
  const worlds = passed.get(key) ?? [new World(seed, anchor)]
  passed.set(key, worlds)
  const latest = Math.max(
    0,
    worlds.findLastIndex((world) => world.t < from - step),
  )
  const world = worlds[latest].copy()
  for (let i = latest + 1; world.t + APART < from - step; i++) {
    const next = world.t + APART
    while (world.t < next) world.step()
    worlds.splice(i, 0, world.copy())
  }
  return world.run(from, to, step)
}
