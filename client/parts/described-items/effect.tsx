import { DAY } from '#core/time/units.ts'
import type { DraftChange } from '#contract/preview.ts'
import type { ItemNoun } from '#contract/items.ts'
import { serverNow } from '../../lib/clock.ts'
import { PreviewFold, previewOf } from '../preview-difference/index.ts'

/** Nouns that the calculation reads. */
const READ = ['plant', 'position', 'gate', 'unit', 'station', 'sensor', 'parameters'] as const
type Read = (typeof READ)[number]
/** Nouns with a single item, which is named by its noun. */
const SINGLE: readonly ItemNoun[] = ['plant', 'parameters']
const isRead = (noun: ItemNoun): noun is Read => (READ as readonly ItemNoun[]).includes(noun)

/** Default span of the preview, ms. */
const USUAL = 30 * DAY

interface Props {
  noun: ItemNoun
  /** The item to change; null: a new one. */
  item: { id: string; from: number | null; to: number | null } | null
  /** The draft and its start; null: not complete yet. */
  body: object | null
  when: { from: string | null; whole: boolean; at: number | null } | null
}

/**
 * Previews what the draft of an item would change in computed values; renders nothing for nouns that the calculation
 * does not read.
 */
export function ItemEffect({ noun, item, body, when }: Props) {
  if (!isRead(noun)) return null
  const change =
    body === null || when === null
      ? null
      : ({
          noun,
          ...(item && !SINGLE.includes(noun) ? { id: item.id } : {}),
          body,
          // For the whole period: that of the version in force.
          ...(item && when.whole ? {} : { from: when.from }),
        } as DraftChange)
  const end = Math.min(serverNow(), item?.to ?? Infinity)
  const begin = when?.whole ? (item?.from ?? null) : (when?.at ?? null)
  return (
    <PreviewFold
      ask={change === null ? null : previewOf([change])}
      stamp={JSON.stringify(change)}
      span={{ from: Math.max(end - USUAL, Math.min(begin ?? -Infinity, end - USUAL / 30)), to: end }}
      holdsFrom={begin}
    />
  )
}
