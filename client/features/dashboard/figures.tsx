import { Skeleton } from '@mantine/core'
import type { Hydro } from '#contract/dashboard.ts'
import { DECIMALS, direction, number, signed, unit } from '../../lib/format.ts'
import { usePresent } from '../../lib/known.ts'
import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { LevelScale } from '../../parts/level-scale/level-scale.tsx'
import { levelWords, type IndicatorData } from '../../parts/level-scale/level-words.ts'
import { useHeldWords } from '../../parts/live-data/held.ts'
import { isLate, LATE_INTERVALS } from '../../parts/live-data/late.ts'
import { netShown, outflowShown } from '../../parts/live-data/flows.ts'
import { useIndicators, useLastGood } from '../../parts/live-data/queries.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Failed } from '../../ui/state.tsx'
import { Card, FigureDetail, Parts, Value, type Context } from './figure.tsx'
import css from './figures.module.css'
import { MoreIndicators } from './indicators.tsx'

/** Series by which to tell since when a figure is missing. */
const SERIES = {
  lake_level: 'general.lake_level',
  total_capacity: 'general.total_capacity',
  inflow: 'general.total_discharge_lake',
  outflow: 'general.total_discharge_out',
  power: 'general.power',
} as const
type Followed = keyof typeof SERIES

export function KeyFigures({ hydro, rainType }: { hydro: Hydro | undefined; rainType: 0 | 1 }) {
  const { t } = useText()
  const query = useIndicators()
  const gone = Object.entries(SERIES).filter(([name]) => query.data?.[name as Followed].value === null)
  const last = useLastGood([...new Set(gone.map(([, code]) => code))].sort())
  useNow(10_000)
  if (!hydro || !query.data) {
    if (query.error)
      return (
        <div className={css.strip} data-failed>
          <Failed what={t('dashboard.figures')} error={query.error} retry={() => void query.refetch()} />
        </div>
      )
    return (
      <div className={css.strip} aria-busy aria-label={t('dashboard.figures')}>
        {['level', '', '', '', '', ''].map((kind, i) => (
          <div key={i} className={css.card} data-kind={kind || undefined}>
            <Skeleton height={16} width="60%" mb={12} />
            <Skeleton height={40} width="80%" mb={12} />
            <Skeleton height={34} />
          </div>
        ))}
      </div>
    )
  }
  const data = query.data
  const context: Context = {
    zone: hydro.time_zone,
    late: LATE_INTERVALS * hydro.interval * 1000,
    lastGood: (figure) => {
      const name = (Object.keys(SERIES) as Followed[]).find((n) => data[n] === figure)
      return name ? (last[SERIES[name]] ?? null) : null
    },
  }
  return (
    <div className={css.strip} role="group" aria-label={t('dashboard.figures')}>
      <Level hydro={hydro} data={query.data} context={context} />
      <Flows hydro={hydro} data={query.data} context={context} />
      <Stored data={query.data} context={context} />
      <Generated data={query.data} context={context} />
      <Rain data={query.data} context={context} rainType={rainType} />
    </div>
  )
}

interface Props {
  data: IndicatorData
  context: Context
}

function Level({ hydro, data, context }: Props & { hydro: Hydro }) {
  const { t, language, texts } = useText()
  const figure = data.lake_level
  const { passed, lines } = levelWords(hydro, data, texts, language)
  return (
    <Card label={t('figure.level')} of={t('reading.newest')} hint={t('reading.newestHint')} kind="level">
      <div className={css.head}>
        <Value
          figure={figure}
          decimals={DECIMALS.level}
          unit="m"
          context={context}
          size="key"
          why="general.lake_level"
          whyNote={t('figure.liveLevel')}
        />
        <Trend perHour={figure.trend} />
      </div>
      <LevelScale hydro={hydro} level={figure.value} late={isLate(figure, context.late, usePresent())} />
      <div className={css.words}>
        {passed && (
          <span className={css.passed} data-tone={passed.tone}>
            <Icon name={passed.tone === 'alarm' ? 'alarm' : 'warning'} size={16} />
            {passed.text}
          </span>
        )}
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
    </Card>
  )
}

/** Direction and rate of the level's change, in cm/h. */
function Trend({ perHour }: { perHour: number | null }) {
  const { t } = useText()
  const cm = perHour === null ? null : perHour * 100
  const way = direction(cm, DECIMALS.trend)
  if (way === null) return <span className={css.trend}>{t('figure.unknownTrend')}</span>
  const word = { up: t('figure.rising'), down: t('figure.falling'), level: t('figure.steady') }[way]
  return (
    <span className={css.trend} role="group" aria-label={t('figure.trend')}>
      <Icon name={({ up: 'rising', down: 'falling', level: 'steady' } as const)[way]} size={20} />
      <span className={css.rate}>{t('figure.perHour', { value: signed(cm, DECIMALS.trend) })}</span>
      <span className={css.way}>{word}</span>
    </span>
  )
}

function Flows({ hydro, data, context }: Props & { hydro: Hydro }) {
  const { t, language } = useText()
  const flow = { decimals: DECIMALS.flow, unit: unit('flow', language), context }
  const minutes = Math.round(data.net_window / 60)
  const of = t('figure.meanOf', { n: minutes })
  const outflow = outflowShown(data)
  const held = useHeldWords(hydro.time_zone)
  return (
    <>
      <Card label={t('figure.inflow')} of={of} hint={t('figure.meanHint', { n: minutes })}>
        <Value figure={data.inflow} {...flow} why="general.total_discharge_lake" />
        <Parts
          {...flow}
          parts={[
            {
              name: t('figure.average', { n: hydro.moving_points }),
              figure: data.inflow_moving_average,
              why: 'general.inflow_moving_average',
            },
            {
              name: t('figure.net'),
              hint: t('figure.netOf', { n: minutes }),
              figure: netShown(data),
              difference: true,
            },
          ]}
        />
        {held && <p className={css.held}>{held}</p>}
      </Card>
      <Card
        label={t('figure.outflow')}
        of={outflow === data.outflow ? t('figure.now') : of}
        hint={outflow === data.outflow ? undefined : t('figure.meanHint', { n: minutes })}
      >
        <Value
          figure={outflow}
          {...flow}
          why="general.total_discharge_out"
          whyNote={outflow === data.outflow ? undefined : t('figure.meanWhy', { n: minutes })}
        />
        <Parts
          {...flow}
          parts={[
            outflow === data.outflow
              ? null
              : { name: t('figure.now'), figure: data.outflow, why: 'general.total_discharge_out' },
            { name: t('figure.turbine'), figure: data.turbine, why: 'general.total_discharge_turbine' },
            { name: t('figure.spill'), figure: data.spill, why: 'general.total_discharge_dam' },
            { name: t('figure.environmental'), figure: data.environmental, why: 'general.env_discharge' },
          ]}
        />
        {held && <p className={css.held}>{held}</p>}
      </Card>
    </>
  )
}

function Stored({ data, context }: Props) {
  const { t, language } = useText()
  const storage = { decimals: DECIMALS.storage, unit: unit('storage', language), context }
  const percent = data.capacity_percent.value
  return (
    <Card label={t('figure.storage')}>
      <Value
        figure={data.total_capacity}
        {...storage}
        why="general.total_capacity"
        whyNote={t('figure.liveStorage')}
      />
      <div
        className={css.fill}
        role="img"
        aria-label={`${t('figure.fill')} ${number(percent, DECIMALS.percent)} %`}
      >
        <i style={{ width: `${Math.min(100, Math.max(0, percent ?? 0))}%` }} />
      </div>
      <FigureDetail
        name={t('figure.fill')}
        figure={data.capacity_percent}
        decimals={DECIMALS.percent}
        unit="%"
        context={context}
      />
      <Parts {...storage} parts={[{ name: t('figure.free'), figure: data.free_capacity }]} />
    </Card>
  )
}

function Generated({ data, context }: Props) {
  const { t, language } = useText()
  return (
    <Card label={t('figure.power')}>
      <Value
        figure={data.power}
        decimals={DECIMALS.power}
        unit={unit('power', language)}
        context={context}
        why="general.power"
      />
      <FigureDetail
        name={t('figure.energyToday')}
        figure={data.energy_today}
        decimals={DECIMALS.energy}
        unit={unit('energy', language)}
        context={context}
      />
      <FigureDetail
        name={t('indicators.useShort')}
        hint={t('indicators.useHint')}
        figure={data.water_use}
        decimals={DECIMALS.waterUse}
        unit="m³"
        context={context}
      />
      <MoreIndicators />
    </Card>
  )
}

function Rain({ data, context, rainType }: Props & { rainType: 0 | 1 }) {
  const { t, language } = useText()
  const why = rainType === 0 ? 'basin.rain' : 'basin.rain_radar'
  const of = { why, whyNote: t('figure.lastStep') }
  const rain = { decimals: DECIMALS.rain, unit: unit('rain', language), context, ...of }
  const [hour, day] = rainType === 0 ? [data.rain_1h, data.rain_24h] : [data.radar_1h, data.radar_24h]
  return (
    <Card label={t(rainType === 0 ? 'figure.rainGauge' : 'figure.rainRadar')} of={t('figure.hour24')}>
      <Value figure={day} {...rain} />
      <FigureDetail name={t('figure.hour1')} figure={hour} {...rain} same />
    </Card>
  )
}
