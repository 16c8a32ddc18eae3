import type { Figure, Hydro } from '#contract/dashboard.ts'
import { DECIMALS, number, onScreen, unit } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Dam } from '../../parts/dam/index.tsx'
import { levelWords } from '../../parts/level-scale/level-words.ts'
import { useHeldWords } from '../../parts/live-data/held.ts'
import { isLate, LATE_INTERVALS } from '../../parts/live-data/late.ts'
import { netShown, outflowShown } from '../../parts/live-data/flows.ts'
import { useIndicators, useLastGood } from '../../parts/live-data/queries.ts'
import { Big, wordOf } from './big.tsx'
import css from './figures.module.css'
import { roomFor } from './room.ts'
import { WallLevelScale } from './scale.tsx'
import { Scaled } from './scaled.tsx'
import { Trend } from './trend.tsx'

interface Props {
  hydro: Hydro | undefined
  now: number
}

/** The figures, as large as the screen allows, and the dam section beside them. */
export function FiguresPane({ hydro, now }: Props) {
  const { t, texts, language } = useText()
  const data = useIndicators().data
  const last = useLastGood(
    data
      ? Object.entries(SERIES)
          .filter(([name]) => data[name as keyof typeof SERIES].value === null)
          .map(([, code]) => code)
          .sort()
      : [],
  )
  const held = useHeldWords(hydro?.time_zone)
  if (!hydro || !data) return null
  const of = { hydro, now }
  const flow = { decimals: DECIMALS.flow, unit: unit('flow', language) }
  const rain = { decimals: DECIMALS.rain, unit: unit('rain', language) }
  const { passed, lines } = levelWords(hydro, data, texts, language)
  const text = (f: Figure, decimals: number) => number(onScreen(f.value, f.unit), decimals)
  const minutes = Math.round(data.net_window / 60)
  const outflow = outflowShown(data)
  const net = netShown(data)
  const room = roomFor([
    [text(data.inflow, flow.decimals), text(data.capacity_percent, DECIMALS.percent)],
    [text(outflow, flow.decimals), text(data.power, DECIMALS.power)],
    [wordOf({ figure: net, decimals: flow.decimals, difference: true }), text(data.rain_24h, rain.decimals)],
  ])
  return (
    <div className={css.pane}>
      <div className={css.level}>
        <Big
          {...of}
          size="key"
          label={t('figure.level')}
          figure={data.lake_level}
          decimals={DECIMALS.level}
          unit="m"
          lastAt={last[SERIES.lake_level]}
          beside={<Trend perHour={data.lake_level.trend} />}
        />
        <WallLevelScale
          hydro={hydro}
          level={data.lake_level.value}
          late={isLate(data.lake_level, LATE_INTERVALS * hydro.interval * 1000, now)}
        />
        <p className={css.words}>
          {passed && (
            <strong data-tone={passed.tone}>
              <Icon name={passed.tone === 'alarm' ? 'alarm' : 'warning'} />
              {passed.text}
            </strong>
          )}
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      </div>
      <div className={css.grid} style={room}>
        <Big
          {...of}
          {...flow}
          label={t('figure.inflow')}
          figure={data.inflow}
          lastAt={last[SERIES.inflow]}
          remark={held}
        >
          {t('figure.meanOf', { n: minutes })}
        </Big>
        <Big
          {...of}
          {...flow}
          label={t('figure.outflow')}
          figure={outflow}
          lastAt={last[SERIES.outflow]}
          remark={held}
        >
          {outflow === data.outflow
            ? t('figure.now')
            : t('figure.meanNow', { n: minutes, value: text(data.outflow, flow.decimals) })}
        </Big>
        <Big {...of} {...flow} label={t('wall.net')} figure={net} difference>
          {t('figure.meanOf', { n: minutes })}
        </Big>
        <Big
          {...of}
          label={t('figure.fill')}
          figure={data.capacity_percent}
          decimals={DECIMALS.percent}
          unit="%"
        >
          {text(data.total_capacity, DECIMALS.storage)} {unit('storage', language)}
        </Big>
        <Big
          {...of}
          label={t('figure.power')}
          figure={data.power}
          decimals={DECIMALS.power}
          unit={unit('power', language)}
          lastAt={last[SERIES.power]}
        >
          {t('figure.energyToday')} {text(data.energy_today, DECIMALS.energy)} {unit('energy', language)}
        </Big>
        <Big
          {...of}
          {...rain}
          label={`${t('figure.rainGauge')} ${t('figure.hour24')}`}
          figure={data.rain_24h}
        >
          {t('figure.hour1')} {text(data.rain_1h, DECIMALS.rain)} {rain.unit}
        </Big>
      </div>
      <Scaled className={css.dam} width={326} label={t('dashboard.dam')}>
        <div className={css.section}>
          <Dam hydro={hydro} rows="sums" />
        </div>
      </Scaled>
    </div>
  )
}

/** Series by which to tell since when a figure is missing. */
const SERIES = {
  lake_level: 'general.lake_level',
  inflow: 'general.total_discharge_lake',
  outflow: 'general.total_discharge_out',
  power: 'general.power',
} as const
