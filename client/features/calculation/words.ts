import { dateTime, time } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'

/** Writes a span of instants, an instant where it is one; the day once where both ends are on it. */
export function useSpan(): (span: { from: number; to: number }) => string {
  const { language } = useText()
  const zone = useZone() ?? 'UTC'
  return ({ from, to }) => {
    const first = dateTime(from, zone, language)
    if (from === to) return first
    const last = dateTime(to, zone, language)
    return first.slice(0, 10) === last.slice(0, 10) ? `${first} – ${time(to, zone)}` : `${first} – ${last}`
  }
}
