import { anchorOf, World } from './world.ts'
import type { Truth } from './record.ts'

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

/** The true state over a span. The same seed and instant always give the same state, whatever the span. */
export function simulate({ from, to, step, seed = SEED }: Span): Truth {
  return new World(seed, anchorOf(from)).run(from, to, step)
}
