import type { DraftChange } from '#contract/preview.ts'
import { DAY, fromLocal } from '#core/time/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { useZone } from '../../lib/reservoir.ts'
import { PreviewFold, previewOf } from '../../parts/preview-difference/index.ts'

/** How much of the past is compared until another span is chosen, ms. */
const USUAL = 30 * DAY

interface Props {
  /** What is drafted; null: not complete yet. */
  change: DraftChange | null
  /** The period of use as the wire has it; null: always, open. */
  from: string | null
  to: string | null
  /** It comes back every year: days of the past are behind it too. */
  yearly?: boolean
}

/** What a table, saved or about to be, would change of what was computed: the last 30 days of its period of use. */
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
