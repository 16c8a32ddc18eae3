import { readDays, readPage, writeAddress } from '../../lib/address.ts'
import { spanOfDays } from '../../lib/days.ts'

/** Which movements are shown: carried by the address. Days are local days of the plant, both included. */
export interface Filter {
  from: string | null
  to: string | null
  /** `leaf`, `unit`, or one of them with an id: `leaf:gate1`. */
  object: string | null
  source: 'hand' | 'sensor' | null
  search: string
  page: number
}

const OBJECT = /^(leaf|unit)(:.{1,130})?$/

/** What an address asks for; parts that make no sense are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  const object = search.get('object')
  const source = search.get('source')
  return {
    ...readDays(search),
    object: object !== null && OBJECT.test(object) ? object : null,
    source: source === 'hand' || source === 'sensor' ? source : null,
    search: (search.get('search') ?? '').slice(0, 100),
    page: readPage(search),
  }
}

export const writeFilter = (f: Filter): URLSearchParams => writeAddress(f, { page: 1 })

/** The filter as the calls take it. */
export function queryOf(f: Filter) {
  const [kind, ...id] = f.object?.split(':') ?? []
  return {
    ...spanOfDays(f),
    kind: (kind || undefined) as 'leaf' | 'unit' | undefined,
    object_id: id.length > 0 ? id.join(':') : undefined,
    source: f.source ?? undefined,
    search: f.search || undefined,
  }
}

export function isFiltered(f: Filter): boolean {
  return f.from !== null || f.object !== null || f.source !== null || f.search !== ''
}
