import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/vi'
import { Button, TextInput } from '@mantine/core'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { useState } from 'react'
import { NOUNS } from '#contract/changes.ts'
import { useText } from '../../lib/text/index.ts'
import { useTyped } from '../../lib/use-typed.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import css from './changes.module.css'
import { isFiltered, type Filter } from './filter.ts'

const ALL = ''

export function FilterBar({ filter, show }: { filter: Filter; show: (part: Partial<Filter>) => void }) {
  const { t, texts, language } = useText()
  const [by, setBy] = useTyped(filter.by, (text) => show({ by: text.trim() }))
  const [half, setHalf] = useState<string | null>(null)
  return (
    <div className={css.filter} role="search">
      <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>
        <DatePickerInput
          type="range"
          className={css.days}
          aria-label={t('changesPage.range')}
          placeholder={t('changesPage.anyDay')}
          leftSection={<Icon name="calendar" size={16} />}
          valueFormat={language === 'vi' ? 'DD/MM/YYYY' : 'YYYY-MM-DD'}
          allowSingleDateInRange
          clearable
          popoverProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
          clearButtonProps={{ 'aria-label': t('act.clear') }}
          value={half !== null ? [half, null] : [filter.from, filter.to]}
          onChange={([from, to]) => {
            setHalf(from !== null && to === null ? from : null)
            if (from === null || to !== null) show({ from, to })
          }}
        />
      </DatesProvider>
      <Choice
        aria-label={t('changesPage.item')}
        value={filter.noun ?? ALL}
        data={[
          { value: ALL, label: t('changesPage.any') },
          ...NOUNS.map((n) => ({ value: n, label: texts.nounOf[n] })),
        ]}
        onChange={(v) => show({ noun: NOUNS.find((n) => n === v) ?? null, item: null })}
      />
      <TextInput
        aria-label={t('changesPage.by')}
        placeholder={t('changesPage.by')}
        leftSection={<Icon name="user" size={16} />}
        maxLength={200}
        value={by}
        onChange={(e) => setBy(e.currentTarget.value)}
      />
      {isFiltered(filter) && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => show({ from: null, to: null, noun: null, item: null, by: '' })}
        >
          {t('act.clear')}
        </Button>
      )}
    </div>
  )
}
