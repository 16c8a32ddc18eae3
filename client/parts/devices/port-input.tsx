import { Autocomplete } from '@mantine/core'
import type { Port } from '#contract/stations.ts'
import { useText } from '../../lib/text/index.ts'
import { OptionLines } from '../../ui/choice/OptionLines.tsx'

interface Props {
  ports: readonly Port[]
  value: string
  onChange: (port: string) => void
  label: string
  /** Whether only free ones are offered; else all are, with what occupies them. */
  free?: boolean
  error?: string
  readOnly?: boolean
}

/** A port of a logger: one of those known, or a new one as it is typed. */
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
