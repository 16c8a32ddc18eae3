import { refuseField } from '#server/lib/errors.ts'
import { DAY, MINUTE } from '#core/time/index.ts'
import * as contract from '#contract/timeline.ts'
import { PAGE_SIZE } from '#contract/validation.ts'
import { instantOf } from '#server/lib/instant.ts'
import { plain } from '#server/lib/plain.ts'
import { WithMeta, type Caller, type Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { foldMarks } from './marks.ts'
import { slice } from './merge.ts'
import type { TimelineQuery, TimelineSource } from './types.ts'

export { localDayOf, holding, pathFor, matchesSearch, spanWords, when } from './words.ts'
export type * from './types.ts'

/** Length of the list where no span is requested, ms. */
const SPAN = 7 * DAY
const LONGEST = contract.LONGEST_DAYS * DAY
/** Marks of one source beyond this number are not counted one by one. */
const MOST_OF_ONE = 5000

/** The instant as of which the list is read, or a refusal. */
type KnownOf = (caller: Pick<Caller, 'hydro' | 'language'>, knownAt: string | number) => Promise<number>

interface Zones {
  /** IANA zone of a plant. */
  zone(hydroCode: string): Promise<string>
}

export interface Timeline {
  /** The entries [start, start + size) of everything that happened within a span. */
  read(
    request: TimelineQuery,
    kinds: readonly contract.TimelineKind[],
    start: number,
    size: number,
  ): Promise<{ items: contract.TimelineItem[]; total: number }>
}

export function createTimeline(sources: readonly TimelineSource[]): Timeline {
  return {
    async read(request, kinds, start, size) {
      const wanted = new Set(kinds)
      const used = sources.filter((s) => s.kinds.some((k) => wanted.has(k)))
      const found = await Promise.all(used.map((s) => s.find(request, wanted, start + size)))
      const places = slice(
        found.map((l) => l.keys),
        start,
        size,
      )
      const bySource = Map.groupBy(places, (p) => p.source)
      const items = new Map<string, contract.TimelineItem>()
      await Promise.all(
        [...bySource].map(async ([k, list]) => {
          for (const item of await found[k].items(list.map((p) => p.id))) items.set(item.id, item)
        }),
      )
      return {
        // Items withdrawn between the two queries are left out.
        items: places.flatMap((p) => items.get(p.id) ?? []),
        total: found.reduce((n, l) => n + l.total, 0),
      }
    },
  }
}

/** Everything that happened, as one list and as marks of charts; each feature provides its own events. */
export function serveTimeline(
  serve: Serve,
  s: Services & { plants: Zones; sources: readonly TimelineSource[]; timeline: Timeline; knownOf: KnownOf },
): void {
  const { plants, sources, timeline, knownOf } = s

  const refuse = (caller: Caller, code: 'from_after_to' | 'span_too_long') =>
    refuseField(caller.language, 'from', code, { days: contract.LONGEST_DAYS }, { as: 'invalid_range' })
  const readerOf = (caller: Caller, zone: string) => ({
    hydro: caller.hydro,
    zone,
    language: caller.language,
    permissions: caller.permissions,
  })

  serve(contract.getTimeline, async ({ query, caller }) => {
    const zone = await plants.zone(caller.hydro)
    const to = query.to === undefined ? s.clock.now() + MINUTE : instantOf(query.to, zone, 'to')
    const from = query.from === undefined ? to - SPAN : instantOf(query.from, zone, 'from')
    if (from >= to) throw refuse(caller, 'from_after_to')
    if (to - from > LONGEST) throw refuse(caller, 'span_too_long')
    const search = plain(query.search ?? '') || null
    const kinds = query.kinds ?? contract.TIMELINE_KINDS.filter((k) => k !== 'auto')
    const request = { ...readerOf(caller, zone), from, to, search, known: null }
    const { items, total } = await timeline.read(request, kinds, (query.page - 1) * PAGE_SIZE, PAGE_SIZE)
    return { items, total, page: query.page, page_size: PAGE_SIZE, from, to }
  })

  serve(contract.getMarks, async ({ body, caller }) => {
    const zone = await plants.zone(caller.hydro)
    const from = instantOf(body.from, zone, 'from')
    const to = instantOf(body.to, zone, 'to')
    if (from >= to) throw refuse(caller, 'from_after_to')
    const known = body.known_at === undefined ? null : await knownOf(caller, body.known_at)
    const request = { ...readerOf(caller, zone), from, to, search: null, known }
    const found = await Promise.all(sources.flatMap((x) => x.marks?.(request, MOST_OF_ONE) ?? []))
    const data = {
      marks: foldMarks(
        found.flatMap((x) => x.marks),
        request,
        contract.MAX_MARKS,
        caller.language,
      ),
      total: found.reduce((n, x) => n + x.total, 0),
    }
    return known === null ? data : new WithMeta(data, { known_at: known })
  })
}
