import { Select, Skeleton, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useSeriesNames, type Series } from '../../lib/items.ts'
import { DATE_PATTERN, dateInWords, parseLocalDate } from '../../lib/local-time.ts'
import { useLanguage, useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Failed } from '../../ui/state.tsx'
import type { AnyForm } from '../../lib/form/index.ts'
import { byLabel } from '../../ui/choice/by-label.ts'
import { OptionLines } from '../../ui/choice/OptionLines.tsx'
import css from './items.module.css'

interface Field {
  form: AnyForm
  path: string
  label: string
  description?: string
  /** Whether it may be left empty; the field then says so. */
  optional?: boolean
  readOnly?: boolean
}

/** The text of an empty field that may stay empty. */
function useEmpty(optional = false, said?: string): string | undefined {
  const { t } = useText()
  return said ?? (optional ? t('items.optional') : undefined)
}

export function TextField(props: Field & Omit<TextInputProps, keyof Field>) {
  const { form, path, optional, placeholder, ...rest } = props
  return <TextInput {...form.text(path)} placeholder={useEmpty(optional, placeholder)} {...rest} />
}

/** A date, typed and shown as the language of the page writes it. */
export function DateField({
  form,
  path,
  ...rest
}: Omit<Field, 'optional'> & Omit<TextInputProps, keyof Field>) {
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const value = String(form.get(path) ?? '')
  return (
    <TextInput
      {...form.text(path)}
      placeholder={DATE_PATTERN[language]}
      autoComplete="off"
      // What is typed stays as it is typed; what comes from elsewhere is written in the language.
      value={parseLocalDate(typed) === value ? typed : dateInWords(value, language)}
      onChange={(e) => {
        setTyped(e.currentTarget.value)
        form.set(path, parseLocalDate(e.currentTarget.value))
      }}
      {...rest}
    />
  )
}

/** A number with its unit inside the field. empty null: what is left empty is sent as null. */
export function NumberField(props: Field & { unit?: string; empty?: null; placeholder?: string }) {
  const { form, path, optional, unit = '', empty, placeholder, ...rest } = props
  return (
    <TextInput
      {...form.decimal(path, empty)}
      placeholder={useEmpty(optional, placeholder)}
      inputMode="decimal"
      rightSection={unit === '' ? undefined : <span className={css.unit}>{unit}</span>}
      rightSectionWidth={unit === '' ? undefined : 16 + unit.length * 8}
      rightSectionPointerEvents="none"
      {...rest}
    />
  )
}

/** One of a list whose values are numbers on the wire. */
export function NumberChoice(
  props: Field & { data: readonly { id: number; name: string }[] | undefined; onPick?: (id: number) => void },
) {
  const { form, path, label, data, onPick, readOnly, optional: _, ...rest } = props
  if (!data) return <Skeleton height={58} aria-busy aria-label={label} />
  return (
    <Choice
      {...rest}
      name={path}
      label={label}
      readOnly={readOnly}
      data={data.map((o) => ({ value: String(o.id), label: o.name }))}
      value={String(form.get(path) ?? '')}
      error={form.errorOf(path)}
      onChange={(value) => {
        form.setNumber(path, Number(value))
        onPick?.(Number(value))
      }}
    />
  )
}

/** One of a list of words. */
export function WordChoice(
  props: Field & {
    data: readonly { value: string; label: string }[]
    fallback?: string
    onPick?: (value: string) => void
  },
) {
  const { form, path, label, data, fallback, onPick, optional: _, ...rest } = props
  return (
    <Choice
      {...rest}
      name={path}
      label={label}
      data={data}
      value={String(form.get(path) ?? fallback ?? '')}
      error={form.errorOf(path)}
      onChange={(value) => {
        form.set(path, value)
        onPick?.(value)
      }}
    />
  )
}

/** A series of the reservoir, found by its name or its code. units: those of other units come last. */
export function SeriesField(
  props: Field & { units?: readonly string[]; empty?: null; onPick?: (series: Series) => void },
) {
  const { form, path, label, description, optional, readOnly, units = [], empty, onPick } = props
  const { t } = useText()
  const series = useSeriesNames()
  if (series.error && !series.data)
    return <Failed what={t('items.series')} error={series.error} retry={() => void series.refetch()} />
  if (!series.data) return <Skeleton height={58} aria-busy aria-label={label} />
  const value = (form.get(path) as string | null | undefined) ?? null
  const byCode = new Map(series.data.map((s) => [s.code, s]))
  const fits = (unit: string) => units.length === 0 || units.includes(unit)
  const offered = series.data
    .filter((s) => s.source === 'ingest' || s.code === value)
    .sort((a, b) => Number(fits(b.unit)) - Number(fits(a.unit)))
  const gone = value !== null && value !== '' && !byCode.has(value)
  return (
    <Select
      name={path}
      label={label}
      description={description}
      readOnly={readOnly}
      searchable
      clearable={optional}
      clearButtonProps={{ 'aria-label': t('tokens.clear'), tabIndex: 0 }}
      placeholder={optional ? `${t('items.seriesPick')} (${t('items.optional')})` : t('items.seriesPick')}
      nothingFoundMessage={t('items.seriesNone')}
      maxDropdownHeight={260}
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
      data={[
        ...offered.map((s) => ({ value: s.code, label: `${s.name} · ${s.code}` })),
        ...(gone ? [{ value, label: t('items.seriesGone', { code: value }) }] : []),
      ]}
      value={value === '' ? null : value}
      onChange={(code) => {
        form.set(path, code ?? (empty === null ? null : undefined))
        const picked = code === null ? undefined : byCode.get(code)
        if (picked) onPick?.(picked)
      }}
      error={form.errorOf(path)}
      filter={byLabel}
      renderOption={({ option }) => {
        const s = byCode.get(option.value)
        return (
          <OptionLines
            name={s?.name ?? option.label}
            lines={[s && [s.code, s.unit].filter(Boolean).join(' · ')]}
          />
        )
      }}
    />
  )
}
