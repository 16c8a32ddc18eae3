import { NOUNS, type DescribedNoun } from '#contract/changes.ts'
import { readDays, readPage, writeAddress } from '../../lib/address.ts'
import { spanOfDays } from '../../lib/days.ts'

/** What the page shows: carried by the address. Days are local days of the plant, both included. */
export interface Filter {
  tab: 'list' | 'day' | 'file'
  from: string | null
  to: string | null
  noun: DescribedNoun | null
  item: string | null
  by: string
  page: number
}

const TABS = ['list', 'day', 'file'] as const

/** What an address asks for; parts that make no sense are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  const noun = NOUNS.find((n) => n === search.get('noun')) ?? null
  return {
    tab: TABS.find((t) => t === search.get('tab')) ?? 'list',
    ...readDays(search),
    noun,
    item: noun === null ? null : ((search.get('item') || null)?.slice(0, 130) ?? null),
    by: (search.get('by') ?? '').slice(0, 200),
    page: readPage(search),
  }
}

export const writeFilter = (f: Filter): URLSearchParams => writeAddress(f, { tab: 'list', page: 1 })

/** The filter as the call takes it. */
export function queryOf(f: Filter) {
  return {
    ...spanOfDays(f),
    noun: f.noun ?? undefined,
    item: f.item ?? undefined,
    by: f.by || undefined,
    page: f.page,
  }
}

export function isFiltered(f: Filter): boolean {
  return f.from !== null || f.noun !== null || f.by !== ''
}
