import type { OptionsFilter } from '@mantine/core'
import { foldedText } from '../../lib/folded-text.ts'

/** Finds options, in their groups where they have some, as they are typed without a Vietnamese keyboard. */
export const foldedFilter: OptionsFilter = ({ options, search }) => {
  const wanted = foldedText(search).trim()
  return options.flatMap((o): typeof options => {
    if (!('group' in o)) return foldedText(o.label).includes(wanted) ? [o] : []
    const items = o.items.filter((x) => foldedText(x.label).includes(wanted))
    return items.length > 0 ? [{ ...o, items }] : []
  })
}
