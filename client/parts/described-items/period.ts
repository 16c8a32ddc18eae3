import { dateTime } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'

/** Formats a period of the description in the plant's time. */
export function usePeriod(): (span: { from: number | null; to: number | null }) => string {
  const { t, language } = useText()
  const zone = useZone()
  const time = (ms: number) => dateTime(ms, zone ?? 'UTC', language) + (zone ? '' : ' UTC')
  return ({ from, to }) => {
    if (from === null) return to === null ? t('items.always') : t('items.until', { to: time(to) })
    return to === null
      ? t('items.from', { from: time(from) })
      : t('items.fromTo', { from: time(from), to: time(to) })
  }
}
