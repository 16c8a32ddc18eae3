import { Button, TextInput } from '@mantine/core'
import { useText } from '../../lib/text/index.ts'
import { useTyped } from '../../lib/use-typed.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { DayRange } from '../../ui/days/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import css from './audit.module.css'
import { isFiltered, type Filter } from './filter.ts'
import { useAuditOptions } from './queries.ts'
import { actWords, nounWords } from './words.ts'

const ALL = ''

export function FilterBar({ filter, show }: { filter: Filter; show: (part: Partial<Filter>) => void }) {
  const { t, language } = useText()
  const options = useAuditOptions().data
  const [actor, setActor] = useTyped(filter.actor, (text) => show({ actor: text.trim() }))
  const [search, setSearch] = useTyped(filter.search, (text) => show({ search: text.trim() }))
  const listed = (
    all: string,
    words: readonly string[] | undefined,
    name: (w: string) => string,
    now: string | null,
  ) => [
    { value: ALL, label: all },
    ...[...new Set([...(words ?? []), ...(now ? [now] : [])])]
      .map((w) => ({ value: w, label: name(w) }))
      .sort((a, b) => a.label.localeCompare(b.label, language)),
  ]
  return (
    <>
      <DayRange
        className={css.days}
        data-wide
        label={t('audit.range')}
        any={t('audit.anyDay')}
        value={filter}
        onChange={show}
      />
      <TextInput
        className={css.actor}
        aria-label={t('audit.actor')}
        placeholder={t('audit.actor')}
        leftSection={<Icon name="user" size={16} />}
        maxLength={200}
        value={actor}
        onChange={(e) => setActor(e.currentTarget.value)}
      />
      <Choice
        aria-label={t('audit.act')}
        value={filter.act ?? ALL}
        data={listed(t('audit.anyAct'), options?.acts, (w) => actWords(w, language), filter.act)}
        onChange={(v) => show({ act: v || null })}
      />
      <Choice
        aria-label={t('audit.on')}
        value={filter.noun ?? ALL}
        data={listed(t('audit.anyNoun'), options?.nouns, (w) => nounWords(w, language), filter.noun)}
        onChange={(v) => show({ noun: v || null })}
      />
      <TextInput
        type="search"
        data-wide
        className={css.search}
        aria-label={t('audit.search')}
        placeholder={t('audit.search')}
        leftSection={<Icon name="search" size={16} />}
        maxLength={200}
        value={search}
        onChange={(e) => setSearch(e.currentTarget.value)}
      />
      {isFiltered(filter) && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => show({ from: null, to: null, actor: '', act: null, noun: null, search: '' })}
        >
          {t('act.clear')}
        </Button>
      )}
    </>
  )
}
