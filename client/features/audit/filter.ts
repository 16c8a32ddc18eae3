import { days, page, text, word, type Filter as FilterOf } from '../../lib/address-fields.ts'
import { spanOfDays } from '../../lib/days.ts'

/** The filter, kept in the address. Days are local days of the plant, both included. */
export const AUDIT_FIELDS = {
  days: days(),
  actor: text(),
  act: word(),
  noun: word(),
  search: text(),
  page: page(),
}
export type AuditFilter = FilterOf<typeof AUDIT_FIELDS>

/** The filter as the endpoints take it. */
export function auditQueryOf(f: AuditFilter) {
  return {
    ...spanOfDays(f.days),
    actor: f.actor || undefined,
    act: f.act ?? undefined,
    noun: f.noun ?? undefined,
    search: f.search || undefined,
  }
}
