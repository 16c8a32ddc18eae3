import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { useZone } from '../../lib/reservoir.ts'
import { t, language } from '../../lib/text/index.ts'
import { ReasonField, TimeField } from '../../parts/described-items/index.ts'
import css from './sensors.module.css'

/** From when an act holds, and why: fields of every act on a sensor. */
export function useWhen() {
  const zone = useZone() ?? 'UTC'
  const [start] = useState(() => typedTime(serverNow(), zone, language()))
  const [time, setTime] = useState(start)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const from = parseLocalTime(time, zone)
  const problem = from === null ? t('items.atWrong', { example: TIME_PATTERN[language()] }) : undefined
  return {
    dirty: time !== start || reason !== '',
    /** What the call takes, or null. */
    check(): { from: string; reason: string | null } | null {
      setTried(true)
      return from === null ? null : { from, reason: reason.trim() === '' ? null : reason.trim() }
    },
    fields: (error?: string) => (
      <>
        <div className={css.when}>
          <TimeField value={time} onChange={setTime} error={(tried ? problem : undefined) ?? error} />
        </div>
        <ReasonField value={reason} onChange={setReason} />
      </>
    ),
  }
}
