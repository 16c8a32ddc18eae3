/** Shorter breaks are mended before anybody notices, ms. */
export const GRACE = 10_000
/** Figures are fetched every minute even without changes; without an answer for this long the server is lost, ms. */
export const UNANSWERED = 150_000

interface Signs {
  /** Epoch ms by the server's clock. */
  now: number
  /** Since when the stream has been silent; null: it is live, or never existed. */
  silentSince: number | null
  /** When figures were last received; null: never. */
  answered: number | null
  /** The shown data are a copy as of then. */
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
