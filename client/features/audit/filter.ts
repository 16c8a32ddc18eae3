import { readDays, readPage, writeAddress } from '../../lib/address.ts'
import { spanOf } from '../../lib/days.ts'

/** Which records are shown: carried by the address. Days are local days of the plant, both included. */
export interface Filter {
  from: string | null
  to: string | null
  actor: string
  act: string | null
  noun: string | null
  search: string
  page: number
}

/** What an address asks for; parts that make no sense are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  return {
    ...readDays(search),
    actor: (search.get('actor') ?? '').slice(0, 200),
    act: search.get('act') || null,
    noun: search.get('noun') || null,
    search: (search.get('search') ?? '').slice(0, 200),
    page: readPage(search),
  }
}

export const writeFilter = (f: Filter): URLSearchParams => writeAddress(f, { page: 1 })

/** The filter as the calls take it. */
export function queryOf(f: Filter) {
  return {
    ...spanOf(f),
    actor: f.actor || undefined,
    act: f.act ?? undefined,
    noun: f.noun ?? undefined,
    search: f.search || undefined,
  }
}

export function isFiltered(f: Filter): boolean {
  return f.from !== null || f.actor !== '' || f.act !== null || f.noun !== null || f.search !== ''
}
