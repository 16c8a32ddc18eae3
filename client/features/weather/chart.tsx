import { HOUR } from '#core/time/units.ts'
import { SegmentedControl } from '@mantine/core'
import { useMemo } from 'react'
import type { Weather, WeatherModel } from '#contract/weather.ts'
import { time } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { TimeChart, type ChartSeries, type Pane } from '../../ui/chart/index.ts'
import textCss from '../../ui/text.module.css'
import { SHOWN_HOURS } from './fields.ts'
import { accumulated, colorOf, modelKeyOf, RAIN_DECIMALS } from './model.ts'
import css from './weather.module.css'

type Span = (typeof SHOWN_HOURS)[number]

const HEIGHT = 620
/** Of the columns of the answer, null as a gap. */
const gaps = (values: readonly (number | null)[]) => Float64Array.from(values, (v) => v ?? NaN)

/** Hour by hour: rain of the chosen model as bars, and every model accumulated, with the spread of members. */
export function HourlyChart(props: {
  data: Weather
  chosen: WeatherModel | null
  span: Span
  onSpan: (span: Span) => void
}) {
  const { data, chosen, span, onSpan } = props
  const { t, language } = useText()
  const zone = data.time_zone
  const panes = useMemo((): Pane[] => {
    const hours = Float64Array.from(data.hours)
    const beginning = time(data.from, zone)
    const pane = (id: string, title: string, heightShare: number, unit: string, series: ChartSeries[]) => ({
      id,
      title,
      heightShare,
      axes: [
        {
          id: 'v',
          side: 'left' as const,
          unit,
          decimals: unit === 'mm' ? RAIN_DECIMALS : 1,
          ...(unit === '°C' ? {} : { min: 0 }),
        },
      ],
      series,
      lines: [],
      marks: [],
    })
    const lineOf = (id: string, m: WeatherModel, i: number, unit: string, v: Float64Array): ChartSeries => ({
      id: `${id} ${modelKeyOf(m)}`,
      name: m.model,
      axis: 'v',
      kind: 'line',
      color: colorOf(i),
      width: m.id === chosen?.id ? 2.2 : 1.3,
      unit,
      decimals: unit === 'mm' ? RAIN_DECIMALS : 1,
      data: { t: hours, v },
    })
    const bars: ChartSeries[] = chosen
      ? [
          {
            id: 'rain',
            name: chosen.model,
            axis: 'v',
            kind: 'bars',
            color: 'rain',
            unit: 'mm',
            decimals: RAIN_DECIMALS,
            data: { t: hours, v: gaps(chosen.rain) },
          },
        ]
      : []
    const bands = data.ensembles.map((e): ChartSeries => ({
      id: `sum ${modelKeyOf(e)} members`,
      name: t('weatherPage.bandOf', { model: e.model }),
      axis: 'v',
      kind: 'line',
      color: 'radar',
      dashed: true,
      unit: 'mm',
      decimals: RAIN_DECIMALS,
      data: { t: hours, v: gaps(e.sum.p50) },
      band: { lower: gaps(e.sum.p10), upper: gaps(e.sum.p90) },
    }))
    const each = (id: string, unit: string, of: (m: WeatherModel) => Float64Array) =>
      data.models.map((m, i) => lineOf(id, m, i, unit, of(m)))
    return [
      pane('rain', t('weatherPage.rainPane'), 1, 'mm', bars),
      pane('sum', t('weatherPage.sumPane', { time: beginning }), 1.6, 'mm', [
        ...bands,
        ...each('sum', 'mm', (m) => accumulated(m.rain)),
      ]),
      pane(
        'temperature',
        t('weatherPage.temperaturePane'),
        1,
        '°C',
        each('temperature', '°C', (m) => gaps(m.temperature)),
      ),
      pane(
        'wind',
        t('weatherPage.windPane'),
        1,
        'm/s',
        each('wind', 'm/s', (m) => gaps(m.wind_speed)),
      ),
    ]
    // Every answer has new arrays: what is drawn changes with the issues, the hour and the choice.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data.from, [...data.models, ...data.ensembles].map((m) => m.id).join(), chosen?.id, language, zone])
  return (
    <section aria-labelledby="weather-chart">
      <header className={css.head}>
        <h2 id="weather-chart" className={textCss.heading}>
          {t('weatherPage.chart')}
        </h2>
        <SegmentedControl
          aria-label={t('weatherPage.span')}
          value={span}
          data={SHOWN_HOURS.map((value) => ({ value, label: t(`weatherPage.spanOf.${value}`) }))}
          onChange={(value) => onSpan(value as Span)}
        />
      </header>
      <TimeChart
        panes={panes}
        from={data.from}
        to={data.from + Number(span) * HOUR}
        limits={{ from: data.from, to: data.hours.at(-1)! }}
        zone={zone}
        label={t('weatherPage.chart')}
        now={data.now}
        height={HEIGHT}
      />
    </section>
  )
}
