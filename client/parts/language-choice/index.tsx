import { SegmentedControl } from '@mantine/core'
import { useText, type Language } from '../../lib/text/index.ts'
import { setLanguage } from '../../lib/text/load.ts'
import { useConfig } from '../../lib/app-state.ts'
import { lasts, saveChoice } from '../../lib/start/choices.ts'
import css from './language-choice.module.css'

export function LanguageChoice({ expert = false }: { expert?: boolean }) {
  const { t, language } = useText()
  const { edition } = useConfig()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('shell.language')}
      className={css.language}
      value={language}
      data={[
        { value: 'vi', label: 'VNI' },
        { value: 'en', label: 'ENG' },
      ]}
      onChange={(next) => {
        saveChoice<Language>('language', next as Language, lasts('language', edition, expert))
        void setLanguage(next as Language)
      }}
    />
  )
}
