import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/vi'
import { Button, TextInput } from '@mantine/core'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { useState } from 'react'
import { CHECK_KINDS, type CheckKind } from '#core/description/index.ts'
import { useText } from '../../lib/text/index.ts'
import { useTyped } from '../../lib/use-typed.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { isFiltered, STATES, type Filter, type State } from './filter.ts'
import css from './quality.module.css'

const ALL = ''

export function FilterBar({ filter, show }: { filter: Filter; show: (part: Partial<Filter>) => void }) {
  const { t } = useText()
  const [station, setStation] = useTyped(filter.station, (text) => show({ station: text.trim() }))
  return (
    <div className={css.filter} role="search">
      <Days filter={filter} show={show} />
      <Choice
        aria-label={t('qualityPage.kindLabel')}
        value={filter.kind ?? ALL}
        data={[
          { value: ALL, label: t('qualityPage.anyKind') },
          ...CHECK_KINDS.map((kind) => ({ value: kind, label: t(`qualityPage.kind.${kind}`) })),
        ]}
        onChange={(v) => show({ kind: (v || null) as CheckKind | null })}
      />
      {filter.tab === 'fired' && (
        <Choice
          aria-label={t('qualityPage.stateLabel')}
          value={filter.state}
          data={STATES.map((state) => ({ value: state, label: t(`qualityPage.states.${state}`) }))}
          onChange={(v) => show({ state: v as State })}
        />
      )}
      <TextInput
        type="search"
        className={css.station}
        aria-label={t('qualityPage.station')}
        placeholder={filter.series ?? t('qualityPage.station')}
        leftSection={<Icon name="search" size={16} />}
        maxLength={200}
        value={station}
        onChange={(e) => setStation(e.currentTarget.value)}
      />
      {isFiltered(filter) && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() =>
            show({ from: null, to: null, kind: null, station: '', series: null, state: 'standing' })
          }
        >
          {t('act.clear')}
        </Button>
      )}
    </div>
  )
}

/** Days from and to, both included; told on once both are chosen. */
function Days({ filter, show }: { filter: Filter; show: (part: Partial<Filter>) => void }) {
  const { t, language } = useText()
  const [half, setHalf] = useState<string | null>(null)
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>
      <DatePickerInput
        type="range"
        className={css.period}
        aria-label={t('qualityPage.range')}
        placeholder={t('qualityPage.anyDay')}
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
