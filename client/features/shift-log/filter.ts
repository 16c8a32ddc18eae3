import { TIMELINE_KINDS, type TimelineKind } from '#contract/timeline.ts'
import { readDays, readPage, writeAddress } from '../../lib/address.ts'
import { spanOfDays } from '../../lib/days.ts'

/** What of the timeline is shown: carried by the address. Days are local days of the plant, both included. */
export interface Filter {
  from: string | null
  to: string | null
  /** Empty: everything but what the calculation does by itself. */
  kinds: readonly TimelineKind[]
  search: string
  page: number
  /** An entry that somebody points at. */
  entry: string | null
}

/** What an address asks for; parts that make no sense are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  const asked = (search.get('kinds') ?? '').split(',')
  return {
    ...readDays(search),
    kinds: TIMELINE_KINDS.filter((k) => asked.includes(k)),
    search: (search.get('search') ?? '').slice(0, 100),
    page: readPage(search),
    entry: search.get('entry')?.slice(0, 60) || null,
  }
}

export const writeFilter = (f: Filter): URLSearchParams =>
  writeAddress({ ...f, kinds: f.kinds.join(',') }, { page: 1 })

/** The filter as the call takes it. */
export const queryOf = (f: Filter) => ({
  ...spanOfDays(f),
  kinds: f.kinds.length > 0 ? f.kinds.join(',') : undefined,
  search: f.search || undefined,
  page: f.page,
})

export const isFiltered = (f: Filter): boolean => f.from !== null || f.kinds.length > 0 || f.search !== ''

/** One kind more or less; in the order in which they are listed. */
export const toggled = (kinds: readonly TimelineKind[], kind: TimelineKind): TimelineKind[] =>
  TIMELINE_KINDS.filter((k) => (k === kind ? !kinds.includes(k) : kinds.includes(k)))
