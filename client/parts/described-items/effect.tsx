import { DAY } from '#core/time/units.ts'
import type { DraftChange } from '#contract/preview.ts'
import type { ItemNoun } from '#contract/items.ts'
import { serverNow } from '../../lib/clock.ts'
import { PreviewFold, previewOf } from '../preview-difference/index.ts'

/** Nouns that the calculation reads. */
const READ = ['plant', 'position', 'gate', 'unit', 'station', 'sensor', 'parameters'] as const
type Read = (typeof READ)[number]
/** There is one of each: it is named by its noun alone. */
const SINGLE: readonly ItemNoun[] = ['plant', 'parameters']
const isRead = (noun: ItemNoun): noun is Read => (READ as readonly ItemNoun[]).includes(noun)

/** How much of the past is previewed until another span is chosen, ms. */
const USUAL = 30 * DAY

interface Props {
  noun: ItemNoun
  /** What is changed; null: something new. */
  item: { id: string; from: number | null; to: number | null } | null
  /** What it would be, and since when; null: not complete yet. */
  body: object | null
  when: { from: string | null; whole: boolean; at: number | null } | null
}

/** What the draft of an item would change of what was computed; nothing for what is not computed with. */
export function ItemEffect({ noun, item, body, when }: Props) {
  if (!isRead(noun)) return null
  const change =
    body === null || when === null
      ? null
      : ({
          noun,
          ...(item && !SINGLE.includes(noun) ? { id: item.id } : {}),
          body,
          // Over all of its period: as the version in force has it.
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
