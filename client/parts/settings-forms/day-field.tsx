import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../lib/text/index.ts'
import { useField } from '../described-items/index.ts'
import { monthDayWords, parseMonthDay } from './month-day.ts'

/** Input of a day of the year in the language's notation. */
export function DayField(props: { path: string }) {
  const { form, path, label } = useField(props.path)
  const { language } = useText()
  const day = String(form.get(path) ?? '')
  const [typed, setTyped] = useState<{ text: string; day: string } | null>(null)
  // A value set from outside replaces the typed text.
  const shown = typed && typed.day === day ? typed.text : monthDayWords(day, language)
  return (
    <TextInput
      {...form.text(path)}
      label={label}
      placeholder={monthDayWords('09-15', language)}
      value={shown}
      onChange={(e) => {
        const text = e.currentTarget.value
        setTyped({ text, day: parseMonthDay(text) })
        form.set(path, parseMonthDay(text))
      }}
    />
  )
}
