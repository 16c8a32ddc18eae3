import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/vi'
import { DateInput, DatesProvider } from '@mantine/dates'
import { parseLocalTime } from '../../lib/local-time.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'

interface Props {
  label: string
  description?: string
  /** Said where no day is chosen. */
  placeholder: string
  /** yyyy-MM-dd of the plant. */
  value: string | null
  error?: string
  disabled?: boolean
  onChange: (day: string | null) => void
}

/** A day, typed or chosen; it may be left empty. */
export function DayInput({ value, onChange, ...rest }: Props) {
  const { t, language } = useText()
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>
      <DateInput
        {...rest}
        clearable
        leftSection={<Icon name="calendar" size={16} />}
        valueFormat={language === 'vi' ? 'DD/MM/YYYY' : 'YYYY-MM-DD'}
        popoverProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
        clearButtonProps={{ 'aria-label': t('act.empty') }}
        // Either way of writing, in either language.
        dateParser={(text) => parseLocalTime(text, 'UTC')?.slice(0, 10) ?? null}
        value={value}
        onChange={(day) => onChange(day === null ? null : String(day).slice(0, 10))}
      />
    </DatesProvider>
  )
}
