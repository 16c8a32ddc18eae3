import type { Mark, TimelineItem, TimelineKind } from '#contract/timeline.ts'
import type { Language } from '#contract/messages.ts'

/** What is asked of every source: a span [from, to) of a reservoir, in somebody's words. */
export interface TimelineQuery {
  hydro: string
  /** Epoch ms. */
  from: number
  to: number
  zone: string
  language: Language
  /** Part of words, names or order numbers; plain, as `server/lib/plain.ts` makes it. */
  search: string | null
  /** As it was known then, epoch ms; null: as it is now. */
  known: number | null
  permissions: readonly string[]
}

/** Where an item stands in the list: later first, then by id, which is unlike any other of any source. */
export interface Key {
  t: number
  id: string
}

/** What a source found: keys of the newest, how many there are in all, and the items themselves when asked for. */
interface TimelineFound {
  /** Newest first. */
  keys: readonly Key[]
  total: number
  items(ids: readonly string[]): Promise<TimelineItem[]> | TimelineItem[]
}

/** A feature's part of the timeline. */
export interface TimelineSource {
  kinds: readonly TimelineKind[]
  /** At most `limit` keys of these kinds. */
  find(asked: TimelineQuery, kinds: ReadonlySet<TimelineKind>, limit: number): Promise<TimelineFound>
  /** Marks that touch the span; at most `limit` of them, the newest, and how many there are. */
  marks?(asked: TimelineQuery, limit: number): Promise<{ marks: Mark[]; total: number }>
}
