import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/vi'
import { DateInput, DatesProvider } from '@mantine/dates'
import { isDay } from '../../lib/days.ts'
import { date } from '../../lib/format.ts'
import { parseLocalTime } from '../../lib/local-time.ts'
import { useText } from '../../lib/text/index.ts'
import { LOCALES } from '../../lib/text/locale.ts'
import { Icon } from '../../ui/icon/index.tsx'

const EXAMPLE = Date.UTC(2026, 11, 31)

interface Props {
  label: string
  description?: string
  /** Text while no day is chosen. */
  placeholder: string
  /** yyyy-MM-dd at the plant. */
  value: string | null
  error?: string
  disabled?: boolean
  onChange: (day: string | null) => void
}

/** Optional day, typed or picked. Invalid text is passed on as it is: check with `isDay`. */
export function DayInput({ value, onChange, error, ...rest }: Props) {
  const { t, language } = useText()
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>
      <DateInput
        {...rest}
        clearable
        leftSection={<Icon name="calendar" size={16} />}
        valueFormat={LOCALES[language].date}
        popoverProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
        clearButtonProps={{ 'aria-label': t('act.empty') }}
        // Accepts both notations in either language.
        dateParser={(text) => parseLocalTime(text, 'UTC')?.slice(0, 10) ?? null}
        // Invalid text stays visible for correction instead of reverting to the previous day.
        fixOnBlur={false}
        onInput={(e) => {
          const text = e.currentTarget.value.trim()
          if (text !== '' && parseLocalTime(text, 'UTC') === null) onChange(text)
        }}
        value={value !== null && isDay(value) ? value : null}
        error={
          value !== null && !isDay(value)
            ? t('items.dayWrong', { example: date(EXAMPLE, 'UTC', language) })
            : error
        }
        onChange={(day) => onChange(day === null ? null : String(day).slice(0, 10))}
      />
    </DatesProvider>
  )
}
