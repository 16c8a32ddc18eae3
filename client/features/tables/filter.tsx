import type { TableItem } from '#contract/tables/table.ts'
import { useText } from '../../lib/text/index.ts'
import type { Address } from '../../lib/use-address.ts'
import { FilterBar } from '../../ui/filter/index.tsx'
import { ORDER, objectName } from './groups.ts'
import { objectKey, PLANT, type TABLE_FIELDS } from './list.ts'

interface Props {
  address: Address<typeof TABLE_FIELDS>
  items: readonly TableItem[]
  /** Whether there are retired tables. */
  retired: boolean
}

/** Filter by group, object and state, limited to existing ones. */
export function TableFilterBar({ address, items, retired }: Props) {
  const { t, texts } = useText()
  const { filter } = address
  const groups = ORDER.filter((g) => g === filter.group || items.some((i) => i.group === g))
  const objects = new Map(items.map((i) => [objectKey(i), objectName(i.object)]))
  const known = filter.object !== null && objects.has(filter.object)
  return (
    <FilterBar
      {...address}
      filter={{ ...filter, object: known ? filter.object : null }}
      fields={[
        {
          kind: 'choice',
          name: 'group',
          label: t('interpolate.group'),
          any: t('interpolate.anyGroup'),
          options: groups.map((g) => ({ value: g, label: `${g} · ${texts.interpolate.groups[g]}` })),
          width: 320,
          wide: true,
        },
        {
          kind: 'choice',
          name: 'object',
          label: t('interpolate.object'),
          any: t('interpolate.anyObject'),
          options: [...objects]
            .sort(
              ([a, x], [b, y]) =>
                Number(b === PLANT) - Number(a === PLANT) || x.localeCompare(y, 'vi', { numeric: true }),
            )
            .map(([value, label]) => ({ value, label })),
          width: 200,
        },
        {
          kind: 'choice',
          name: 'state',
          label: t('interpolate.state'),
          any: t('interpolate.anyState'),
          options: [
            { value: 'inForce', label: t('interpolate.states.inForce') },
            { value: 'others', label: t('interpolate.others') },
            ...(retired ? [{ value: 'retired', label: t('interpolate.states.retired') }] : []),
          ],
          width: 200,
        },
      ]}
    />
  )
}
