import { ACCOUNT_SORTS } from '#contract/accounts.ts'
import { oneOf, page, text, view, word, type Filter } from '../../lib/address-fields.ts'

/** Which accounts are shown, in which order. */
export const ACCOUNT_FIELDS = {
  search: text(),
  status: oneOf(['active', 'inactive']),
  role: word(),
  sort: view(oneOf(ACCOUNT_SORTS, 'username')),
  order: view(oneOf<'asc' | 'desc'>(['asc', 'desc'], 'asc')),
  page: page(),
}
export type AccountFilter = Filter<typeof ACCOUNT_FIELDS>
