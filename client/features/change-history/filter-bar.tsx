import { Button, TextInput } from '@mantine/core'
import { NOUNS } from '#contract/changes.ts'
import { useText } from '../../lib/text/index.ts'
import { useTyped } from '../../lib/use-typed.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { DayRange } from '../../ui/days/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import css from './changes.module.css'
import { isFiltered, type Filter } from './filter.ts'

const ALL = ''

export function FilterBar({ filter, show }: { filter: Filter; show: (part: Partial<Filter>) => void }) {
  const { t, texts } = useText()
  const [by, setBy] = useTyped(filter.by, (text) => show({ by: text.trim() }))
  return (
    <div className={css.filter} role="search">
      <DayRange
        className={css.days}
        label={t('changesPage.range')}
        any={t('changesPage.anyDay')}
        value={filter}
        onChange={show}
      />
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
