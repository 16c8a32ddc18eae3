import { Select, type SelectProps } from '@mantine/core'
import { useRef, type KeyboardEvent } from 'react'
import { TypeAhead } from './type-ahead.ts'

interface Props extends Omit<SelectProps, 'data' | 'onChange' | 'value' | 'searchable'> {
  data: readonly { value: string; label: string; disabled?: boolean }[]
  value: string | null
  onChange: (value: string) => void
}

/** Select of one option. Typed letters choose the option that begins with them, open or closed. */
export function Choice({ data, value, onChange, ...rest }: Props) {
  const typed = useRef(new TypeAhead())

  function type(e: KeyboardEvent) {
    if (e.ctrlKey || e.metaKey || e.altKey || e.key.length !== 1 || rest.disabled) return
    const now = performance.now()
    if (e.key === ' ' && !typed.current.typing(now)) return
    const open = data.filter((o) => !o.disabled)
    const labels = open.map((o) => o.label)
    const index = typed.current.type(
      e.key,
      labels,
      open.findIndex((o) => o.value === value),
      now,
    )
    if (index >= 0 && open[index].value !== value) onChange(open[index].value)
    if (e.key === ' ') {
      e.preventDefault()
      e.stopPropagation()
    }
  }

  return (
    <div onKeyDownCapture={type} style={{ minWidth: 0 }}>
      <Select
        allowDeselect={false}
        checkIconPosition="right"
        comboboxProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
        {...rest}
        data={data as { value: string; label: string; disabled?: boolean }[]}
        value={value}
        onChange={(next) => next !== null && onChange(next)}
      />
    </div>
  )
}
