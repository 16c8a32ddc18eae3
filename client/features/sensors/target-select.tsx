import { Select } from '@mantine/core'
import type { SensorRow } from '#contract/sensors.ts'
import { useItems } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'

type SensorTarget = { noun: 'station' | 'position' | 'leaf' | 'unit'; id: string }
/** What a sensor measures, without its name. */
export const targetOf = ({ target }: SensorRow): SensorTarget | null =>
  target && { noun: target.noun, id: target.id }

const keyOf = (target: SensorTarget) => `${target.noun}:${target.id}`

/** Station types to which sensors of a kind belong. */
const STATION_TYPES: Record<number, readonly number[]> = {
  1: [1],
  2: [2, 4],
  5: [6],
  6: [6, 3],
  7: [3, 5],
  8: [3, 4, 5],
}
const POSITIONS = [2, 8]
const GATES = [5, 6]
const UNITS = [3, 4]

/** Choice of what a sensor of its kind may measure: stations, level positions, gates or units, by name. */
export function TargetSelect({
  sensor,
  value,
  onChange,
  error,
}: {
  sensor: SensorRow
  value: SensorTarget | null
  onChange: (target: SensorTarget | null) => void
  error?: string
}) {
  const { t, texts } = useText()
  const kind = sensor.sensor_type
  const stations = useItems('station').data ?? []
  const positions = useItems('position').data ?? []
  const gates = useItems('gate').data ?? []
  const units = useItems('unit').data ?? []
  const groups = (
    [
      ['position', POSITIONS.includes(kind) ? positions.map((p) => ({ id: p.id, name: p.body.name })) : []],
      [
        'station',
        stations
          .filter((s) => STATION_TYPES[kind]?.includes(s.body.type))
          .map((s) => ({ id: s.id, name: s.body.name })),
      ],
      [
        'leaf',
        GATES.includes(kind)
          ? gates.flatMap((g) => g.body.leaves.map((l) => ({ id: `${g.id}/${l.id}`, name: l.name })))
          : [],
      ],
      ['unit', UNITS.includes(kind) ? units.map((u) => ({ id: u.id, name: u.body.name })) : []],
    ] as const
  ).filter(([, list]) => list.length > 0)
  const known = groups.flatMap(([noun, list]) => list.map((x) => keyOf({ noun, id: x.id })))
  const unlisted = value !== null && !known.includes(keyOf(value)) ? value : null
  const nameOf = ({ id }: SensorTarget) => (sensor.target?.id === id ? sensor.target.name : id)
  return (
    <Select
      name="target"
      label={t('sensors.target')}
      placeholder={t('sensors.pickTarget')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('tokens.clear'), tabIndex: 0 }}
      nothingFoundMessage={t('items.seriesNone')}
      maxDropdownHeight={260}
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
      data={[
        // A current target that the account may not list is still shown by name.
        ...(unlisted ? [{ value: keyOf(unlisted), label: nameOf(unlisted) }] : []),
        ...groups.map(([noun, list]) => ({
          group: texts.nounOf[noun === 'leaf' ? 'gate' : noun],
          items: list.map((x) => ({ value: keyOf({ noun, id: x.id }), label: x.name })),
        })),
      ]}
      value={value && keyOf(value)}
      onChange={(key) => {
        if (key === null) return onChange(null)
        const at = key.indexOf(':')
        onChange({ noun: key.slice(0, at) as SensorTarget['noun'], id: key.slice(at + 1) })
      }}
      error={error}
    />
  )
}
