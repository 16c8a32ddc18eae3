import { refuseField } from '#server/lib/errors.ts'
import { fromLocal } from '#core/time/index.ts'
import type { Caller } from '#server/lib/serve.ts'

/** Parses a local time of the plant. Throws 400 naming the path. */
export function localInstant(value: string, zone: string, path: string, caller: Caller): number {
  const t = fromLocal(value, zone)
  if (t !== null) return t
  throw refuseField(caller.language, path, 'invalid_time', { value })
}
