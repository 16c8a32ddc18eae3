import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../icon/index.tsx'

/** A field for a password, which can be shown. */
export function Password(props: PasswordInputProps) {
  const { t } = useText()
  const [seen, setSeen] = useState(false)
  return (
    <PasswordInput
      maxLength={200}
      // Mantine says it of other inputs only.
      aria-invalid={props.error ? true : undefined}
      {...props}
      visible={seen}
      onVisibilityChange={setSeen}
      visibilityToggleIcon={({ reveal }) => <Icon name={reveal ? 'eyeOff' : 'eye'} />}
      visibilityToggleButtonProps={{ 'aria-label': t(seen ? 'field.hide' : 'field.show'), tabIndex: 0 }}
    />
  )
}
