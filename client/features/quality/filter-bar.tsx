import { Button, TextInput } from '@mantine/core'
import { CHECK_KINDS, type CheckKind } from '#core/description/index.ts'
import { useText } from '../../lib/text/index.ts'
import { useTyped } from '../../lib/use-typed.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { DayRange } from '../../ui/days/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { isFiltered, STATES, type Filter, type State } from './filter.ts'
import css from './quality.module.css'

const ALL = ''

export function FilterBar({ filter, show }: { filter: Filter; show: (part: Partial<Filter>) => void }) {
  const { t } = useText()
  const [station, setStation] = useTyped(filter.station, (text) => show({ station: text.trim() }))
  return (
    <div className={css.filter} role="search">
      <DayRange
        className={css.period}
        label={t('qualityPage.range')}
        any={t('qualityPage.anyDay')}
        value={filter}
        onChange={show}
      />
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
