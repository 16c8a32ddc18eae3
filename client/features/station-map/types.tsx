import type { Observed } from '#contract/observe.ts'
import { useOptions } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { KIND_OF_STATION, LegendSymbol } from '../../ui/map/index.ts'
import css from './map.module.css'

/** Chooses the types of stations, with their counts; none chosen: all. */
export function Types({
  all,
  value,
  onChange,
}: {
  all: readonly Observed[]
  value: readonly number[]
  onChange: (types: number[]) => void
}) {
  const { t } = useText()
  const words = useOptions().data?.station_types ?? []
  const held = [...new Set(all.map((s) => s.station_type_id))].sort()
  const press = (type: number) => {
    const next = value.includes(type) ? value.filter((x) => x !== type) : [...value, type].sort()
    onChange(next.length === held.length ? [] : next)
  }
  return (
    <div className={css.types} role="group" aria-label={t('stationMap.types')}>
      <button type="button" aria-pressed={value.length === 0} onClick={() => onChange([])}>
        {t('stationMap.allTypes')} <span>{all.length}</span>
      </button>
      {held.map((type) => (
        <button key={type} type="button" aria-pressed={value.includes(type)} onClick={() => press(type)}>
          <LegendSymbol kind={KIND_OF_STATION[type]} size={16} />
          {words.find((o) => o.id === type)?.name ?? type}{' '}
          <span>{all.filter((s) => s.station_type_id === type).length}</span>
        </button>
      ))}
    </div>
  )
}
