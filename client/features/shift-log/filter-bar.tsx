import { TIMELINE_KINDS } from '#contract/timeline.ts'
import { useText } from '../../lib/text/index.ts'
import type { Address } from '../../lib/use-address.ts'
import { FilterBar } from '../../ui/filter/index.tsx'
import type { SHIFT_LOG_FIELDS } from './filter.ts'
import css from './shift-log.module.css'
import { TIMELINE_ICONS } from './words.ts'

/** Filter by kinds and days, with a search. */
export function ShiftLogFilterBar({ address }: { address: Address<typeof SHIFT_LOG_FIELDS> }) {
  const { t } = useText()
  return (
    <div className={css.bar} role="search" aria-label={t('shiftLog.list.title')}>
      <FilterBar
        {...address}
        filtered={false}
        fields={[
          {
            kind: 'several',
            name: 'kinds',
            label: t('shiftLog.filter.kinds'),
            all: t('shiftLog.filter.all'),
            options: TIMELINE_KINDS.map((kind) => ({
              value: kind,
              label: t(`shiftLog.kind.${kind}`),
              icon: TIMELINE_ICONS[kind],
            })),
          },
        ]}
      />
      <div className={css.find}>
        <FilterBar
          {...address}
          fields={[
            {
              kind: 'days',
              name: 'days',
              label: t('shiftLog.filter.range'),
              any: t('shiftLog.filter.lastDays'),
              width: 170,
              wide: true,
            },
            {
              kind: 'text',
              name: 'search',
              label: t('shiftLog.filter.search'),
              max: 100,
              width: 150,
              most: 260,
              wide: true,
            },
          ]}
        />
      </div>
    </div>
  )
}
