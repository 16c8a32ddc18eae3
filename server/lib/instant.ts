import { fromLocal } from '#core/time/index.ts'
import { badRequest } from './errors.ts'

/** Parses a local time of the plant. Throws 400 naming the path. */
export function instantOf(value: string, zone: string, path: string): number {
  const t = fromLocal(value, zone)
  if (t === null)
    throw badRequest('invalid_time', { value }, [{ path, code: 'invalid_time', params: { value } }])
  return t
}
