import { CHECK_KINDS } from '#core/description/index.ts'
import { useText } from '../../lib/text/index.ts'
import type { Address } from '../../lib/use-address.ts'
import { FilterBar } from '../../ui/filter/index.tsx'
import { FIRED_STATES, type QUALITY_FIELDS } from './filter.ts'
import css from './quality.module.css'

/** Filter of the fired spans and their counts. */
export function QualityFilterBar({ address }: { address: Address<typeof QUALITY_FIELDS> }) {
  const { t } = useText()
  const { tab, series } = address.filter
  return (
    <div className={css.filter} role="search">
      <FilterBar
        {...address}
        fields={[
          {
            kind: 'days',
            name: 'days',
            label: t('qualityPage.range'),
            any: t('qualityPage.anyDay'),
            width: 250,
          },
          {
            kind: 'choice',
            name: 'kind',
            label: t('qualityPage.kindLabel'),
            any: t('qualityPage.anyKind'),
            options: CHECK_KINDS.map((kind) => ({ value: kind, label: t(`qualityPage.kind.${kind}`) })),
          },
          ...(tab === 'fired'
            ? [
                {
                  kind: 'choice' as const,
                  name: 'state' as const,
                  label: t('qualityPage.stateLabel'),
                  options: FIRED_STATES.map((state) => ({
                    value: state,
                    label: t(`qualityPage.states.${state}`),
                  })),
                },
              ]
            : []),
          {
            kind: 'text',
            name: 'station',
            label: t('qualityPage.station'),
            placeholder: series ?? undefined,
            width: 220,
            most: 320,
          },
        ]}
      />
    </div>
  )
}
