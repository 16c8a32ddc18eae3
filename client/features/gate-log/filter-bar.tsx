import { useText } from '../../lib/text/index.ts'
import type { Address } from '../../lib/use-address.ts'
import { FilterBar } from '../../ui/filter/index.tsx'
import { keyOf } from './draft.ts'
import type { GATE_LOG_FIELDS } from './filter.ts'
import type { Position } from './queries.ts'

interface Props {
  address: Address<typeof GATE_LOG_FIELDS>
  positions: readonly Position[]
}

/** Filter by days, gates and units, and by who reported a movement. */
export function GateLogFilterBar({ address, positions }: Props) {
  const { t } = useText()
  const { object } = address.filter
  const objects = [
    { value: 'leaf', label: t('gateLog.filter.leaves') },
    { value: 'unit', label: t('gateLog.filter.units') },
    ...positions.map((p) => ({ value: keyOf(p), label: p.name })),
  ]
  // One that no longer exists is still in the log.
  if (object && !objects.some((o) => o.value === object))
    objects.push({ value: object, label: object.split(':').slice(1).join(':') })
  return (
    <FilterBar
      {...address}
      fields={[
        {
          kind: 'days',
          name: 'days',
          label: t('gateLog.filter.range'),
          any: t('gateLog.filter.lastDays'),
          width: 250,
          wide: true,
        },
        {
          kind: 'choice',
          name: 'object',
          label: t('gateLog.filter.object'),
          any: t('gateLog.filter.anyObject'),
          options: objects,
        },
        {
          kind: 'choice',
          name: 'source',
          label: t('gateLog.filter.source'),
          any: t('gateLog.filter.anySource'),
          options: [
            { value: 'hand', label: t('gateLog.source.hand') },
            { value: 'sensor', label: t('gateLog.source.sensor') },
          ],
        },
        {
          kind: 'text',
          name: 'search',
          label: t('gateLog.filter.search'),
          max: 100,
          width: 200,
          most: 320,
          wide: true,
        },
      ]}
    />
  )
}
