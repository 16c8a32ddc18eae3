/**
 * How the clock of a demo runs beside the real one, both in epoch ms: `ahead` ms before it, and between the real
 * instants `from` and `until` as many times faster as `speed` says. What it gains there stays, so that it never goes back.
 */
export interface Pace {
  from: number
  until: number
  ahead: number
  speed: number
}

export const REAL_TIME: Pace = { from: 0, until: 0, ahead: 0, speed: 1 }

/** What the clock of a demo shows at a real instant. */
export function timeAt({ from, until, ahead, speed }: Pace, real: number): number {
  return real + ahead + (speed - 1) * Math.max(0, Math.min(real, until) - from)
}

/** The real instant at which the clock of a demo shows t. */
export function realAt(pace: Pace, t: number): number {
  const { from, until, ahead, speed } = pace
  const fast = from + ahead
  if (t <= fast) return t - ahead
  const slow = timeAt(pace, until)
  return t <= slow ? from + (t - fast) / speed : until + (t - slow)
}

/** How many times faster than the real clock it runs, or is about to run, at a real instant. */
export function speedAt({ until, speed }: Pace, real: number): number {
  return real < until ? speed : 1
}
