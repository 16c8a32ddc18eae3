import { DAY, HOUR, MINUTE } from '#core/time/units.ts'
import { duration, type Language } from '../../lib/format.ts'

/** Time since an instant known to the minute, in its largest unit; null: within two minutes. */
export function since(at: number, now: number, language: Language): string | null {
  const past = now - at
  if (past < 2 * MINUTE) return null
  const step = past < HOUR ? MINUTE : past < DAY ? HOUR : DAY
  return duration(Math.floor(past / step) * step, language)
}
