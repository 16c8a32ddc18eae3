import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/vi'
import { DatePicker, DatesProvider } from '@mantine/dates'
import { DAY, toLocal } from '#core/time/index.ts'
import { useText } from '../../lib/text/index.ts'

interface Props {
  label: string
  /** Only days of the plant that begin before this instant can be chosen. */
  before: number
  zone: string
  onChoose: (day: string) => void
}

/** Picks a day of the plant from a calendar. */
export default function DayPicker({ label, before, zone, onChoose }: Props) {
  const { language } = useText()
  const last = toLocal(before - DAY, zone).slice(0, 10)
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>
      <div role="group" aria-label={label} style={{ padding: 8 }}>
        <div style={{ color: 'var(--muted)', fontSize: 12, marginBottom: 8 }}>{label}</div>
        <DatePicker defaultDate={last} maxDate={last} onChange={(day) => day && onChoose(day)} />
      </div>
    </DatesProvider>
  )
}
