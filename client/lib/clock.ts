/**
 * Offset of the server's clock. An operator's machine may be wrong by hours; ages and "since" must not be. Learnt
 * from the feed (accurate to the network delay) or, before its first event, from Date headers.
 */
let offset = 0
let exact = false

/** Epoch ms by the server's clock. */
export function serverNow(): number {
  return Date.now() + offset
}

/** Sets the offset from an instant that the server has just sent. */
export function setServerTime(ms: number): void {
  offset = ms - Date.now()
  exact = true
}

/** Sets a rough offset from a Date header (whole seconds) while nothing better is known. */
export function setServerTimeFromHeader(header: string | null): void {
  if (exact || header === null) return
  const ms = Date.parse(header)
  if (Number.isNaN(ms)) return
  const rough = ms + 500 - Date.now()
  offset = Math.abs(rough) > 2000 ? rough : 0
}
