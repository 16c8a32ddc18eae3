import type { Mark } from '#contract/timeline.ts'
import type { ChartSeries, Pane, SeriesData, TimeRange } from '../../ui/chart/index.ts'

/** Overlays of the present panes: a comparison period, a forecast, operator actions. */

const later = (data: SeriesData, shift: number): SeriesData => {
  const moved = (t: Float64Array) => t.map((at) => at + shift)
  const { rejected } = data
  return {
    ...data,
    t: moved(data.t),
    ...(rejected && { rejected: { ...rejected, t: moved(rejected.t) } }),
  }
}

/** Only the smoothed inflow of a comparison period is drawn: a second faded line would add nothing. */
const spokenFor = (s: ChartSeries, pane: Pane) =>
  s.id === 'total_discharge_lake' && pane.series.some((o) => o.id === 'inflow_moving_average')

/**
 * Overlays a comparison period: each series again, thinner and faded in its own colour, shifted onto the present.
 * @param past the same panes with data of the comparison period
 */
export function withCompared(panes: Pane[], past: Pane[], shift: number): Pane[] {
  const then = new Map(past.flatMap((p) => p.series.map((s) => [s.id, s])))
  return panes.map((pane) => ({
    ...pane,
    series: pane.series.flatMap((s): ChartSeries[] => {
      const old = then.get(s.id)
      if (!old || spokenFor(s, pane)) return [s]
      return [
        s,
        {
          ...old,
          id: `${s.id}:past`,
          of: s.id,
          shift,
          data: later(old.data, shift),
          hidden: false,
          width: 1.25,
          opacity: 0.55,
        },
      ]
    }),
  }))
}

/** Names of the compared series without a value in a range; null: none has one. */
export function missingAsOf(panes: Pane[], view: TimeRange, hidden: ReadonlySet<string>): string[] | null {
  const compared = panes.flatMap((p) => p.series).filter((s) => s.of !== undefined && !hidden.has(s.of))
  const silent = compared.filter(
    ({ data: { t, v } }) => !t.some((at, i) => at >= view.from && at <= view.to && v[i] === v[i]),
  )
  return compared.length > 0 && silent.length === compared.length ? null : silent.map((s) => s.name)
}

interface ForecastData {
  t: readonly number[]
  v: readonly number[]
  lower: readonly number[]
  upper: readonly number[]
}

/** The inflow forecast: dashed, with its band, in the colour and on the axis of the inflow. */
export function withForecast(panes: Pane[], forecast: ForecastData, name: string): Pane[] {
  const inflow = (p: Pane) =>
    p.series.find((s) => s.id === 'inflow_moving_average' || s.id === 'total_discharge_lake')
  const home = panes.find((p) => inflow(p))
  if (!home || forecast.t.length === 0) return panes
  const like = inflow(home)!
  const series: ChartSeries = {
    id: 'forecast',
    name,
    axis: like.axis,
    kind: 'line',
    color: like.color,
    dashed: true,
    width: 2,
    unit: like.unit,
    decimals: like.decimals,
    data: { t: Float64Array.from(forecast.t), v: Float64Array.from(forecast.v) },
    band: { lower: Float64Array.from(forecast.lower), upper: Float64Array.from(forecast.upper) },
  }
  return panes.map((p) => (p === home ? { ...p, series: [...p.series, series] } : p))
}

/** Operator actions in the row along the axis; the row stays even when empty. */
export function withMarks(panes: Pane[], marks: readonly Mark[]): Pane[] {
  const last = panes.length - 1
  return panes.map((p, i) => (i === last ? { ...p, markRow: true, marks: [...marks] } : p))
}
