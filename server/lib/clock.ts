/** The source of the present time. Features never call Date.now themselves. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export interface FixedClock extends Clock {
  set(t: number): void
  advance(ms: number): void
}

/** A clock that stays at an instant until it is set. */
export function fixedClock(t: number): FixedClock {
  let at = t
  return {
    now: () => at,
    set(to) {
      at = to
    },
    advance(ms) {
      at += ms
    },
  }
}
