import type { AnyForm } from '../../lib/form/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { language, t } from '../../lib/text/index.ts'
import { TimeField } from '../../parts/described-items/index.ts'
import { ReasonField } from '../../ui/form/index.ts'
import css from './sensors.module.css'

/** From when a change of a sensor is in force, as a local time that is typed, and why it is made. */
interface FromAndReason {
  from: string
  reason: string
}

export const fromNow = (zone: string): FromAndReason => ({
  from: typedTime(serverNow(), zone, language()),
  reason: '',
})

/** As calls take it; from is empty while what is typed is not a time. */
export const fromAndReasonOf = ({ from, reason }: FromAndReason, zone: string) => ({
  from: parseLocalTime(from, zone) ?? '',
  reason: reason.trim() === '' ? null : reason.trim(),
})

/** The rule of a form with it. */
export const fromRule = ({ from }: FromAndReason, zone: string) => ({
  from: parseLocalTime(from, zone) === null && t('items.atWrong', { example: TIME_PATTERN[language()] }),
})

export function FromAndReasonFields({ form }: { form: AnyForm }) {
  return (
    <>
      <div className={css.when}>
        <TimeField {...form.text('from')} />
      </div>
      <ReasonField {...form.text('reason')} description={t('items.reasonHint')} />
    </>
  )
}
