import { Tooltip } from '@mantine/core'
import { useMemo } from 'react'
import { DECIMALS, number, unit } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useFullInflow, type ChartData } from '../../parts/live-data/queries.ts'
import { CODES } from '../../parts/time-chart/chart-model.ts'
import { withTail, type Tail } from '../../parts/time-chart/tail.ts'
import { fromColumn, type TimeRange } from '../../ui/chart/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import textCss from '../../ui/text.module.css'
import css from './chart.module.css'
import { inflowVolume, rainTotal, type Total } from './totals.ts'

interface Props {
  data: ChartData
  range: TimeRange
  rainType: 0 | 1
  tail: Tail
  version: number
  interval: number
}

/** What flowed in and what rained over the range that is shown. */
export function Totals({ data, range, rainType, tail, version, interval }: Props) {
  const { t, language } = useText()
  const inflow = data.columns.total_discharge_lake
  const rain = data.columns[rainType === 0 ? 'rain' : 'rada']
  const full = useFullInflow(inflow && !inflow.raw ? { from: data.from, to: data.to } : null)
  const source = inflow?.raw ? inflow : (full.data ?? undefined)
  const step = interval * 1000
  const volume = useMemo(
    () =>
      source && inflowVolume(withTail(source, tail, CODES.total_discharge_lake), range.from, range.to, step),
    [source, tail, version, range, step],
  )
  const fallen = useMemo(() => {
    if (!rain) return undefined
    const series = rain.raw
      ? withTail(rain, tail, rainType === 0 ? CODES.rain : CODES.rada)
      : fromColumn(rain)
    return rainTotal(series, range.from, range.to, rain.raw ? step : Infinity)
  }, [rain, tail, version, rainType, range, step])
  return (
    <div className={css.totals}>
      <One
        name={t('dashboard.inflowTotal')}
        total={volume}
        decimals={DECIMALS.inflowTotal}
        unit={unit('storage', language)}
        thinned={source !== undefined && !source.raw}
        few={volume?.value === null && volume.n < 2 ? t('dashboard.totalFew') : null}
      />
      <One
        name={t('dashboard.rainTotal')}
        total={fallen}
        decimals={DECIMALS.rain}
        unit={unit('rain', language)}
        thinned={false}
        few={null}
      />
    </div>
  )
}

interface TotalProps {
  name: string
  total: Total | undefined
  decimals: number
  unit: string
  thinned: boolean
  /** Why there is no total, when that is only that the range is short. */
  few: string | null
}

function One({ name, total, decimals, unit, thinned, few }: TotalProps) {
  const { t } = useText()
  const note =
    total?.value == null
      ? null
      : total.partial
        ? t('dashboard.totalPartial')
        : thinned
          ? t('dashboard.totalThinned')
          : null
  return (
    <span className={css.total} role="group" aria-label={name}>
      <span className={textCss.muted}>{name}</span>
      {few === null ? (
        <>
          <strong>{number(total?.value, decimals)}</strong>
          <span className={textCss.muted}>{unit}</span>
        </>
      ) : (
        <span>{few}</span>
      )}
      {note && (
        <Tooltip label={note}>
          <span tabIndex={0}>
            <Icon name={total?.partial ? 'partial' : 'estimated'} size={14} label={note} />
          </span>
        </Tooltip>
      )}
    </span>
  )
}
