import { ACCOUNT_SORTS } from '#contract/accounts.ts'

export type Sort = (typeof ACCOUNT_SORTS)[number]

/** Which accounts are shown: carried by the address. */
export interface List {
  search: string
  status: 'active' | 'inactive' | null
  role: string | null
  sort: Sort
  order: 'asc' | 'desc'
  page: number
}

const STANDARD: List = { search: '', status: null, role: null, sort: 'username', order: 'asc', page: 1 }

/** What an address asks for; parts that make no sense are ignored. */
export function readList(search: URLSearchParams): List {
  const status = search.get('status')
  const sort = search.get('sort')
  const page = Number(search.get('page') ?? 1)
  return {
    search: (search.get('search') ?? '').slice(0, 200),
    status: status === 'active' || status === 'inactive' ? status : null,
    role: search.get('role') || null,
    sort: ACCOUNT_SORTS.find((s) => s === sort) ?? STANDARD.sort,
    order: search.get('order') === 'desc' ? 'desc' : 'asc',
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

/** The address of a list: only what differs from the standard. */
export function writeList(list: List): URLSearchParams {
  const search = new URLSearchParams()
  for (const key of Object.keys(STANDARD) as (keyof List)[])
    if (list[key] !== STANDARD[key] && list[key] !== null) search.set(key, String(list[key]))
  return search
}

/** A list with other parts: what it shows changes, so it begins at its first page, unless that is what changes. */
export function withPart(list: List, part: Partial<List>): List {
  return { ...list, page: 1, ...part }
}

export function isFiltered(list: List): boolean {
  return list.search !== '' || list.status !== null || list.role !== null
}
