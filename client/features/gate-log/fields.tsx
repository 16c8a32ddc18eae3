import { Button, Textarea, TextInput } from '@mantine/core'
import type { ComponentProps, RefObject } from 'react'
import { LIMITS } from '#contract/validation.ts'
import { say, useText } from '../../lib/text/index.ts'
import { LocalTime } from '../../ui/form/index.ts'
import type { Problem } from './draft.ts'
import css from './gate-log.module.css'

/** A field's number with its unit inside, and what is wrong with it in words. */
export function Amount(props: {
  label: string
  unit: 'm' | 'MW'
  value: string
  most: number | null
  error?: string
  disabled?: boolean
  hint?: string
  zero?: { label: string }
  input?: RefObject<HTMLInputElement | null>
  onChange: (text: string) => void
}) {
  const { unit, zero, hint, input, onChange, most, ...rest } = props
  const { t } = useText()
  const limit = most === null ? undefined : t('gateLog.form.most', { most: `${most} ${unit}` })
  return (
    <TextInput
      {...rest}
      ref={input}
      inputContainer={(field) =>
        zero ? (
          <div className={css.beside}>
            {field}
            <Button variant="default" onClick={() => onChange('0')}>
              {zero.label}
            </Button>
          </div>
        ) : (
          field
        )
      }
      description={[hint, limit].filter(Boolean).join(' · ') || undefined}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span className={css.unit}>{unit}</span>}
      rightSectionWidth={16 + unit.length * 8}
      rightSectionPointerEvents="none"
      onChange={(e) => onChange(e.currentTarget.value)}
    />
  )
}

export function useProblemWords() {
  const { t } = useText()
  return (problem: Problem | undefined, most: string) => {
    if (problem === undefined) return undefined
    if (problem === 'notANumber') return say('not_a_number')
    return t(`gateLog.form.${problem}`, { most })
  }
}

/** When it was moved: a local time of the plant, now unless somebody types another. */
export function When(props: Omit<ComponentProps<typeof LocalTime>, 'label' | 'setNow'>) {
  const { t } = useText()
  return <LocalTime label={t('gateLog.form.at')} setNow={t('gateLog.form.setNow')} {...props} />
}

export interface Words {
  order_no: string
  performed_by: string
  reason: string
}

/** By whose order, who carried it out, and why. */
export function WordFields({ words, change }: { words: Words; change: (part: Partial<Words>) => void }) {
  const { t } = useText()
  return (
    <>
      <div className={css.pair}>
        <TextInput
          label={t('gateLog.form.order')}
          placeholder={t('gateLog.form.optional')}
          autoComplete="off"
          maxLength={60}
          value={words.order_no}
          onChange={(e) => change({ order_no: e.currentTarget.value })}
        />
        <TextInput
          label={t('gateLog.form.by')}
          placeholder={t('gateLog.form.optional')}
          autoComplete="off"
          maxLength={100}
          value={words.performed_by}
          onChange={(e) => change({ performed_by: e.currentTarget.value })}
        />
      </div>
      <Textarea
        label={t('gateLog.form.reason')}
        placeholder={t('gateLog.form.optional')}
        autosize
        minRows={1}
        maxLength={LIMITS.reason.max}
        value={words.reason}
        onChange={(e) => change({ reason: e.currentTarget.value })}
      />
    </>
  )
}
