import { TextInput } from '@mantine/core'
import { useText } from '../../lib/text/index.ts'
import css from './shift-log.module.css'

interface ShiftWords {
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
