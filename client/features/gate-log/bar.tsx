import { Button, TextInput } from '@mantine/core'
import { useText } from '../../lib/text/index.ts'
import { useTyped } from '../../lib/use-typed.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { DayRange } from '../../ui/days/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { keyOf } from './draft.ts'
import { isFiltered, type Filter } from './filter.ts'
import css from './gate-log.module.css'
import type { Position } from './queries.ts'

const ALL = ''

interface Props {
  filter: Filter
  show: (part: Partial<Filter>) => void
  positions: readonly Position[]
}

export function Bar({ filter, show, positions }: Props) {
  const { t } = useText()
  const [search, setSearch] = useTyped(filter.search, (text) => show({ search: text.trim() }))
  const objects = [
    { value: ALL, label: t('gateLog.filter.anyObject') },
    { value: 'leaf', label: t('gateLog.filter.leaves') },
    { value: 'unit', label: t('gateLog.filter.units') },
    ...positions.map((p) => ({ value: keyOf(p), label: p.name })),
  ]
  // One that is no longer there is still in the log.
  if (filter.object && !objects.some((o) => o.value === filter.object))
    objects.push({ value: filter.object, label: filter.object.split(':').slice(1).join(':') })
  return (
    <>
      <DayRange
        className={css.days}
        data-wide
        label={t('gateLog.filter.range')}
        any={t('gateLog.filter.lastDays')}
        value={filter}
        onChange={show}
      />
      <Choice
        aria-label={t('gateLog.filter.object')}
        value={filter.object ?? ALL}
        data={objects}
        onChange={(v) => show({ object: v || null })}
      />
      <Choice
        aria-label={t('gateLog.filter.source')}
        value={filter.source ?? ALL}
        data={[
          { value: ALL, label: t('gateLog.filter.anySource') },
          { value: 'hand', label: t('gateLog.source.hand') },
          { value: 'sensor', label: t('gateLog.source.sensor') },
        ]}
        onChange={(v) => show({ source: (v || null) as Filter['source'] })}
      />
      <TextInput
        type="search"
        data-wide
        className={css.search}
        aria-label={t('gateLog.filter.search')}
        placeholder={t('gateLog.filter.search')}
        leftSection={<Icon name="search" size={16} />}
        maxLength={100}
        value={search}
        onChange={(e) => setSearch(e.currentTarget.value)}
      />
      {isFiltered(filter) && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => show({ from: null, to: null, object: null, source: null, search: '' })}
        >
          {t('act.clear')}
        </Button>
      )}
    </>
  )
}
