import { Textarea, type TextareaProps } from '@mantine/core'
import { REASON_MAX } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'

type Props = Omit<TextareaProps, 'autosize' | 'minRows' | 'maxLength'>

/** Why something is done. It grows with its lines; it is marked where it is required, and else says that it is not. */
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
