import type { DraftChange } from '#contract/preview.ts'
import { DAY, fromLocal } from '#core/time/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { useZone } from '../../lib/reservoir.ts'
import { PreviewFold, previewOf } from '../../parts/preview-difference/index.ts'

/** Default length of the compared past, ms. */
const USUAL = 30 * DAY

interface Props {
  /** The draft; null: not complete yet. */
  change: DraftChange | null
  /** Period of use in wire format; null: always. */
  from: string | null
  to: string | null
  /** Repeats every year: it covers past days too. */
  yearly?: boolean
}

/** Previews what a saved or drafted table would change in computed values, over the last 30 days of its period. */
export function TableEffect({ change, from, to, yearly = false }: Props) {
  const zone = useZone() ?? 'UTC'
  const instant = (local: string | null) => (local === null || yearly ? null : fromLocal(local, zone))
  const [begin, until] = [instant(from), instant(to)]
  const end = Math.min(serverNow(), until ?? Infinity)
  return (
    <PreviewFold
      ask={change && previewOf([change])}
      stamp={JSON.stringify(change)}
      span={{ from: Math.max(end - USUAL, Math.min(begin ?? -Infinity, end - DAY)), to: end }}
      holdsFrom={begin}
    />
  )
}
