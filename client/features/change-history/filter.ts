import { NOUNS } from '#contract/changes.ts'
import {
  days,
  oneOf,
  page,
  text,
  view,
  word,
  type AddressField,
  type Filter,
} from '../../lib/address-fields.ts'
import { spanOfDays } from '../../lib/days.ts'

export const CHANGE_TABS = ['list', 'day', 'file'] as const

const noun = oneOf(NOUNS)
const id = word(130)
/** One item of the chosen kind. */
const item: AddressField<string | null> = {
  ...id,
  read: (search, name) => (noun.read(search, 'noun') === null ? null : id.read(search, name)),
}

/** The filter of the page. Days are local days of the plant, both included. */
export const CHANGE_FIELDS = {
  tab: view(oneOf(CHANGE_TABS, 'list')),
  days: days(),
  noun,
  item,
  /** Part of the author's name. */
  by: text(),
  page: page(),
}
export type ChangeFilter = Filter<typeof CHANGE_FIELDS>

/** The filter as the endpoint takes it. */
export function changeQuery(f: ChangeFilter) {
  return {
    ...spanOfDays(f.days),
    noun: f.noun ?? undefined,
    item: f.item ?? undefined,
    by: f.by || undefined,
    page: f.page,
  }
}
