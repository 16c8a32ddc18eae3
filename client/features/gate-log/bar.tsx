import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/vi'
import { Button, TextInput } from '@mantine/core'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { useState } from 'react'
import { useText } from '../../lib/text/index.ts'
import { useTyped } from '../../lib/use-typed.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { keyOf } from './draft.ts'
import { isFiltered, type Filter } from './filter.ts'
import css from './gate-log.module.css'
import type { Position } from './queries.ts'

const ALL = ''

interface Given {
  filter: Filter
  show: (part: Partial<Filter>) => void
  positions: readonly Position[]
}

export function Bar({ filter, show, positions }: Given) {
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
      <Days filter={filter} show={show} />
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

/** Days from and to, both included; told on once both are chosen. */
function Days({ filter, show }: Pick<Given, 'filter' | 'show'>) {
  const { t, language } = useText()
  const [half, setHalf] = useState<string | null>(null)
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>
      <DatePickerInput
        type="range"
        className={css.days}
        data-wide
        aria-label={t('gateLog.filter.range')}
        placeholder={t('gateLog.filter.lastDays')}
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
  )
}
