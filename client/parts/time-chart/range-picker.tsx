import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/vi'
import { Button, Group } from '@mantine/core'
import { DatesProvider, InlineDateTimePicker } from '@mantine/dates'
import { useState } from 'react'
import { useText } from '../../lib/text/index.ts'
import { LOCALES } from '../../lib/text/locale.ts'
import type { Actions } from './actions.ts'

interface Props {
  value: [string | null, string | null]
  /** Local time of the plant now: the default end of a range. */
  now: string
  onApply: (range: Actions['timeRange']) => void
  onCancel: () => void
}

/**
 * Picks any range in local time of the plant; works on strings only, so that this machine's zone has no influence.
 */
export default function RangePicker({ value, now, onApply, onCancel }: Props) {
  const { t, language } = useText()
  const [range, setRange] = useState<[string | null, string | null]>(
    value[0] === null ? [`${now.slice(0, 10)} 00:00:00`, now] : value,
  )
  const [start, end] = range
  const whole = start !== null && end !== null && start < end
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>
      <InlineDateTimePicker
        type="range"
        value={range}
        onChange={setRange}
        defaultDate={start ?? now}
        maxDate={`${now.slice(0, 10)} 23:59:59`}
        valueFormat={`${LOCALES[language].date} HH:mm`}
        timePickerProps={{ label: t('dashboard.rangeFrom') }}
        endTimePickerProps={{ label: t('dashboard.rangeTo') }}
        submitButtonProps={{ style: { display: 'none' } }}
      />
      <Group justify="flex-end" mt="sm" gap="xs">
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('dashboard.cancel')}
        </Button>
        <Button size="xs" disabled={!whole} onClick={() => whole && onApply({ start, end })}>
          {t('dashboard.apply')}
        </Button>
      </Group>
    </DatesProvider>
  )
}
