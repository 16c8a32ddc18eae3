import { NOUNS } from '#contract/changes.ts'
import { useText } from '../../lib/text/index.ts'
import type { Address } from '../../lib/use-address.ts'
import { FilterBar } from '../../ui/filter/index.tsx'
import css from './changes.module.css'
import type { CHANGE_FIELDS } from './filter.ts'

/** Filter by days, kind of item, and author. */
export function ChangeFilterBar({ address }: { address: Address<typeof CHANGE_FIELDS> }) {
  const { t, texts } = useText()
  return (
    <div className={css.filter} role="search">
      <FilterBar
        {...address}
        // Items belong to their kind, so another kind clears the item.
        show={(part) => address.show('noun' in part ? { ...part, item: null } : part)}
        fields={[
          {
            kind: 'days',
            name: 'days',
            label: t('changesPage.range'),
            any: t('changesPage.anyDay'),
            width: 250,
          },
          {
            kind: 'choice',
            name: 'noun',
            label: t('changesPage.item'),
            any: t('changesPage.any'),
            options: NOUNS.map((n) => ({ value: n, label: texts.nounOf[n] })),
          },
          { kind: 'text', name: 'by', label: t('changesPage.by'), icon: 'user' },
        ]}
      />
    </div>
  )
}
