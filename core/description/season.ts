/** A part of the year by local days MM-DD, both ends included; it may pass the end of the year. */
interface Season {
  from: string
  to: string
}

/** Whether a local day MM-DD lies in a season. */
export function inSeason({ from, to }: Season, day: string): boolean {
  return from <= to ? from <= day && day <= to : day >= from || day <= to
}

/** The limit in force on a local day MM-DD; of several the lowest, null without one. */
export function limitOn<T extends Season & { level: number }>(limits: readonly T[], day: string): T | null {
  let best: T | null = null
  for (const limit of limits) if (inSeason(limit, day) && (!best || limit.level < best.level)) best = limit
  return best
}
