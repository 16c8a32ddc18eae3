import { days, page, text, word, type Filter as FilterOf } from '../../lib/address-fields.ts'
import { spanOf } from '../../lib/days.ts'

/** Which records are shown: carried by the address. Days are local days of the plant, both included. */
export const FIELDS = {
  days: days(),
  actor: text(),
  act: word(),
  noun: word(),
  search: text(),
  page: page(),
}
export type Filter = FilterOf<typeof FIELDS>

/** The filter as the calls take it. */
export function queryOf(f: Filter) {
  return {
    ...spanOf(f.days),
    actor: f.actor || undefined,
    act: f.act ?? undefined,
    noun: f.noun ?? undefined,
    search: f.search || undefined,
  }
}
