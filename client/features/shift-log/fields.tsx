import { TextInput } from '@mantine/core'
import type { AnyForm } from '../../lib/form/index.ts'
import { TIME_PATTERN } from '../../lib/local-time.ts'
import { useText } from '../../lib/text/index.ts'
import { LocalTime } from '../../ui/form/index.ts'
import chipCss from '../../ui/chip.module.css'
import css from './shift-log.module.css'

/** Reports text that is not a time. wire: what would be sent; null: invalid. */
export function useTimeProblem(): (wire: string | null | undefined) => string | undefined {
  const { t, language } = useText()
  return (wire) => (wire === null ? t('items.atWrong', { example: TIME_PATTERN[language] }) : undefined)
}

interface EntryTimeProps {
  form: AnyForm
  /** The typed text. */
  at: string
  zone: string
  /** The error. */
  problem: string | undefined
}

/** Field `at` of an entry: local time of the plant. */
export function EntryTime({ form, at, zone, problem }: EntryTimeProps) {
  const { t } = useText()
  return (
    <LocalTime
      setNow={t('shiftLog.field.setNow')}
      label={t('shiftLog.field.at')}
      value={at}
      zone={zone}
      error={problem ?? form.errorOf('at')}
      onChange={(text) => form.set('at', text)}
    />
  )
}

/** Fields for the name of the shift and its crew. names: recently used ones. */
export function ShiftFields({ form, names }: { form: AnyForm; names: readonly string[] }) {
  const { t } = useText()
  return (
    <>
      <TextInput
        {...form.text('shift')}
        label={t('shiftLog.field.shift')}
        placeholder={t('shiftLog.field.shiftHint')}
        maxLength={60}
      />
      {names.length > 0 && (
        <div className={css.names}>
          {names.map((name) => (
            <button
              key={name}
              type="button"
              className={chipCss.chip}
              aria-pressed={form.get('shift') === name}
              onClick={() => form.set('shift', name)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <TextInput
        {...form.text('crew')}
        label={t('shiftLog.field.crew')}
        placeholder={t('shiftLog.field.crewHint')}
        maxLength={200}
      />
    </>
  )
}
