import type { OptionsFilter } from '@mantine/core'
import { plain } from '../../lib/plain.ts'

/** Filters options of a Select by label, ignoring diacritics, within their groups. */
export const byLabel: OptionsFilter = ({ options, search }) => {
  const wanted = plain(search).trim()
  return options.flatMap((o): typeof options => {
    if (!('group' in o)) return plain(o.label).includes(wanted) ? [o] : []
    const items = o.items.filter((x) => plain(String('label' in x ? x.label : x)).includes(wanted))
    return items.length > 0 ? [{ ...o, items }] : []
  })
}
