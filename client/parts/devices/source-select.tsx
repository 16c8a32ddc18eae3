import { Select } from '@mantine/core'
import type { Source } from '#contract/stations.ts'
import { useText } from '../../lib/text/index.ts'
import { OptionLines } from '../../ui/choice/OptionLines.tsx'
import { useNear } from './times.ts'
import { wireWords } from './words.ts'

interface Props {
  sources: readonly Source[]
  value: string | null
  onChange: (series: string | null) => void
  label: string
  /** Users of each series by name; unused series come first. */
  usedBy: (source: Source) => readonly string[]
  description?: string
  error?: string
  clearable?: boolean
  readOnly?: boolean
}

/** Choice of a series by name and code, with its unit, last value and users. */
export function SourceSelect(props: Props) {
  const { sources, value, onChange, label, usedBy, description, error, clearable, readOnly } = props
  const { t, language } = useText()
  const near = useNear()
  const byCode = new Map(sources.map((s) => [s.series, s]))
  const chosen = value === null ? undefined : byCode.get(value)
  const lastOf = (s: Source) =>
    s.date_string === null
      ? t('stations.nothingSent')
      : t('stations.lastValue', {
          value: wireWords(s.last_data, s.quality.last_data, s.unit, language),
          time: near(s.date_string),
        })
  const ordered = [...sources].sort((a, b) => Number(usedBy(a).length > 0) - Number(usedBy(b).length > 0))
  const gone = value !== null && value !== '' && !chosen
  return (
    <Select
      name="series"
      label={label}
      description={chosen ? lastOf(chosen) : description}
      error={error}
      readOnly={readOnly}
      searchable
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t('tokens.clear'), tabIndex: 0 }}
      placeholder={t('items.seriesPick')}
      nothingFoundMessage={t('items.seriesNone')}
      maxDropdownHeight={280}
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
      data={[
        ...ordered.map((s) => ({ value: s.series, label: `${s.name} · ${s.series}` })),
        ...(gone ? [{ value, label: value }] : []),
      ]}
      value={value === '' ? null : value}
      onChange={onChange}
      renderOption={({ option }) => {
        const s = byCode.get(option.value)
        if (!s) return option.label
        const users = usedBy(s)
        return (
          <OptionLines
            name={s.name}
            lines={[
              `${s.series} · ${lastOf(s)}`,
              users.length === 0 ? t('stations.free') : t('stations.usedBy', { names: users.join(', ') }),
            ]}
          />
        )
      }}
    />
  )
}
