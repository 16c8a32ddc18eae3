import { DAY } from '#core/time/units.ts'
import type { DraftChange } from '#contract/preview.ts'
import type { ItemNoun } from '#contract/items.ts'
import { serverNow } from '../../lib/clock.ts'
import { PreviewFold, previewOf } from '../preview-difference/index.ts'
import { MoneyEffect, type PriceChanges } from './money-effect.tsx'

/** Nouns that the calculation reads. */
const READ = ['plant', 'position', 'gate', 'unit', 'station', 'sensor', 'parameters'] as const
type Read = (typeof READ)[number]
/** Nouns with a single item, which is named by its noun. */
const SINGLE: readonly ItemNoun[] = ['plant', 'parameters']
const isRead = (noun: ItemNoun): noun is Read => (READ as readonly ItemNoun[]).includes(noun)

/** Nouns that only revenue reads. */
const PRICES = ['tariff', 'calendar', 'deduction'] as const
const isPrice = (noun: ItemNoun): noun is (typeof PRICES)[number] =>
  (PRICES as readonly ItemNoun[]).includes(noun)

function priceChanges(
  noun: (typeof PRICES)[number],
  { item, body, when }: Pick<Props, 'item' | 'body' | 'when'>,
): PriceChanges | null {
  if (body === null || when === null) return null
  const change = {
    noun,
    ...(item ? { id: item.id } : {}),
    body,
    // For the whole period: that of the version in force.
    ...(item && when.whole ? {} : { from: when.from }),
  }
  return [change] as PriceChanges
}

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
 * Previews what the draft of an item would change in computed values, or in revenue; renders nothing for nouns that
 * neither reads.
 */
export function ItemEffect({ noun, item, body, when }: Props) {
  if (isPrice(noun)) return <MoneyEffect changes={priceChanges(noun, { item, body, when })} />
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
