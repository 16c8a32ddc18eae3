import { TextInput } from '@mantine/core'
import type { AnyForm } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import css from './shift-log.module.css'

/** Fields for the name of the shift and its crew. names: those written lately. */
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
              className={css.chip}
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
