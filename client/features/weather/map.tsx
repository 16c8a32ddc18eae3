import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { gaugeWeights } from '#core/rain/index.ts'
import type { Weather, WeatherModel } from '#contract/weather.ts'
import { NOTHING, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { RAIN_STEPS, RainClasses } from '../../parts/rain-classes/index.tsx'
import { MapView, type MapContent, type MapMark } from '../../ui/map/index.ts'
import textCss from '../../ui/text.module.css'
import { MAP_HOURS } from './fields.ts'
import { RAIN_DECIMALS } from './model.ts'
import css from './weather.module.css'

type Sum = (typeof MAP_HOURS)[number]

/** Forecast rain of the chosen model: by cells of the grid, or around the stations, with a number at each station. */
export function ForecastMap(props: {
  data: Weather
  chosen: WeatherModel | null
  sum: Sum
  onSum: (sum: Sum) => void
}) {
  const { data, chosen, sum, onSum } = props
  const { t } = useText()
  const [place, setPlace] = useState<string | null>(null)
  const at = MAP_HOURS.indexOf(sum)
  const id = chosen?.id
  const content = useMemo((): MapContent => {
    const valueOf = (by: Weather['grid'][number]['by']) => by.find((b) => b.issue === id)?.sums[at] ?? null
    const stations = data.places.filter((p) => p.longitude !== null && p.latitude !== null)
    const cells = [
      data.grid.map((g) => ({ longitude: g.longitude, latitude: g.latitude, value: valueOf(g.by) })),
      stations.map((p) => ({ longitude: p.longitude!, latitude: p.latitude!, value: valueOf(p.by) })),
    ].find((list) => list.some((c) => c.value !== null))
    const rings = cells && data.basin ? gaugeWeights(cells, data.basin).computed : null
    return {
      basin: data.basin,
      chosen: place,
      marks: [
        {
          id: 'dam',
          at: [data.dam.longitude, data.dam.latitude],
          name: data.places[0].name,
          kind: 'reservoir',
        },
        ...stations.map((p): MapMark => {
          const value = valueOf(p.by)
          return {
            id: p.id,
            at: [p.longitude!, p.latitude!],
            name: p.name,
            kind: 'rain',
            note: value === null ? NOTHING : `${number(value, RAIN_DECIMALS)} mm`,
            state: value === null ? 'none' : 'good',
          }
        }),
      ],
      surface: rings && {
        steps: RAIN_STEPS,
        parts: rings.map(({ ring }, i) => ({ ring, value: cells![i].value })),
      },
    }
    // The answer is new every minute, the map only where an issue, the hour or the choice is another.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data.from, data.models.map((m) => m.id).join(), id, at, place])
  const parts = content.surface?.parts ?? []
  const isDry = parts.length > 0 && parts.every((p) => p.value !== null && p.value < RAIN_STEPS[0])
  return (
    <section aria-labelledby="weather-map" className={css.map}>
      <header className={css.head}>
        <h2 id="weather-map" className={textCss.heading}>
          {t('weatherPage.map')}
        </h2>
        <SegmentedControl
          aria-label={t('weatherPage.span')}
          value={sum}
          data={MAP_HOURS.map((value) => ({ value, label: t(`weatherPage.spanOf.${value}`) }))}
          onChange={(value) => onSum(value as Sum)}
        />
      </header>
      {chosen && (
        <p className={textCss.hint}>
          {t('weatherPage.mapSum', { n: sum, model: chosen.model })}{' '}
          {parts.every((p) => p.value === null) ? t('weatherPage.noMap') : isDry ? t('weatherPage.dry') : ''}
        </p>
      )}
      <MapView
        label={t('weatherPage.map')}
        content={content}
        height={420}
        hint={t('weatherPage.mapKeys')}
        onSpot={(ids) => setPlace(ids === null || ids[0] === place ? null : ids[0])}
      />
      <RainClasses label={t('weatherPage.scale')} />
    </section>
  )
}
