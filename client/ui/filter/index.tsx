import { Button, Checkbox, Switch, TextInput } from '@mantine/core'
import type { CSSProperties } from 'react'
import type { AddressFields, Filter } from '../../lib/address-fields.ts'
import type { Days } from '../../lib/days.ts'
import { useText } from '../../lib/text/index.ts'
import { useTyped } from '../../lib/use-typed.ts'
import { Choice } from '../choice/index.tsx'
import { DayRange } from '../days/index.tsx'
import { Icon, type IconName } from '../icon/index.tsx'
import chipCss from '../chip.module.css'
import css from './filter.module.css'

/** Keys of a filter whose value has a type. */
type NameOf<F, T> = { [K in keyof F]-?: F[K] extends T ? K : never }[keyof F] & string

interface Common {
  label: string
  /** Width, px; default: that of the content. */
  width?: number
  /** Maximum width, px. */
  most?: number
  /** On a line of its own on a phone. */
  wide?: boolean
}

interface Option {
  value: string
  label: string
  icon?: IconName
}

/** A filter field, as a value. */
export type FilterField<F> =
  | (Common & {
      kind: 'text'
      name: NameOf<F, string>
      icon?: IconName
      /** Placeholder of the empty field, if not the label. */
      placeholder?: string
      max?: number
    })
  | (Common & {
      kind: 'choice'
      name: NameOf<F, string | null>
      options: readonly Option[]
      /** Option for no choice; absent: one is always chosen. */
      any?: string
    })
  | (Common & {
      kind: 'several'
      name: NameOf<F, readonly string[]>
      options: readonly Option[]
      /** Option for no choice, which means all. */
      all: string
    })
  | (Common & { kind: 'days'; name: NameOf<F, Days>; any: string })
  | (Common & { kind: 'switch' | 'check'; name: NameOf<F, boolean> })

/** Fields of a filter, one for each address field (client/lib/address-fields.ts). */
export type FilterFields<A extends AddressFields> = readonly FilterField<Filter<A>>[]

export interface FilterBarProps<F> {
  fields: readonly FilterField<F>[]
  filter: F
  show: (part: Partial<F>) => void
  /** Whether anything is chosen and can be cleared. */
  filtered: boolean
  reset: () => void
}

const ANY = ''

/** Filter fields in a line, with a button that clears them. The page (ui/page) positions it. */
export function FilterBar<F>({ fields, filter, show, filtered, reset }: FilterBarProps<F>) {
  const { t } = useText()
  return (
    <>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={filter[field.name as keyof F]}
          change={(value) => show({ [field.name]: value } as Partial<F>)}
        />
      ))}
      {filtered && (
        <Button variant="subtle" color="gray" onClick={reset}>
          {t('act.clear')}
        </Button>
      )}
    </>
  )
}

interface FieldProps<F> {
  field: FilterField<F>
  value: unknown
  change: (value: unknown) => void
}

function Field<F>({ field, value, change }: FieldProps<F>) {
  const { label, width, most, wide } = field
  const place =
    width === undefined
      ? { 'data-wide': wide }
      : {
          className: css.field,
          'data-wide': wide,
          style: {
            '--field': `${most === undefined ? 0 : 1} 1 ${width}px`,
            '--field-max': most === undefined ? undefined : `${most}px`,
          } as CSSProperties,
        }
  switch (field.kind) {
    case 'days':
      return <DayRange {...place} label={label} any={field.any} value={value as Days} onChange={change} />
    case 'text':
      return (
        <TextField
          {...place}
          label={label}
          placeholder={field.placeholder ?? label}
          icon={field.icon}
          max={field.max ?? 200}
          value={value as string}
          change={change}
        />
      )
    case 'choice': {
      const choice = (
        <Choice
          aria-label={label}
          value={(value as string | null) ?? ANY}
          data={
            field.any === undefined ? field.options : [{ value: ANY, label: field.any }, ...field.options]
          }
          onChange={(v) => change(v === ANY ? null : v)}
        />
      )
      return width === undefined ? choice : <div {...place}>{choice}</div>
    }
    case 'several': {
      const chosen = value as readonly string[]
      return (
        <div className={css.chips} role="group" aria-label={label}>
          <button
            type="button"
            className={chipCss.chip}
            aria-pressed={chosen.length === 0}
            onClick={() => change([])}
          >
            {field.all}
          </button>
          {field.options.map((o) => (
            <button
              key={o.value}
              type="button"
              className={chipCss.chip}
              aria-pressed={chosen.includes(o.value)}
              onClick={() =>
                change(
                  field.options
                    .map((one) => one.value)
                    .filter((v) => (v === o.value ? !chosen.includes(v) : chosen.includes(v))),
                )
              }
            >
              {o.icon && <Icon name={o.icon} size={14} />}
              {o.label}
            </button>
          ))}
        </div>
      )
    }
    case 'check':
      return (
        <Checkbox
          size="sm"
          label={label}
          checked={value as boolean}
          onChange={(e) => change(e.currentTarget.checked)}
        />
      )
    case 'switch':
      return (
        <Switch
          className={css.switch}
          label={label}
          checked={value as boolean}
          onChange={(e) => change(e.currentTarget.checked)}
        />
      )
  }
}

interface TextFieldProps {
  label: string
  placeholder: string
  /** Default: what is searched for. */
  icon?: IconName
  max: number
  value: string
  change: (value: string) => void
  className?: string
  style?: CSSProperties
  'data-wide'?: boolean
}

/** Debounced. */
function TextField({ label, placeholder, icon, max, value, change, ...place }: TextFieldProps) {
  const [typed, setTyped] = useTyped(value, (text) => change(text.trim()))
  return (
    <TextInput
      {...place}
      type={icon ? 'text' : 'search'}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<Icon name={icon ?? 'search'} size={16} />}
      maxLength={max}
      value={typed}
      onChange={(e) => setTyped(e.currentTarget.value)}
    />
  )
}
