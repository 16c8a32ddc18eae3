import { Autocomplete } from '@mantine/core'
import type { Port } from '#contract/stations.ts'
import { useText } from '../../lib/text/index.ts'
import { OptionLines } from '../../ui/choice/OptionLines.tsx'

interface Props {
  ports: readonly Port[]
  value: string
  onChange: (port: string) => void
  label: string
  /** Offers only free ports; otherwise all, with their occupants. */
  free?: boolean
  error?: string
  readOnly?: boolean
}

/** Input of a logger port: a known one, or a new one. */
export function PortInput({ ports, value, onChange, label, free = false, error, readOnly }: Props) {
  const { t } = useText()
  const byName = new Map(ports.map((p) => [p.sensor_port, p]))
  const offered = ports.filter((p) => p.available || !free)
  const words = (p: Port) =>
    p.available
      ? t(p.is_new ? 'sensors.portNew' : 'sensors.portFree')
      : t('sensors.portTaken', { name: p.sensor_name ?? '' })
  return (
    <Autocomplete
      name="port"
      label={label}
      description={t('sensors.pickPort')}
      error={error}
      readOnly={readOnly}
      maxLength={60}
      maxDropdownHeight={240}
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
      data={offered.map((p) => p.sensor_port)}
      value={value}
      onChange={onChange}
      renderOption={({ option }) => {
        const p = byName.get(option.value)
        return <OptionLines name={option.value} lines={[p && words(p)]} />
      }}
    />
  )
}
