import { Button, TextInput } from '@mantine/core'
import { createContext, useContext, useState } from 'react'
import { fromLocal } from '#core/time/index.ts'
import { dateTime } from '../../lib/format.ts'
import { parseLocalTime, TIME_PATTERN } from '../../lib/local-time.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { PlainForm } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './hydropower.module.css'

/** Local time at which the page shows the description, as endpoints take it; absent: now. */
export const SeenAt = createContext<{ at?: string }>({})
export const useSeenAt = () => useContext(SeenAt)

/** Picks another time, past or future, at which to show the description. */
export function SeenAtField({
  at,
  unreadable,
  show,
}: {
  at: string | undefined
  /** What an address says that is no time; null: it says none, or a time. */
  unreadable: string | null
  show: (at: string | undefined) => void
}) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const shown = at === undefined ? '' : dateTime(fromLocal(at, zone)!, zone, language)
  const [text, setText] = useState(unreadable ?? shown)
  const [before, setBefore] = useState(shown)
  const [wrong, setWrong] = useState(unreadable !== null)
  // Rewrites the field for another time or language.
  if (shown !== before) {
    setBefore(shown)
    setText(shown)
  }
  function take() {
    const next = text.trim() === '' ? undefined : parseLocalTime(text, zone)
    setWrong(next === null)
    if (next !== null && (next !== at || unreadable !== null)) show(next)
  }
  return (
    <PlainForm role="search" className={css.when} onSubmit={take}>
      {at !== undefined && (
        <strong className={css.then}>
          <Icon name="clock" size={16} />
          {t('hydropower.seenThen')}
        </strong>
      )}
      <TextInput
        aria-label={t('hydropower.seenAt')}
        placeholder={t('hydropower.seenAtHint', { example: TIME_PATTERN[language] })}
        value={text}
        onChange={(e) => setText(e.currentTarget.value)}
        onBlur={take}
        error={wrong ? t('items.atWrong', { example: TIME_PATTERN[language] }) : undefined}
        autoComplete="off"
      />
      {at !== undefined && (
        <Button variant="default" onClick={() => show(undefined)}>
          {t('hydropower.seenNow')}
        </Button>
      )}
    </PlainForm>
  )
}
