import { Button, TextInput } from '@mantine/core'
import { TIMELINE_KINDS } from '#contract/timeline.ts'
import { useText } from '../../lib/text/index.ts'
import { useTyped } from '../../lib/use-typed.ts'
import { DayRange } from '../../ui/days/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { isFiltered, toggled, type Filter } from './filter.ts'
import css from './shift-log.module.css'
import { KIND_ICONS } from './words.ts'

/** Which kinds and days are shown, and what is searched for. */
export function Bar({ filter, show }: { filter: Filter; show: (part: Partial<Filter>) => void }) {
  const { t } = useText()
  const [search, setSearch] = useTyped(filter.search, (text) => show({ search: text.trim() }))
  const all = filter.kinds.length === 0
  return (
    <div className={css.bar} role="search" aria-label={t('shiftLog.list.title')}>
      <div className={css.chips} role="group" aria-label={t('shiftLog.filter.kinds')}>
        <button type="button" className={css.chip} aria-pressed={all} onClick={() => show({ kinds: [] })}>
          {t('shiftLog.filter.all')}
        </button>
        {TIMELINE_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className={css.chip}
            aria-pressed={filter.kinds.includes(kind)}
            onClick={() => show({ kinds: toggled(filter.kinds, kind) })}
          >
            <Icon name={KIND_ICONS[kind]} size={14} />
            {t(`shiftLog.kind.${kind}`)}
          </button>
        ))}
      </div>
      <div className={css.find}>
        <DayRange
          className={css.days}
          label={t('shiftLog.filter.range')}
          any={t('shiftLog.filter.lastDays')}
          value={filter}
          onChange={show}
        />
        <TextInput
          type="search"
          className={css.search}
          aria-label={t('shiftLog.filter.search')}
          placeholder={t('shiftLog.filter.search')}
          leftSection={<Icon name="search" size={16} />}
          maxLength={100}
          value={search}
          onChange={(e) => setSearch(e.currentTarget.value)}
        />
        {isFiltered(filter) && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => show({ from: null, to: null, kinds: [], search: '', entry: null })}
          >
            {t('act.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}
