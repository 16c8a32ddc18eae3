import { can, type Permission } from '#core/access/index.ts'
import { NOUNS, type DescribedNoun } from '#contract/changes.ts'
import { ITEMS } from '#contract/items.ts'
import { text, type Language } from '#contract/messages.ts'
import { forbidden } from '#server/lib/errors.ts'
import type { Caller } from '#server/lib/serve.ts'

const nounText = (noun: DescribedNoun, language: Language) => text(`noun_${noun}`, language)

/** The name of an item in errors. */
export function itemWords(noun: DescribedNoun, id: string, language: Language): string {
  return noun === id ? nounText(noun, language) : `${nounText(noun, language)} ${id}`
}

/** The permission that changing an item of a kind needs. */
function permissionOf(noun: DescribedNoun): Permission {
  return noun === 'table' ? 'interpolate.update' : (ITEMS[noun].change.access as Permission)
}

/** Kinds of items that the caller may see. */
export function seenBy(caller: Caller): DescribedNoun[] {
  return NOUNS.filter((noun) =>
    can(caller.permissions, noun === 'table' ? 'interpolate.view' : (ITEMS[noun].list.access as Permission)),
  )
}

/** Throws 403 where the caller may not see some of these kinds of items. */
export function maySee(caller: Caller, nouns: readonly DescribedNoun[]): void {
  const seen = seenBy(caller)
  const hidden = nouns.find((noun) => !seen.includes(noun))
  if (hidden !== undefined) throw forbidden('item_hidden', { what: nounText(hidden, caller.language) })
}

/** Throws 403 where the caller may not change some of these kinds of items. */
export function requireChangeRights(caller: Caller, nouns: Iterable<DescribedNoun>): void {
  for (const noun of new Set(nouns)) {
    // A version of a sensor contains whether it is installed.
    const state = noun === 'sensor' && !can(caller.permissions, 'sensor.change-status')
    if (state || !can(caller.permissions, permissionOf(noun)))
      throw forbidden('item_forbidden', { what: nounText(noun, caller.language) })
  }
}
