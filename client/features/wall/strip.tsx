import type { Hydro } from '#contract/dashboard.ts'
import { DECIMALS, unit } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { outflowShown } from '../../parts/live-data/flows.ts'
import { useIndicators } from '../../parts/live-data/queries.ts'
import { Big, wordOf } from './big.tsx'
import { roomFor } from './room.ts'
import css from './strip.module.css'
import { Trend } from './trend.tsx'

/** The figures that must always be visible. */
export function WallStrip({ hydro, now }: { hydro: Hydro | undefined; now: number }) {
  const { t, language } = useText()
  const data = useIndicators().data
  if (!hydro || !data) return null
  const of = { hydro, now, size: 'strip' } as const
  const flow = { decimals: DECIMALS.flow, unit: unit('flow', language) }
  const outflow = outflowShown(data)
  const room = roomFor(
    [
      { figure: data.lake_level, decimals: DECIMALS.level },
      { figure: data.capacity_percent, decimals: DECIMALS.percent },
      { figure: data.inflow, decimals: flow.decimals },
      { figure: outflow, decimals: flow.decimals },
      { figure: data.power, decimals: DECIMALS.power },
    ].map((shown) => [wordOf(shown)]),
  )
  return (
    <div className={css.strip} style={room}>
      <Big
        {...of}
        label={t('figure.level')}
        figure={data.lake_level}
        decimals={DECIMALS.level}
        unit="m"
        beside={<Trend perHour={data.lake_level.trend} />}
      />
      <Big
        {...of}
        label={t('figure.fill')}
        figure={data.capacity_percent}
        decimals={DECIMALS.percent}
        unit="%"
      />
      <Big {...of} {...flow} label={t('figure.inflow')} figure={data.inflow} />
      <Big {...of} {...flow} label={t('figure.outflow')} figure={outflow} />
      <Big
        {...of}
        label={t('figure.power')}
        figure={data.power}
        decimals={DECIMALS.power}
        unit={unit('power', language)}
      />
    </div>
  )
}
