import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../icon/index.tsx'

/** Password input with a button to reveal it. */
export function Password(props: PasswordInputProps) {
  const { t } = useText()
  const [seen, setSeen] = useState(false)
  return (
    <PasswordInput
      maxLength={200}
      // Mantine sets it only on other inputs.
      aria-invalid={props.error ? true : undefined}
      {...props}
      visible={seen}
      onVisibilityChange={setSeen}
      visibilityToggleIcon={({ reveal }) => <Icon name={reveal ? 'eyeOff' : 'eye'} />}
      visibilityToggleButtonProps={{ 'aria-label': t(seen ? 'field.hide' : 'field.show'), tabIndex: 0 }}
    />
  )
}
