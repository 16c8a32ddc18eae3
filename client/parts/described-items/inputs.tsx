import { Checkbox, Select, Skeleton, TextInput, type TextInputProps } from '@mantine/core'
import { createContext, use, useMemo, useState, type ReactNode } from 'react'
import { fieldWords, unitOfField } from '../../lib/item-words.ts'
import { useSeriesNames, type Series } from '../../lib/items.ts'
import { DATE_PATTERN, dateInWords, parseLocalDate } from '../../lib/local-time.ts'
import { useLanguage, useText, type Text } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Failed } from '../../ui/state.tsx'
import type { AnyForm } from '../../lib/form/index.ts'
import { byLabel } from '../../ui/choice/by-label.ts'
import { OptionLines } from '../../ui/choice/OptionLines.tsx'
import css from './items.module.css'

interface Place {
  form: AnyForm
  /** The noun that the form, or this part of it, describes: fields take their labels and units from it. */
  noun: string
  /** Prefix of the paths of its fields, with its dot. */
  under: string
}
const PlaceContext = createContext<Place | null>(null)

/** Sets form and noun for all fields inside. */
export function FieldsOf(props: { form: AnyForm; noun: string; under?: string; children: ReactNode }) {
  const { form, noun, under = '', children } = props
  const place = useMemo(() => ({ form, noun, under }), [form, noun, under])
  return <PlaceContext value={place}>{children}</PlaceContext>
}

/** A form field of a described item: form, path, and label and unit unless overridden. */
export function useField(path: string) {
  const { texts } = useText()
  const { form, noun, under } = use(PlaceContext)!
  const names = path.split('.').filter((name) => !/^\d+$/.test(name))
  return {
    form,
    path: under + path,
    label: fieldWords(noun, names, texts as Text),
    unit: unitOfField(noun, names.join('.')),
  }
}

interface Field {
  /** Path below that of the enclosing `FieldsOf`. */
  path: string
  /** Default: the noun's label. */
  label?: string
  description?: string
  /** Whether it may stay empty; the label then says so. */
  optional?: boolean
  readOnly?: boolean
}

/** Placeholder of an optional field. */
function useEmpty(optional = false, placeholder?: string): string | undefined {
  const { t } = useText()
  return placeholder ?? (optional ? t('items.optional') : undefined)
}

/** Text input. empty null: an empty field is sent as null. */
export function TextField(props: Field & { empty?: null } & Omit<TextInputProps, keyof Field>) {
  const { path, optional, placeholder, empty, ...rest } = props
  const field = useField(path)
  const text = field.form.text(field.path)
  return (
    <TextInput
      {...text}
      onChange={(e) =>
        empty === null && e.currentTarget.value === '' ? field.form.set(field.path, null) : text.onChange(e)
      }
      label={field.label}
      placeholder={useEmpty(optional, placeholder)}
      {...rest}
    />
  )
}

/** Date input in the notation of the page's language. */
export function DateField(props: Omit<Field, 'optional'> & Omit<TextInputProps, keyof Field>) {
  const { path: at, ...rest } = props
  const { form, path, label } = useField(at)
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const value = String(form.get(path) ?? '')
  return (
    <TextInput
      {...form.text(path)}
      label={label}
      placeholder={DATE_PATTERN[language]}
      autoComplete="off"
      // Typed text is not reformatted; values from elsewhere are.
      value={parseLocalDate(typed) === value ? typed : dateInWords(value, language)}
      onChange={(e) => {
        setTyped(e.currentTarget.value)
        form.set(path, parseLocalDate(e.currentTarget.value))
      }}
      {...rest}
    />
  )
}

/** Number input with its unit inside. empty null: an empty field is sent as null. */
export function NumberField(props: Field & { unit?: string; empty?: null; placeholder?: string }) {
  const { path, optional, empty, placeholder, ...rest } = props
  const field = useField(path)
  const { unit = field.unit, ...own } = rest
  return (
    <TextInput
      {...field.form.decimal(field.path, empty)}
      label={field.label}
      placeholder={useEmpty(optional, placeholder)}
      inputMode="decimal"
      rightSection={unit === '' ? undefined : <span className={css.unit}>{unit}</span>}
      rightSectionWidth={unit === '' ? undefined : 16 + unit.length * 8}
      rightSectionPointerEvents="none"
      {...own}
    />
  )
}

/** Boolean input. */
export function CheckField({ path, label, description }: Pick<Field, 'path' | 'label' | 'description'>) {
  const field = useField(path)
  return (
    <Checkbox {...field.form.checked(field.path)} label={label ?? field.label} description={description} />
  )
}

/** Choice among numeric codes of the wire. */
export function NumberChoice(
  props: Field & {
    data: readonly { id: number; name: string }[] | undefined
    onPick?: (id: number) => void
    /** What holds where nothing is chosen. */
    unset?: number
  },
) {
  const { path: at, data, onPick, unset, optional: _, ...rest } = props
  const { form, path, label } = useField(at)
  if (!data) return <Skeleton height={58} aria-busy aria-label={props.label ?? label} />
  return (
    <Choice
      label={label}
      {...rest}
      name={path}
      data={data.map((o) => ({ value: String(o.id), label: o.name }))}
      value={String(form.get(path) ?? unset ?? '')}
      error={form.errorOf(path)}
      onChange={(value) => {
        form.setNumber(path, Number(value))
        onPick?.(Number(value))
      }}
    />
  )
}

/** Choice among keywords. */
export function WordChoice(
  props: Field & {
    /** Keywords with the generic texts (`valueOf`), or with texts of their own. */
    data: readonly (keyof Text['valueOf'] | { value: string; label: string })[]
    fallback?: string
    onPick?: (value: string) => void
  },
) {
  const { path: at, data, fallback, onPick, optional: _, ...rest } = props
  const { texts } = useText()
  const { form, path, label } = useField(at)
  return (
    <Choice
      label={label}
      {...rest}
      name={path}
      data={data.map((o) => (typeof o === 'string' ? { value: o, label: texts.valueOf[o] } : o))}
      value={String(form.get(path) ?? fallback ?? '')}
      error={form.errorOf(path)}
      onChange={(value) => {
        form.set(path, value)
        onPick?.(value)
      }}
    />
  )
}

/** Choice of a series by name or code. units: series in other units come last. */
export function SeriesField(
  props: Field & { units?: readonly string[]; empty?: null; onPick?: (series: Series) => void },
) {
  const { description, optional, readOnly, units = [], empty, onPick } = props
  const { t } = useText()
  const { form, path, ...field } = useField(props.path)
  const label = props.label ?? field.label
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
