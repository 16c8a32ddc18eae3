import type { Hydro } from '#contract/dashboard.ts'
import { DECIMALS, unit } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useIndicators } from '../dashboard/parts/index.ts'
import { Big } from './big.tsx'
import css from './strip.module.css'
import { Trend } from './trend.tsx'

/** The figures that must be seen whatever else is shown. */
export function Strip({ hydro, now }: { hydro: Hydro | undefined; now: number }) {
  const { t, language } = useText()
  const data = useIndicators().data
  if (!hydro || !data) return null
  const of = { hydro, now, size: 'strip' } as const
  const flow = { decimals: DECIMALS.flow, unit: unit('flow', language) }
  return (
    <div className={css.strip}>
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
      <Big {...of} {...flow} label={t('figure.inflow')} figure={data.inflow_moving_average} />
      <Big {...of} {...flow} label={t('figure.outflow')} figure={data.outflow} />
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
