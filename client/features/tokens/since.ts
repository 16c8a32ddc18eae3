import { DAY, HOUR, MINUTE } from '#core/time/units.ts'
import { duration, type Language } from '../../lib/format.ts'

/** How long ago something known to the minute was, in the one part that matters; null: within two minutes. */
export function since(at: number, now: number, language: Language): string | null {
  const past = now - at
  if (past < 2 * MINUTE) return null
  const step = past < HOUR ? MINUTE : past < DAY ? HOUR : DAY
  return duration(Math.floor(past / step) * step, language)
}
