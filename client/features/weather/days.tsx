import type { Weather, WeatherModel } from '#contract/weather.ts'
import { NOTHING, number } from '../../lib/format.ts'
import { dateInWords } from '../../lib/local-time.ts'
import { useText } from '../../lib/text/index.ts'
import { DataTable } from '../../ui/table/index.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import { knownRange, RAIN_DECIMALS } from './model.ts'
import css from './weather.module.css'

/** Ten days: rain of the basin by each model, temperature and wind of the chosen one. */
export function DaysAhead({ data, chosen }: { data: Weather; chosen: WeatherModel | null }) {
  const { t, language, texts } = useText()
  const words = texts.weatherPage
  if (data.models.length === 0) return null
  const rows = data.days.map((day, i) => ({ ...day, i }))
  type Day = (typeof rows)[number]
  const of = (m: WeatherModel | null, { i }: Day) => m?.days[i] ?? null
  const rain = (m: WeatherModel, day: Day) => of(m, day)?.rain ?? null
  const both = (a: number | null | undefined, b: number | null | undefined, decimals: number) =>
    a === null || a === undefined || b === null || b === undefined
      ? NOTHING
      : `${number(a, decimals)}–${number(b, decimals)}`
  const acrossOf = (day: Day) => knownRange(data.models.map((m) => rain(m, day)))
  return (
    <section aria-labelledby="weather-days">
      <h2 id="weather-days" className={textCss.heading}>
        {words.days}
      </h2>
      <div className={layoutCss.scrollAcross} tabIndex={0} role="group" aria-label={words.days}>
        <DataTable
          label={words.days}
          rows={rows}
          rowKey={(day) => day.date}
          columns={[
            {
              id: 'day',
              head: words.day,
              rowHeader: true,
              value: (day) => day.date,
              cell: (day) => (
                <>
                  {dateInWords(day.date, language)}
                  {day.i === 0 && <small className={css.below}>{words.rest}</small>}
                </>
              ),
            },
            ...data.models.map((m) => ({
              id: m.id,
              head: m.model,
              over: `${words.rainDay} (mm)`,
              phoneLabel: `${words.rain} ${m.model} (mm)`,
              align: 'number' as const,
              value: (day: Day) => rain(m, day),
              cell: (day: Day) => number(rain(m, day), RAIN_DECIMALS),
              attributes: () => ({ 'data-state': m.state, className: css.cell }),
            })),
            data.models.length > 1 && {
              id: 'across',
              head: words.modelsRange,
              over: `${words.rainDay} (mm)`,
              align: 'number',
              cell: (day) => both(acrossOf(day)?.[0], acrossOf(day)?.[1], RAIN_DECIMALS),
            },
            {
              id: 'temperature',
              head: `${words.temperatureDay} (°C)`,
              over: chosen?.model,
              align: 'number',
              value: (day) => of(chosen, day)?.temperature_max,
              cell: (day) => both(of(chosen, day)?.temperature_min, of(chosen, day)?.temperature_max, 0),
            },
            {
              id: 'wind',
              head: `${words.windDay} (m/s)`,
              over: chosen?.model,
              align: 'number',
              value: (day) => of(chosen, day)?.wind_max,
              cell: (day) => number(of(chosen, day)?.wind_max, 1),
            },
          ]}
          csv={t('weatherPage.days')}
        />
      </div>
    </section>
  )
}
