/** A line that is broken for less is mended before anybody notices, ms. */
export const GRACE = 10_000
/** Figures are read every minute without a change; without an answer for so long the server is lost, ms. */
export const UNANSWERED = 150_000

interface Signs {
  /** Epoch ms by the server's clock. */
  now: number
  /** Since when the stream has been silent; null: it is live, or there was none yet. */
  silentSince: number | null
  /** When figures were answered last; null: never. */
  answered: number | null
  /** What is shown is a copy as of then. */
  copied: number | null
}

/** Since when the server has been unreachable; null: it answers. */
export function lostSince({ now, silentSince, answered, copied }: Signs): number | null {
  if (copied !== null) return copied
  const since: number[] = []
  if (silentSince !== null && now - silentSince >= GRACE) since.push(silentSince)
  if (answered !== null && now - answered >= UNANSWERED) since.push(answered)
  return since.length > 0 ? Math.min(...since) : null
}
