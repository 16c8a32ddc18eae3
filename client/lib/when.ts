import { dateTime } from './format.ts'
import { useZone } from './reservoir.ts'
import { useText } from './text/index.ts'

/**
 * Formats instants of the wire in the plant's zone, or in UTC, labelled so, for accounts that may not see the plant.
 */
export function useWhen(): (iso: string) => string {
  const { language } = useText()
  const zone = useZone()
  return (iso) => dateTime(Date.parse(iso), zone ?? 'UTC', language) + (zone ? '' : ' UTC')
}
