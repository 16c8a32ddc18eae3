import { ACCOUNT_SORTS } from '#contract/accounts.ts'
import { oneOf, page, text, view, word, type Filter } from '../../lib/address-fields.ts'

/** Filters and sorts the accounts. */
export const ACCOUNT_FIELDS = {
  search: text(),
  status: oneOf(['active', 'inactive']),
  role: word(),
  sort: view(oneOf(ACCOUNT_SORTS, 'username')),
  order: view(oneOf<'asc' | 'desc'>(['asc', 'desc'], 'asc')),
  page: page(),
}
export type AccountFilter = Filter<typeof ACCOUNT_FIELDS>

/** Finds the reservoir and the least powerful role that may be granted, the page's reservoir first; null: none. */
export function leastRole<R extends { level: number }>(
  options: { reservoirs: { hydro_code: string; roles: R[] }[] } | undefined,
  hydro: string,
): { hydro_code: string; role: R } | null {
  const all = options?.reservoirs.filter((r) => r.roles.length > 0) ?? []
  const at = all.find((r) => r.hydro_code === hydro) ?? all.find((r) => r.hydro_code !== '*') ?? all[0]
  return at ? { hydro_code: at.hydro_code, role: at.roles.toSorted((a, b) => b.level - a.level)[0] } : null
}
