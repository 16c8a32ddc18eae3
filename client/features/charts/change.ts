import {
  SERIES_COLORS,
  VIEW_LIMITS,
  type ChartView,
  type DrawnSeries,
  type SeriesColor,
  type ViewPane,
} from '#contract/views.ts'

/** Changes that the page makes to a view. Each returns another view, or the same if it cannot be done. */

/** Stored unit of each series; absent: not known (any more). */
type SeriesUnits = ReadonlyMap<string, string>

type TimePane = Extract<ViewPane, { kind: 'time' }>

/** Usual colour of a quantity, for the first of its series. */
const USUAL: Record<string, SeriesColor> = {
  'general.lake_level': 'level',
  'general.total_discharge_lake': 'inflow',
  'general.inflow_moving_average': 'inflow',
  'general.total_discharge_out': 'outflow',
  'general.total_discharge_turbine': 'turbine',
  'general.total_discharge_dam': 'spill',
  'general.total_capacity': 'navy',
  'basin.rain': 'rain',
  'basin.rain_radar': 'radar',
}
const OF_UNIT: Record<string, SeriesColor> = { mm: 'rain', m: 'level', kW: 'turbine', MW: 'turbine' }

const seriesOf = (v: ChartView) => v.panes.flatMap((p) => (p.kind === 'time' ? p.series : []))
export const countOf = (v: ChartView): number => seriesOf(v).length
/** Codes of all series whose readings a view needs. */
export const codesOfView = (v: ChartView): string[] => [...new Set(seriesOf(v).map((s) => s.code))].sort()

/** The usual colour if it is free, else the first one unused in the pane. */
function colorFor(code: string, unit: string | undefined, pane: TimePane): SeriesColor {
  const taken = new Set(pane.series.map((s) => s.color))
  const wanted = USUAL[code] ?? OF_UNIT[unit ?? '']
  if (wanted && !taken.has(wanted)) return wanted
  return SERIES_COLORS.find((c) => !taken.has(c)) ?? SERIES_COLORS[pane.series.length % SERIES_COLORS.length]
}

/** The side of the pane on which its unit is drawn; a new unit takes the side with fewer axes. */
function sideFor(unit: string | undefined, pane: TimePane, units: SeriesUnits): DrawnSeries['side'] {
  const same = pane.series.find((s) => units.get(s.code) === unit)
  if (same) return same.side
  const on = (side: DrawnSeries['side']) =>
    new Set(pane.series.filter((s) => s.side === side).map((s) => units.get(s.code))).size
  // As on the dashboard, rain and levels are on the right.
  if (pane.series.length === 0) return unit === 'mm' ? 'right' : 'left'
  return on('left') <= on('right') ? 'left' : 'right'
}

const unitsIn = (p: TimePane, units: SeriesUnits) => new Set(p.series.map((s) => units.get(s.code)))

/** The pane for a new series: one with its unit, else one with room for another axis. */
function paneFor(v: ChartView, code: string, units: SeriesUnits): number {
  const unit = units.get(code)
  const open = (p: ViewPane): p is TimePane =>
    p.kind === 'time' && p.series.length < VIEW_LIMITS.ofPane && !p.series.some((s) => s.code === code)
  const same = v.panes.findIndex((p) => open(p) && unitsIn(p, units).has(unit))
  return same >= 0 ? same : v.panes.findIndex((p) => open(p) && unitsIn(p, units).size < 2)
}

const withPane = (v: ChartView, at: number, pane: ViewPane): ChartView => ({
  ...v,
  panes: v.panes.map((p, i) => (i === at ? pane : p)),
})

/** at: the pane; null: the best fit, or a new pane where there is none. */
export function addSeries(v: ChartView, code: string, at: number | null, units: SeriesUnits): ChartView {
  if (countOf(v) >= VIEW_LIMITS.series) return v
  const index = at ?? paneFor(v, code, units)
  if (index < 0 || index >= v.panes.length) {
    const next = addPane(v, 'time')
    return next === v ? v : addSeries(next, code, v.panes.length, units)
  }
  const pane = v.panes[index]
  if (pane.kind !== 'time' || pane.series.length >= VIEW_LIMITS.ofPane) return v
  if (pane.series.some((s) => s.code === code)) return v
  const unit = units.get(code)
  const drawn = { code, side: sideFor(unit, pane, units), color: colorFor(code, unit, pane), hidden: false }
  return withPane(v, index, { kind: 'time', series: [...pane.series, drawn] })
}

export function changeSeries(v: ChartView, at: number, code: string, part: Partial<DrawnSeries>): ChartView {
  const pane = v.panes[at]
  if (pane?.kind !== 'time') return v
  const series = pane.series.map((s) => (s.code === code ? { ...s, ...part, code } : s))
  return withPane(v, at, { kind: 'time', series })
}

/** A unit has one scale, so all its series move to the side together. */
export function putSide(
  v: ChartView,
  at: number,
  code: string,
  side: DrawnSeries['side'],
  units: SeriesUnits,
): ChartView {
  const pane = v.panes[at]
  if (pane?.kind !== 'time') return v
  const unit = units.get(code)
  const moves = (s: DrawnSeries) => s.code === code || (unit !== undefined && units.get(s.code) === unit)
  return withPane(v, at, { kind: 'time', series: pane.series.map((s) => (moves(s) ? { ...s, side } : s)) })
}

export function removeSeries(v: ChartView, at: number, code: string): ChartView {
  const pane = v.panes[at]
  if (pane?.kind !== 'time') return v
  return withPane(v, at, { kind: 'time', series: pane.series.filter((s) => s.code !== code) })
}

/** to: the number of panes means a new pane. */
export function moveSeries(
  v: ChartView,
  at: number,
  code: string,
  to: number,
  units: SeriesUnits,
): ChartView {
  const pane = v.panes[at]
  const drawn = pane?.kind === 'time' ? pane.series.find((s) => s.code === code) : undefined
  const there = v.panes[to]
  if (!drawn || to === at || (there?.kind === 'time' && there.series.some((s) => s.code === code))) return v
  const next = addSeries(removeSeries(v, at, code), code, to, units)
  const target = next.panes[to]
  if (target?.kind !== 'time' || !target.series.some((s) => s.code === code)) return v
  const taken = target.series.some((s) => s.code !== code && s.color === drawn.color)
  return changeSeries(next, to, code, { hidden: drawn.hidden, ...(taken ? {} : { color: drawn.color }) })
}

export function addPane(v: ChartView, kind: ViewPane['kind']): ChartView {
  if (v.panes.length >= VIEW_LIMITS.panes) return v
  const pane: ViewPane = kind === 'time' ? { kind, series: [] } : { kind, x: null, y: null }
  return { ...v, panes: [...v.panes, pane] }
}

export const removePane = (v: ChartView, at: number): ChartView => ({
  ...v,
  panes: v.panes.filter((_, i) => i !== at),
})

export function movePane(v: ChartView, at: number, by: -1 | 1): ChartView {
  const to = at + by
  if (at < 0 || at >= v.panes.length || to < 0 || to >= v.panes.length) return v
  const panes = [...v.panes]
  ;[panes[at], panes[to]] = [panes[to], panes[at]]
  return { ...v, panes }
}

export const setPair = (
  v: ChartView,
  at: number,
  part: { x?: string | null; y?: string | null },
): ChartView => {
  const pane = v.panes[at]
  return pane?.kind === 'xy' ? withPane(v, at, { ...pane, ...part }) : v
}

/** Series that the chart hides, by the names it uses. */
export function setHidden(v: ChartView, hidden: ReadonlySet<string>): ChartView {
  return {
    ...v,
    panes: v.panes.map((p, i) =>
      p.kind === 'xy'
        ? p
        : { ...p, series: p.series.map((s) => ({ ...s, hidden: hidden.has(drawnId(i, s.code)) })) },
    ),
  }
}

/** The same series may be in several panes. */
export const drawnId = (pane: number, code: string): string => `${pane}:${code}`
