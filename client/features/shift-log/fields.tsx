import { Button, TextInput } from '@mantine/core'
import { serverNow } from '../../lib/clock.ts'
import { TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { useText } from '../../lib/text/index.ts'
import css from './shift-log.module.css'

/** A local time of the plant, with the way to the present one. */
export function When(props: {
  label: string
  value: string
  zone: string
  error?: string
  onChange: (text: string) => void
}) {
  const { label, value, zone, error, onChange } = props
  const { t, language } = useText()
  return (
    <TextInput
      label={label}
      inputContainer={(field) => (
        <div className={css.beside}>
          {field}
          <Button variant="default" onClick={() => onChange(typedTime(serverNow(), zone, language))}>
            {t('shiftLog.field.setNow')}
          </Button>
        </div>
      )}
      placeholder={TIME_PATTERN[language]}
      autoComplete="off"
      value={value}
      error={error}
      onChange={(e) => onChange(e.currentTarget.value)}
    />
  )
}

export interface ShiftWords {
  shift: string
  crew: string
}

/** The name of the shift, and who else is in it. names: those written lately. */
export function ShiftFields(props: {
  words: ShiftWords
  names: readonly string[]
  change: (part: Partial<ShiftWords>) => void
}) {
  const { words, names, change } = props
  const { t } = useText()
  return (
    <>
      <TextInput
        label={t('shiftLog.field.shift')}
        placeholder={t('shiftLog.field.shiftHint')}
        autoComplete="off"
        maxLength={60}
        value={words.shift}
        onChange={(e) => change({ shift: e.currentTarget.value })}
      />
      {names.length > 0 && (
        <div className={css.names}>
          {names.map((name) => (
            <button
              key={name}
              type="button"
              className={css.chip}
              aria-pressed={words.shift === name}
              onClick={() => change({ shift: name })}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <TextInput
        label={t('shiftLog.field.crew')}
        placeholder={t('shiftLog.field.crewHint')}
        autoComplete="off"
        maxLength={200}
        value={words.crew}
        onChange={(e) => change({ crew: e.currentTarget.value })}
      />
    </>
  )
}
