import { useMemo } from 'react'
import { useSeriesNames } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { choicesOf, type SeriesChoice } from '../../parts/series-choices/choices.ts'
import { useSeriesSources } from '../../parts/series-choices/use-sources.ts'
import { groupedSeries, type PickerGroup } from './groups.ts'

export interface SeriesList {
  byCode: ReadonlyMap<string, SeriesChoice>
  units: ReadonlyMap<string, string>
  groups: ReadonlyMap<PickerGroup, SeriesChoice[]>
}

/** All series of the reservoir with their display names. */
export function useChartSeries() {
  const { texts } = useText()
  const names = useSeriesNames()
  const { sources } = useSeriesSources()
  const { positions, gates, units, stations, stationTypes, sensors } = sources
  const list = useMemo((): SeriesList => {
    const choices = choicesOf(names.data ?? [], sources, texts)
    return {
      byCode: new Map(choices.map((c) => [c.code, c])),
      units: new Map(choices.map((c) => [c.code, c.unit])),
      groups: groupedSeries(choices, sources),
    }
    // `sources` is a new array each time; its contents are stable.
  }, [names.data, positions, gates, units, stations, stationTypes, sensors, texts])
  return { names, list }
}
