import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/vi'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { useState, type CSSProperties } from 'react'
import type { Days } from '../../lib/days.ts'
import { useText } from '../../lib/text/index.ts'
import { LOCALES } from '../../lib/text/locale.ts'
import { Icon } from '../icon/index.tsx'

interface Props {
  label: string
  /** Text while no days are chosen. */
  any: string
  value: Days
  onChange: (days: Days) => void
  className?: string
  style?: CSSProperties
  'data-wide'?: boolean
}

/** Picker of a range of days, both included; reported once both are chosen. */
export function DayRange({ label, any, value, onChange, ...rest }: Props) {
  const { t, language } = useText()
  const [half, setHalf] = useState<string | null>(null)
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>
      <DatePickerInput
        type="range"
        {...rest}
        aria-label={label}
        placeholder={any}
        leftSection={<Icon name="calendar" size={16} />}
        valueFormat={LOCALES[language].date}
        allowSingleDateInRange
        clearable
        popoverProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
        clearButtonProps={{ 'aria-label': t('act.clear') }}
        value={half !== null ? [half, null] : [value.from, value.to]}
        onChange={([from, to]) => {
          setHalf(from !== null && to === null ? from : null)
          if (from === null || to !== null) onChange({ from, to })
        }}
      />
    </DatesProvider>
  )
}
