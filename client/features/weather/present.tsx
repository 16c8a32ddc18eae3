import { HOUR } from '#core/time/units.ts'
import type { Weather, WeatherEnsemble, WeatherModel, WeatherSpread } from '#contract/weather.ts'
import { dateTime, duration, NOTHING, number, time } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { DataTable } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'
import { compassOf, isPart, modelKeyOf, rainNext, RAIN_DECIMALS } from './model.ts'
import css from './weather.module.css'

type Row = { kind: 'model'; of: WeatherModel } | { kind: 'ensemble'; of: WeatherEnsemble }

/** Hours ahead in columns of their own. */
const NEXT = [3, 6] as const

/** Models side by side: now, rain of the next hours, and where each comes from and how old it is. */
export function Models(props: {
  data: Weather
  /** The present instant, by which ages are told. */
  now: number
  chosen: WeatherModel | null
  onChoose: (key: string) => void
}) {
  const { data, now, chosen, onChoose } = props
  const { t, texts } = useText()
  const { time_zone: zone } = data
  const words = texts.weatherPage
  const rows: Row[] = [
    ...data.models.map((of) => ({ kind: 'model' as const, of })),
    ...data.ensembles.map((of) => ({ kind: 'ensemble' as const, of })),
  ]
  const [basin] = data.places
  const sumsOf = (row: Row) => basin.by.find((b) => b.issue === row.of.id)
  const at = time(data.hours[0], zone)
  const noPresent = (row: Row) => row.kind === 'ensemble'
  return (
    <section aria-labelledby="weather-models">
      <h2 id="weather-models" className={textCss.heading}>
        {words.models}
      </h2>
      <DataTable
        label={words.models}
        rows={rows}
        rowKey={(row) => row.of.id}
        attributes={(row) => ({
          className: css.row,
          'data-state': row.of.state,
          'data-chosen': row.of.id === chosen?.id || undefined,
        })}
        columns={[
          {
            id: 'model',
            head: words.model,
            rowHeader: true,
            value: (row) => row.of.model,
            cell: (row) => (
              <ModelName
                row={row}
                demo={data.demo && row.of.source === 'ingest'}
                chosen={row.of.id === chosen?.id}
                onChoose={onChoose}
              />
            ),
          },
          {
            id: 'age',
            head: `${words.source} · ${words.age}`,
            text: words.received,
            value: (row) => row.of.received_at,
            cell: (row) => <Age of={row.of} now={now} zone={zone} />,
          },
          {
            id: 'temperature',
            head: words.temperature,
            over: t('weatherPage.nowAt', { time: at }),
            align: 'number',
            hideOnPhone: noPresent,
            value: (row) => (row.kind === 'model' ? row.of.temperature[0] : null),
            cell: (row) => (
              <Figure v={row.kind === 'model' ? row.of.temperature[0] : null} decimals={1} unit="°C" />
            ),
          },
          {
            id: 'wind',
            head: words.wind,
            over: t('weatherPage.nowAt', { time: at }),
            align: 'number',
            hideOnPhone: noPresent,
            value: (row) => (row.kind === 'model' ? row.of.wind_speed[0] : null),
            cell: (row) => (row.kind === 'model' ? <Wind of={row.of} /> : NOTHING),
          },
          ...NEXT.map((n) => ({
            id: `next${n}`,
            head: t('weatherPage.hours', { n }),
            text: `${words.rain} ${t('weatherPage.hours', { n })}`,
            phoneLabel: `${words.rain} ${t('weatherPage.hours', { n })}`,
            over: words.rainDay,
            align: 'number' as const,
            hideOnPhone: noPresent,
            value: (row: Row) => (row.kind === 'model' ? rainNext(row.of.rain, n) : null),
            cell: (row: Row) => (
              <Figure
                v={row.kind === 'model' ? rainNext(row.of.rain, n) : null}
                decimals={RAIN_DECIMALS}
                unit="mm"
              />
            ),
          })),
          ...([24, 72] as const).map((n, i) => ({
            id: `sum${n}`,
            head: t('weatherPage.hours', { n }),
            text: `${words.rain} ${t('weatherPage.hours', { n })}`,
            phoneLabel: `${words.rain} ${t('weatherPage.hours', { n })}`,
            over: words.rainDay,
            align: 'number' as const,
            value: (row: Row) => sumsOf(row)?.sums[i],
            cell: (row: Row) => (
              <SumCell v={sumsOf(row)?.sums[i] ?? null} spread={sumsOf(row)?.spreads?.[i] ?? null} />
            ),
          })),
        ]}
      />
      <p className={textCss.hint}>
        {t('weatherPage.sumFrom', { time: time(data.hours[0] - HOUR, zone) })}{' '}
        {t(
          `weatherPage.${data.basin_by === 'stations' ? 'byStations' : data.basin_by === 'grid' ? 'byGrid' : 'byNone'}`,
        )}
      </p>
    </section>
  )
}

function ModelName(props: {
  row: Row
  /** Of the simulated plant. */
  demo: boolean
  chosen: boolean
  onChoose: (key: string) => void
}) {
  const { row, demo, chosen, onChoose } = props
  const { t } = useText()
  const { of } = row
  return (
    <span className={css.name}>
      {row.kind === 'model' ? (
        <button
          type="button"
          className={css.choose}
          aria-pressed={chosen}
          onClick={() => onChoose(modelKeyOf(of))}
        >
          {of.model}
        </button>
      ) : (
        <>
          <strong>{of.model}</strong>
          <small>{t('weatherPage.members', { n: number(row.of.members, 0) })}</small>
        </>
      )}
      {isPart(of) && (
        <small className={css.part}>
          <Icon name="warning" size={14} />
          {t('weatherPage.basinPart', { share: number(100 * of.basin_share!, 0) })}
        </small>
      )}
      {demo && <small className={css.demoMark}>{t('weatherPage.demo')}</small>}
      {of.state !== 'fresh' && (
        <small className={css.state} data-state={of.state}>
          <Icon name="stale" size={14} />
          {t(`weatherPage.stateOf.${of.state}`)}
        </small>
      )}
    </span>
  )
}

/** Where an issue comes from, of which run it is, and how long ago it was received. */
function Age({ of, now, zone }: { of: WeatherModel | WeatherEnsemble; now: number; zone: string }) {
  const { t, texts, language } = useText()
  const sources: Record<string, string> = texts.weatherPage.sourceOf
  return (
    <span className={css.age}>
      <strong>
        {sources[of.source] ?? of.source} ·{' '}
        {t('weatherPage.ageOf', { length: duration(now - of.received_at, language) })}
      </strong>
      <small>
        {t('weatherPage.run')}{' '}
        {of.run_at === null ? t('weatherPage.noRun') : dateTime(of.run_at, zone, language)}
      </small>
      <small>
        {t('weatherPage.received')} {dateTime(of.received_at, zone, language)}
      </small>
    </span>
  )
}

function Figure({ v, decimals, unit }: { v: number | null | undefined; decimals: number; unit: string }) {
  if (v === null || v === undefined) return <>{NOTHING}</>
  return (
    <span className={css.figure}>
      {number(v, decimals)} <small>{unit}</small>
    </span>
  )
}

function Wind({ of }: { of: WeatherModel }) {
  const { t, texts } = useText()
  const direction = of.wind_direction[0] ?? null
  return (
    <span className={css.stack}>
      <Figure v={of.wind_speed[0]} decimals={1} unit="m/s" />
      {direction !== null && (
        <small className={css.below}>
          {t('weatherPage.windFrom', { direction: texts.weatherPage.compass[compassOf(direction)] })}
        </small>
      )}
    </span>
  )
}

/** A sum, of an ensemble its median with the spread below. */
export function SumCell({
  v,
  spread,
  unit = 'mm',
}: {
  v: number | null
  spread: WeatherSpread | null
  unit?: string
}) {
  const { t } = useText()
  return (
    <span className={css.stack}>
      <Figure v={v} decimals={RAIN_DECIMALS} unit={unit} />
      {spread && (
        <small
          className={css.below}
          title={`${t('weatherPage.extremes')}: ${number(spread.min, RAIN_DECIMALS)}–${number(spread.max, RAIN_DECIMALS)} mm`}
        >
          {t('weatherPage.spread')} {number(spread.p10, RAIN_DECIMALS)}–{number(spread.p90, RAIN_DECIMALS)}
        </small>
      )}
    </span>
  )
}
