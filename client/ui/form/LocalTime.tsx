import { Button, TextInput } from '@mantine/core'
import { serverNow } from '../../lib/clock.ts'
import { TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { useLanguage } from '../../lib/text/index.ts'
import layoutCss from '../layout.module.css'

interface Props {
  label: string
  /** Label of the button that sets the present time. */
  setNow: string
  value: string
  zone: string
  error?: string
  disabled?: boolean
  onChange: (text: string) => void
}

/** Input of a local time of the plant, with a button for the present. */
export function LocalTime({ label, setNow, value, zone, error, disabled, onChange }: Props) {
  const language = useLanguage()
  return (
    <TextInput
      label={label}
      inputContainer={(field) =>
        disabled ? (
          field
        ) : (
          <div className={layoutCss.fieldAndButton}>
            {field}
            <Button variant="default" onClick={() => onChange(typedTime(serverNow(), zone, language))}>
              {setNow}
            </Button>
          </div>
        )
      }
      placeholder={TIME_PATTERN[language]}
      autoComplete="off"
      value={value}
      error={error}
      disabled={disabled}
      onChange={(e) => onChange(e.currentTarget.value)}
    />
  )
}
