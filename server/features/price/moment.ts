import { parseInstant } from '#core/time/index.ts'
import { LAST_INSTANT } from '#contract/price.ts'
import { badFields } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'

/** A local time of the zone, an ISO 8601 instant with its offset, or epoch ms. */
export type Moment = string | number

/** Parses a moment. Throws 400 naming the path. */
export function momentOf(t: Moment, zone: string, path: string): number {
  const instant = typeof t === 'number' ? t : (parseInstant(t) ?? instantOf(t, zone, path))
  if (instant > LAST_INSTANT) throw badFields([{ path, code: 'invalid_time', params: { value: String(t) } }])
  return instant
}
