import { fromLocal } from '#core/time/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { timeNear } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'

/** Formats a local time of the wire: the time alone today, else with its date. */
export function useNear(): (local: string | null) => string {
  const { language } = useText()
  const zone = useZone() ?? 'UTC'
  return (local) => {
    const t = local === null ? null : fromLocal(local, zone)
    return t === null ? '-' : timeNear(t, serverNow(), zone, language)
  }
}
