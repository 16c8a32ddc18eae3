import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/vi'
import { Button, Group, Text } from '@mantine/core'
import { DatesProvider, InlineDateTimePicker } from '@mantine/dates'
import { useState } from 'react'
import { useText } from '../../lib/text/index.ts'
import { LOCALES } from '../../lib/text/locale.ts'

interface Props {
  value: string | null
  /** The present as local time of the plant: the latest choice. */
  now: string
  onApply: (local: string) => void
  onCancel: () => void
}

/** Picker of a past local time of the plant; works on strings only, so that this machine's zone has no influence. */
export default function KnownPicker({ value, now, onApply, onCancel }: Props) {
  const { t, language } = useText()
  const [chosen, setChosen] = useState<string | null>(value ?? now)
  const ahead = chosen !== null && chosen > now
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>
      <InlineDateTimePicker
        value={chosen}
        onChange={(v) => setChosen(v)}
        defaultDate={chosen ?? now}
        maxDate={`${now.slice(0, 10)} 23:59:59`}
        valueFormat={`${LOCALES[language].date} HH:mm`}
        timePickerProps={{ label: t('asKnown.time') }}
        submitButtonProps={{ style: { display: 'none' } }}
      />
      {ahead && (
        <Text size="sm" c="var(--alarm)" role="alert">
          {t('asKnown.ahead')}
        </Text>
      )}
      <Group justify="flex-end" mt="sm" gap="xs">
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('dashboard.cancel')}
        </Button>
        <Button size="xs" disabled={chosen === null || ahead} onClick={() => chosen && onApply(chosen)}>
          {t('dashboard.apply')}
        </Button>
      </Group>
    </DatesProvider>
  )
}
