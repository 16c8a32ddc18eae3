import { Button, TextInput, type TextInputProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { AnyForm } from '../../lib/form/index.ts'
import { messageText, useText } from '../../lib/text/index.ts'
import { LocalTime, ReasonField } from '../../ui/form/index.ts'
import type { AmountProblem } from './draft.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './gate-log.module.css'

interface AmountProps extends TextInputProps {
  unit: 'm' | 'MW'
  /** The largest value, in `unit`; null: not known. */
  most: number | null
  /** Button beside the field that sets 0. */
  zero?: { label: string; onClick: () => void }
}

/** Field for an opening or a power, with its unit inside and its maximum below. */
export function AmountField({ unit, zero, most, ...rest }: AmountProps) {
  const { t } = useText()
  return (
    <TextInput
      {...rest}
      inputContainer={(field) =>
        zero ? (
          <div className={layoutCss.fieldAndButton}>
            {field}
            <Button variant="default" onClick={zero.onClick}>
              {zero.label}
            </Button>
          </div>
        ) : (
          field
        )
      }
      description={most === null ? undefined : t('gateLog.form.most', { most: `${most} ${unit}` })}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span className={textCss.note}>{unit}</span>}
      rightSectionWidth={16 + unit.length * 8}
      rightSectionPointerEvents="none"
    />
  )
}

/** Describes what is wrong with an amount. most: the maximum with its unit. */
export function useAmountProblem() {
  const { t } = useText()
  return (problem: AmountProblem | undefined, most: string) => {
    if (problem === undefined) return undefined
    if (problem === 'notANumber') return messageText('not_a_number')
    return t(`gateLog.form.${problem}`, { most })
  }
}

/** Time of a movement: local time of the plant, by default now. */
export function MovementTime(props: Omit<ComponentProps<typeof LocalTime>, 'label' | 'setNow'>) {
  const { t } = useText()
  return <LocalTime label={t('gateLog.form.at')} setNow={t('gateLog.form.setNow')} {...props} />
}

export interface OrderWords {
  order_no: string
  performed_by: string
  reason: string
}

/** Fields for order number, executor and reason. */
export function OrderFields({ form }: { form: AnyForm }) {
  const { t } = useText()
  return (
    <>
      <div className={css.pair}>
        <TextInput
          {...form.text('order_no')}
          label={t('gateLog.form.order')}
          placeholder={t('gateLog.form.optional')}
          maxLength={60}
        />
        <TextInput
          {...form.text('performed_by')}
          label={t('gateLog.form.by')}
          placeholder={t('gateLog.form.optional')}
          maxLength={100}
        />
      </div>
      <ReasonField {...form.text('reason')} />
    </>
  )
}
