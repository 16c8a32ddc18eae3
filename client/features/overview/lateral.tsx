import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import { getLateralInflow } from '#contract/overview.ts'
import { DECIMALS, duration, unit } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { TimeChart, type ChartSeries } from '../../ui/chart/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { SPANS, type Span } from './fields.ts'
import type { Shown } from './model.ts'
import { reachesOf, type Reach } from './reaches.ts'
import textCss from '../../ui/text.module.css'
import css from './overview.module.css'
import { SpanChoice } from './span-choice.tsx'

const HEIGHT = 460
const TICK = MINUTE

interface Props {
  all: readonly Shown[]
  reach: string | null
  span: Span
  show: (part: { reach?: string | null; span?: Span }) => void
}

/** What comes in between a reservoir and those right above it. */
export function Lateral({ all, reach, span, show }: Props) {
  const { t, language } = useText()
  const reaches = useMemo(() => reachesOf(all, language), [all, language])
  const chosen =
    reaches.find(({ lower }) => lower.hydro_code === reach) ??
    // Addresses of before name the upper one.
    reaches.find(({ uppers }) => uppers.some((u) => u.hydro_code === reach)) ??
    reaches[0]
  if (!chosen)
    return <Empty roomy icon="basin" title={t('overview.lateralNone')} hint={t('overview.lateralNoneHint')} />
  const nameOf = (r: Reach) =>
    t('overview.lateralBetween', { upper: namesOf(r.uppers), lower: r.lower.hydro_name })
  return (
    <div className={css.compare}>
      <div className={css.tools}>
        <Choice
          aria-label={t('overview.lateralPair')}
          value={chosen.lower.hydro_code}
          data={reaches.map((r) => ({ value: r.lower.hydro_code, label: nameOf(r) }))}
          onChange={(code) => show({ reach: code })}
          w={360}
          maw="100%"
        />
        <SpanChoice span={span} onChoose={(next) => show({ span: next })} />
      </div>
      <ReachChart key={chosen.lower.hydro_code} lower={chosen.lower} span={span} name={nameOf(chosen)} />
    </div>
  )
}

const namesOf = (list: readonly { hydro_name: string }[]) => list.map((r) => r.hydro_name).join(', ')

function ReachChart({ lower, span, name }: Pick<Reach, 'lower'> & { span: Span; name: string }) {
  const { t, language } = useText()
  const zone = lower.time_zone
  const now = Math.floor(useNow(TICK) / TICK) * TICK
  const from = now - SPANS[span] * HOUR
  const query = useRead(
    getLateralInflow,
    { body: { from: toLocal(from, zone), to: toLocal(now, zone) } },
    { hydro: lower.hydro_code, quiet: true, kept: false, placeholderData: keepPreviousData },
  )
  const label = t('overview.lateralChart', { pair: name })
  const scale = { unit: unit('flow', language), decimals: DECIMALS.flow }
  const data = query.data
  const panes = useMemo(() => {
    const at = Float64Array.from(data?.t ?? [])
    const values = (list: readonly (number | null)[] = []) => Float64Array.from(list, (v) => v ?? NaN)
    const series = (
      id: string,
      text: string,
      look: Partial<ChartSeries> & { color: string },
      v: Float64Array,
      q?: Uint8Array,
    ): ChartSeries => ({
      id,
      name: text,
      axis: 'flow',
      kind: 'line',
      ...scale,
      ...look,
      data: { t: at, v, q },
    })
    return [
      {
        id: 'reach',
        title: '',
        heightShare: 1,
        axes: [{ id: 'flow', side: 'left' as const, ...scale }],
        series: data
          ? [
              series(
                'inflow',
                `${t('overview.inflow')}: ${lower.hydro_name}`,
                { color: 'inflow' },
                values(data.inflow),
                Uint8Array.from(data.inflow_quality),
              ),
              series(
                'arriving',
                `${t('overview.lateralRouted')}: ${namesOf(data.upstreams)}`,
                { color: 'outflow', dashed: true },
                values(data.arriving),
                Uint8Array.from(data.arriving_quality),
              ),
              series(
                'lateral',
                t('overview.lateralLine'),
                { color: 'violet', width: 2 },
                values(data.lateral),
                Uint8Array.from(data.quality),
              ),
            ]
          : [],
        lines: [],
        marks: [],
      },
    ]
    // The scale follows from the language.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data, language, lower.hydro_name, t])
  return (
    <Loaded query={query} what={label} height={HEIGHT}>
      {(reach) => (
        <>
          <p className={textCss.hint}>
            {t('overview.lateralLag', {
              times: reach.upstreams
                .map((u) => `${u.hydro_name} ${duration(u.travel_time * MINUTE, language)}`)
                .join(', '),
            })}
          </p>
          <Window seconds={reach.window ?? []} />
          {reach.hidden_upstream && (
            <p className={css.notice} role="status">
              <Icon name="warning" size={16} />
              {t('overview.lateralHidden')}
            </p>
          )}
          <TimeChart
            panes={panes}
            from={from}
            to={now}
            now={now}
            live
            zone={zone}
            label={label}
            height={HEIGHT}
          />
          <p className={textCss.hint}>
            {t('overview.lateralAbout')}
            {reach.lateral.some((v) => v !== null && v < 0) && ` ${t('overview.lateralNegative')}`}
          </p>
        </>
      )}
    </Loaded>
  )
}

/** Over how long the flows are means; they change with the flow where the calculation chooses the window itself. */
function Window({ seconds }: { seconds: readonly number[] }) {
  const { t, language } = useText()
  if (seconds.length === 0) return null
  const [least, most] = [Math.min, Math.max].map((of) =>
    duration(seconds.reduce((a, b) => of(a, b)) * 1000, language),
  )
  return (
    <p className={textCss.hint}>
      {least === most
        ? t('overview.lateralWindow', { window: most })
        : t('overview.lateralWindows', { least, most })}
    </p>
  )
}
