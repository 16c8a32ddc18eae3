import { Popover } from '@mantine/core'
import { useState } from 'react'
import { SERIES_COLORS, type SeriesColor } from '#contract/views.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './color-choice.module.css'

interface Props {
  /** Name of the series, for screen readers. */
  label: string
  value: string
  onChange: (color: SeriesColor) => void
}

/** Choice of a series' colour among those that stand out in both themes. */
export function ColorChoice({ label, value, onChange }: Props) {
  const { t, texts } = useText()
  const [open, setOpen] = useState(false)
  const names = texts.charts.colors
  const name = Object.hasOwn(names, value) ? names[value as SeriesColor] : value
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      withinPortal
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={css.now}
          aria-label={`${t('charts.color', { name: label })}: ${name}`}
          title={name}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <i style={{ background: `var(--${value})` }} />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <div className={css.grid} role="group" aria-label={t('charts.color', { name: label })}>
          {SERIES_COLORS.map((color) => (
            <button
              key={color}
              type="button"
              className={css.one}
              aria-pressed={color === value}
              aria-label={names[color]}
              title={names[color]}
              onClick={() => {
                onChange(color)
                setOpen(false)
              }}
            >
              <i style={{ background: `var(--${color})` }}>
                {color === value && <Icon name="check" size={14} />}
              </i>
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
