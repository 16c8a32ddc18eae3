import { dateTime, time } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'

/** Formats a span of instants, or a single one; the day is written once if both ends share it. */
export function useSpanText(): (span: { from: number; to: number }) => string {
  const { language } = useText()
  const zone = useZone() ?? 'UTC'
  return ({ from, to }) => {
    const first = dateTime(from, zone, language)
    if (from === to) return first
    const last = dateTime(to, zone, language)
    return first.slice(0, 10) === last.slice(0, 10) ? `${first} – ${time(to, zone)}` : `${first} – ${last}`
  }
}
