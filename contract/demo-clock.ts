/**
 * Clock of a demo relative to the real one, both in epoch ms: `ahead` ms ahead of it, and `speed` times as fast
 * between the real instants `from` and `until`. What it gains there remains, so that it never goes back.
 */
export interface Pace {
  from: number
  until: number
  ahead: number
  speed: number
}

export const REAL_TIME: Pace = { from: 0, until: 0, ahead: 0, speed: 1 }

/** The demo clock at a real instant. */
export function timeAt({ from, until, ahead, speed }: Pace, real: number): number {
  return real + ahead + (speed - 1) * Math.max(0, Math.min(real, until) - from)
}

/** The real instant at which the demo clock shows t. */
export function realAt(pace: Pace, t: number): number {
  const { from, until, ahead, speed } = pace
  const fast = from + ahead
  if (t <= fast) return t - ahead
  const slow = timeAt(pace, until)
  return t <= slow ? from + (t - fast) / speed : until + (t - slow)
}

/** Speed of the demo clock at a real instant, or the speed that it is about to have. */
export function speedAt({ until, speed }: Pace, real: number): number {
  return real < until ? speed : 1
}
