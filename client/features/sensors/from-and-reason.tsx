import type { AnyForm } from '../../lib/form/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { language, t } from '../../lib/text/index.ts'
import { TimeField } from '../../parts/described-items/index.ts'
import { ReasonField } from '../../ui/form/index.ts'
import css from './sensors.module.css'

/** Fields for when a sensor's change takes effect (a typed local time) and its reason. */
interface FromAndReason {
  from: string
  reason: string
}

export const fromNow = (zone: string): FromAndReason => ({
  from: typedTime(serverNow(), zone, language()),
  reason: '',
})

/** As endpoints take it; from is empty while the typed text is not a time. */
export const fromAndReasonOf = ({ from, reason }: FromAndReason, zone: string) => ({
  from: parseLocalTime(from, zone) ?? '',
  reason: reason.trim() === '' ? null : reason.trim(),
})

/** Schema of a form with these fields. */
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
