import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { duration } from '../../lib/format.ts'
import { parseLocalTime, typedTime } from '../../lib/local-time.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { without, wrongTimes, type SensorInputs, type TypedTimes } from './entered.ts'
import css from './panel.module.css'
import type { Times } from './queries.ts'

interface Props {
  auto: SensorInputs
  times: Times
  typed: TypedTimes
  onTyped: (change: (typed: TypedTimes) => TypedTimes) => void
  onTimes: (times: Times) => void
  errorOf: (key: string) => string | undefined
}

/** Fields for T1 and T2; they default to the last complete interval. */
export function IntervalFields({ auto, times, typed: text, onTyped: setText, onTimes, errorOf }: Props) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const [editing, setEditing] = useState<keyof TypedTimes | null>(null)
  const shownOf = (key: 'from' | 'at') => text[key] ?? typedTime(auto[key], zone, language)
  // Valid times are shown as the server returns them; invalid text stays for correction.
  useEffect(
    () => setText((now) => Object.fromEntries(wrongTimes(now, zone).map((key) => [key, now[key]]))),
    [auto, zone, setText],
  )

  function take(key: 'from' | 'at') {
    setEditing(null)
    const typed = text[key]
    if (typed === undefined) return
    if (typed.trim() === '') {
      setText((now) => without(now, key))
      if (times[key] !== undefined) onTimes(without(times, key))
      return
    }
    const wire = parseLocalTime(typed, zone)
    if (wire !== null && wire !== times[key]) onTimes({ ...times, [key]: wire })
  }
  const field = (key: 'from' | 'at', label: string) => (
    <TextInput
      name={key}
      label={label}
      value={shownOf(key)}
      onChange={(e) => {
        const value = e.currentTarget.value
        setEditing(key)
        setText((now) => ({ ...now, [key]: value }))
      }}
      onBlur={() => take(key)}
      onKeyDown={(e) => {
        if (e.key !== 'Enter' || text[key] === undefined) return
        e.preventDefault()
        take(key)
      }}
      error={editing === key ? undefined : errorOf(key)}
      autoComplete="off"
    />
  )
  return (
    <fieldset className={css.group}>
      <legend>{t('calculation.span')}</legend>
      <div className={css.pair}>
        {field('from', t('calculation.T1'))}
        {field('at', t('calculation.T2'))}
      </div>
      <div className={css.bar}>
        <span>{t('calculation.window', { length: duration(auto.at - auto.from, language) })}</span>
        <Button
          size="compact-sm"
          variant="default"
          disabled={times.at === undefined && times.from === undefined && Object.keys(text).length === 0}
          onClick={() => {
            setText(() => ({}))
            onTimes({})
          }}
        >
          {t('calculation.latest')}
        </Button>
      </div>
    </fieldset>
  )
}
