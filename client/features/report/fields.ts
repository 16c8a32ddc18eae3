import { REPORT_KINDS } from '#core/report/types.ts'
import { days, field, flag, oneOf, view, word, type AddressField } from '../../lib/address-fields.ts'

/** Most objects of a report in an address. */
const MOST = 500

/** Ids of objects, in the order of the tree. */
const ids = (): AddressField<readonly string[]> =>
  field<readonly string[]>(
    [],
    (text) =>
      text
        .split(',')
        .filter((id) => /^[\w.:-]{1,100}$/.test(id))
        .slice(0, MOST),
    (list) => list.join(','),
  )

const HOURS = Array.from({ length: 24 }, (_, h) => String(h))

/** What a report is made of is the address of its page: a link opens the same report. */
export const REPORT_FIELDS = {
  days: days(),
  kind: oneOf(REPORT_KINDS, 'hourly'),
  stations: ids(),
  outlets: ids(),
  quantities: ids(),
  detail: flag(),
  /** Hour at which days begin; null: as described for the plant. */
  start: oneOf(HOURS),
  known: word(16, /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/),
  chart: view(flag()),
}
