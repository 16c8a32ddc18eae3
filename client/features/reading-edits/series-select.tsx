import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useText } from '../../lib/text/index.ts'
import { unitWords } from '../../parts/devices/index.ts'
import { CHOICE_GROUPS, matches, type SeriesChoice } from '../../parts/series-choices/choices.ts'
import { OptionLines } from '../../ui/choice/OptionLines.tsx'
import css from './edits.module.css'

interface Props {
  choices: readonly SeriesChoice[]
  value: string | null
  onChange: (code: string) => void
}

/** Selects a series by quantity and place, with its code and sensor below. */
export function SeriesSelect({ choices, value, onChange }: Props) {
  const { t, texts, language } = useText()
  const byCode = useMemo(() => new Map(choices.map((c) => [c.code, c])), [choices])
  const data = useMemo(
    () =>
      CHOICE_GROUPS.map((group) => ({
        group: texts.edits.group[group],
        items: choices.filter((c) => c.group === group).map((c) => ({ value: c.code, label: c.label })),
      })).filter((g) => g.items.length > 0),
    [choices, texts],
  )
  return (
    <Select
      label={t('edits.series')}
      placeholder={t('edits.pick')}
      className={css.series}
      searchable
      allowDeselect={false}
      checkIconPosition="right"
      nothingFoundMessage={t('edits.noMatch')}
      maxDropdownHeight={360}
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
      data={data}
      value={value !== null && byCode.has(value) ? value : null}
      onChange={(code) => code !== null && onChange(code)}
      selectFirstOptionOnChange
      filter={({ options, search }) =>
        options.flatMap((o): typeof options => {
          const fits = (code: string) => matches(byCode.get(code)!, search)
          if ('value' in o) return fits(String(o.value)) ? [o] : []
          const items = o.items.filter((i) => fits(String(i.value)))
          return items.length > 0 ? [{ ...o, items }] : []
        })
      }
      renderOption={({ option }) => {
        const c = byCode.get(option.value)!
        return (
          <OptionLines
            name={c.label}
            lines={[[c.detail, c.code, unitWords(c.unit, language)].filter(Boolean).join(' · ')]}
          />
        )
      }}
    />
  )
}
