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

/** from: from a time on. whole: over the whole period, or for always if there is none yet. */
interface Effective {
  mode: 'from' | 'whole'
  time: string
  reason: string
}

interface Span {
  from: number | null
  to: number | null
}

/** Form state: when a change takes effect and why. span: period of the item; null: a new one. */
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
    /** The same, before submission. */
    wrong: problem,
    /** When it would take effect, if known: wire local time and instant; null: not yet. */
    peek: (): { from: string | null; whole: boolean; at: number | null } | null =>
      problem
        ? null
        : {
            from: value.mode === 'whole' ? null : wire,
            whole: value.mode === 'whole',
            at: value.mode === 'whole' ? null : at,
          },
    /** The values for the endpoint, or null, with errors shown at their fields. `from` is a wire local time. */
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

/** Its fields, below those of the item. error: the server's error about the time. */
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

/** Input of a local time of the plant: a form field (`form.text`), or one with its own value. */
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
