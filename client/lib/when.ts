import { dateTime } from './format.ts'
import { useZone } from './reservoir.ts'
import { useText } from './text/index.ts'

/** Writes instants of the wire in the plant's zone; who may not see the plant reads UTC, and sees that. */
export function useWhen(): (iso: string) => string {
  const { language } = useText()
  const zone = useZone()
  return (iso) => dateTime(Date.parse(iso), zone ?? 'UTC', language) + (zone ? '' : ' UTC')
}
