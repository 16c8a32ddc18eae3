import { Textarea, type TextareaProps } from '@mantine/core'
import { REASON_MAX } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'

type Props = Omit<TextareaProps, 'autosize' | 'minRows' | 'maxLength'>

/** The reason for a change. It grows with its lines, and shows whether it is required. */
export function ReasonField({ label, required = false, ...rest }: Props) {
  const { t } = useText()
  return (
    <Textarea
      name="reason"
      label={label ?? t('field.reason')}
      required={required}
      placeholder={required ? undefined : t('field.optional')}
      autosize
      minRows={1}
      maxLength={REASON_MAX}
      {...rest}
    />
  )
}
