import { Radio, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { fromLocal } from '#core/time/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { dateTime } from '../../lib/format.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { useZone } from '../../lib/reservoir.ts'
import { language, t, useText } from '../../lib/text/index.ts'
import { ReasonField } from '../../ui/form/index.ts'
import css from './items.module.css'
import { usePeriod } from './period.ts'

/** from: from a time on. whole: over all of the period, or for always where there is none yet. */
interface Effective {
  mode: 'from' | 'whole'
  time: string
  reason: string
}

interface Span {
  from: number | null
  to: number | null
}

/** When a change takes effect and why it is made. span: the period of what is changed; null for something new. */
export function useEffective(span: Span | null) {
  const zone = useZone() ?? 'UTC'
  const [value, setValue] = useState<Effective>(() => ({
    mode: span === null ? 'whole' : 'from',
    time: typedTime(serverNow(), zone, language()),
    reason: '',
  }))
  const [submitted, setSubmitted] = useState(false)
  const wire = parseLocalTime(value.time, zone)
  const at = wire === null ? null : fromLocal(wire, zone)
  const late = at !== null && span?.to != null && at >= span.to
  const problem =
    value.mode === 'whole'
      ? undefined
      : at === null
        ? t('items.atWrong', { example: TIME_PATTERN[language()] })
        : late
          ? t('items.atAfterEnd', { to: dateTime(span!.to!, zone, language()) })
          : undefined
  return {
    value,
    set: (part: Partial<Effective>) => setValue((v) => ({ ...v, ...part })),
    problem: submitted ? problem : undefined,
    /** The same, before anything was submitted. */
    wrong: problem,
    /** When it would take effect, as far as that is known: the wire's local time and the instant; null: not yet. */
    peek: (): { from: string | null; whole: boolean; at: number | null } | null =>
      problem
        ? null
        : {
            from: value.mode === 'whole' ? null : wire,
            whole: value.mode === 'whole',
            at: value.mode === 'whole' ? null : at,
          },
    /** What the call takes, or null: then the error is shown beside its field. `from` is the wire's local time. */
    check(): { from: string | null; whole: boolean; reason: string | null } | null {
      setSubmitted(true)
      if (problem) return null
      const reason = value.reason.trim()
      return {
        from: value.mode === 'whole' ? null : wire,
        whole: value.mode === 'whole',
        reason: reason === '' ? null : reason,
      }
    },
  }
}

/** The fields of it, below what is changed. error: what the server said about the time. */
export function EffectiveFields({
  effective,
  span,
  error,
}: {
  effective: ReturnType<typeof useEffective>
  span: Span | null
  error?: string
}) {
  const { t } = useText()
  const period = usePeriod()
  const { value, set, problem } = effective
  const isNew = span === null
  const from = (
    <Radio
      name="effective"
      label={t(isNew ? 'items.fromOne' : 'items.fromTime')}
      description={isNew ? undefined : t('items.fromTimeHint')}
      checked={value.mode === 'from'}
      onChange={() => set({ mode: 'from' })}
    />
  )
  const whole = (
    <Radio
      name="effective"
      label={isNew ? t('items.fromStart') : t('items.whole', { period: period(span) })}
      description={t(isNew ? 'items.fromStartHint' : 'items.wholeHint')}
      checked={value.mode === 'whole'}
      onChange={() => set({ mode: 'whole' })}
    />
  )
  return (
    <fieldset className={css.effective}>
      <legend>{t(isNew ? 'items.effectiveNew' : 'items.effective')}</legend>
      {isNew ? whole : from}
      {isNew && from}
      {value.mode === 'from' && (
        <TimeField
          value={value.time}
          onChange={(e) => set({ time: e.currentTarget.value })}
          error={problem ?? error}
        />
      )}
      {!isNew && whole}
      <ReasonField
        description={t('items.reasonHint')}
        value={value.reason}
        onChange={(e) => set({ reason: e.currentTarget.value })}
      />
    </fieldset>
  )
}

/** A local time of the plant: a field of a form (`form.text`), or one with a value of its own. */
export function TimeField(props: Pick<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'error'>) {
  const { t, language } = useText()
  return (
    <TextInput
      name="from"
      autoComplete="off"
      className={css.time}
      label={t('items.at')}
      description={t('items.atHint', { example: TIME_PATTERN[language] })}
      {...props}
    />
  )
}
