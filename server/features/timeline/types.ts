import type { Mark, TimelineItem, TimelineKind } from '#contract/timeline.ts'
import type { Language } from '#contract/messages.ts'

/** A request to every source: a span [from, to) of a reservoir, in a language. */
export interface TimelineQuery {
  hydro: string
  /** Epoch ms. */
  from: number
  to: number
  zone: string
  language: Language
  /** Part of words, names or order numbers, normalized by `server/lib/plain.ts`. */
  search: string | null
  /** As known then, epoch ms; null: as known now. */
  known: number | null
  permissions: readonly string[]
}

/** The sort key of an item: time, newest first, then id, which is unique over all sources. */
export interface Key {
  t: number
  id: string
}

/** What a source found: keys of the newest, how many there are in all, and a way to read the items. */
interface TimelineFound {
  /** Newest first. */
  keys: readonly Key[]
  total: number
  items(ids: readonly string[]): Promise<TimelineItem[]> | TimelineItem[]
}

/** A feature's events for the timeline. */
export interface TimelineSource {
  kinds: readonly TimelineKind[]
  /** At most `limit` keys of these kinds. */
  find(request: TimelineQuery, kinds: ReadonlySet<TimelineKind>, limit: number): Promise<TimelineFound>
  /** Marks that touch the span; at most `limit` of them, the newest, and how many there are. */
  marks?(request: TimelineQuery, limit: number): Promise<{ marks: Mark[]; total: number }>
}
