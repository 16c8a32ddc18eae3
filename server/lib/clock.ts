import { REAL_TIME, realAt, timeAt, type Pace } from '#contract/demo-clock.ts'

/** Where the present comes from. Features never call Date.now themselves. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Real ms until it shows t; not above 0 when it has. */
  until(t: number): number
}

export const systemClock: Clock = { now: () => Date.now(), until: (t) => t - Date.now() }

export interface FixedClock extends Clock {
  set(t: number): void
  advance(ms: number): void
}

/** A clock that stays at an instant until it is set. */
export function fixedClock(t: number): FixedClock {
  let at = t
  return {
    now: () => at,
    until: (t) => t - at,
    set(to) {
      at = to
    },
    advance(ms) {
      at += ms
    },
  }
}

/** The clock of a demo: the real one until it is given a pace. */
export interface PacedClock extends Clock {
  readonly real: Clock
  pace: Pace
}

export function pacedClock(real: Clock): PacedClock {
  const clock: PacedClock = {
    real,
    pace: REAL_TIME,
    now: () => timeAt(clock.pace, real.now()),
    until: (t) => realAt(clock.pace, t) - real.now(),
  }
  return clock
}
