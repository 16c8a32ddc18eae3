import { HOUR } from '#core/time/units.ts'
import { WEATHER_SUMS, type Weather } from '#contract/weather.ts'
import { number, time } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { DataTable } from '../../ui/table/index.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import { isPart } from './model.ts'
import { SumCell } from './present.tsx'
import css from './weather.module.css'

/** Rain sums of the basin and of each rain station, models side by side. */
export function RainSums({ data }: { data: Weather }) {
  const { t, texts } = useText()
  const words = texts.weatherPage
  type Place = Weather['places'][number]
  const issues = [...data.models, ...data.ensembles]
  const by = (place: Place, id: string) => place.by.find((b) => b.issue === id)
  return (
    <section aria-labelledby="weather-places">
      <h2 id="weather-places" className={textCss.heading}>
        {words.places}
      </h2>
      <p className={textCss.hint}>
        {t('weatherPage.sumFrom', { time: time(data.hours[0] - HOUR, data.time_zone) })}
      </p>
      <div className={layoutCss.scrollAcross} tabIndex={0} role="group" aria-label={words.places}>
        <DataTable
          label={words.places}
          rows={data.places}
          rowKey={(place) => place.id}
          attributes={(place) => ({ 'data-chosen': place.kind === 'basin' || undefined, className: css.row })}
          csv={words.places}
          columns={[
            {
              id: 'place',
              className: css.place,
              head: words.place,
              rowHeader: true,
              value: (place) => (place.kind === 'basin' ? words.basin : place.name),
              cell: (place) => (
                <>
                  {place.kind === 'basin' ? words.basin : place.name}
                  {place.weight !== null && (
                    <small className={css.below}>{number(100 * place.weight, 1)} %</small>
                  )}
                </>
              ),
            },
            ...issues.flatMap((issue) =>
              WEATHER_SUMS.map((n, i) => ({
                id: `${issue.id} ${n}`,
                head: `${n} h (mm)`,
                text: `${issue.model} ${n} h`,
                over: [
                  'members' in issue
                    ? `${issue.model} (${t('weatherPage.members', { n: number(issue.members, 0) })})`
                    : issue.model,
                  ...(isPart(issue)
                    ? [t('weatherPage.basinPart', { share: number(100 * issue.basin_share!, 0) })]
                    : []),
                ].join(' · '),
                phoneLabel: `${issue.model} · ${n} h`,
                align: 'number' as const,
                value: (place: Place) => by(place, issue.id)?.sums[i],
                cell: (place: Place) => (
                  <SumCell
                    unit=""
                    v={by(place, issue.id)?.sums[i] ?? null}
                    spread={by(place, issue.id)?.spreads?.[i] ?? null}
                  />
                ),
                attributes: () => ({ 'data-state': issue.state, className: css.cell }),
              })),
            ),
          ]}
        />
      </div>
    </section>
  )
}
