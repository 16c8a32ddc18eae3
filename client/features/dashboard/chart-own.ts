import type { ChartAxis, Pane } from '../../ui/chart/index.ts'
import {
  CODES,
  operatingPanes,
  type ColumnName,
  type ChartModelInput,
} from '../../parts/time-chart/chart-model.ts'
import type { DashboardSettings, AxisSide } from './settings.ts'

type Lines = DashboardSettings['series']

/** The panes with the account's colours and axes; a unit has one scale per side. */
export function withOwn(panes: Pane[], own: Lines): Pane[] {
  if (Object.keys(own).length === 0) return panes
  return panes.map((pane) => {
    const axes = new Map(pane.axes.map((a) => [a.id, a]))
    const series = pane.series.map((s) => {
      const line = own[s.id as ColumnName]
      const axis = axes.get(s.axis)
      if (!line || !axis) return s
      return { ...s, axis: onSide(axes, axis, line.axis), color: line.color ?? s.color }
    })
    const level = series.find((s) => s.id === 'lake_level')
    const before = pane.series.find((s) => s.id === 'lake_level')
    const lines = pane.lines.map((l) => (level && l.axis === before?.axis ? { ...l, axis: level.axis } : l))
    const used = (of: Pick<Pane, 'series' | 'lines'>) =>
      new Set([...of.series.map((s) => s.axis), ...of.lines.map((l) => l.axis)])
    const [had, has] = [used(pane), used({ series, lines })]
    // An axis without series is not drawn.
    return { ...pane, series, lines, axes: [...axes.values()].filter((a) => has.has(a.id) || !had.has(a.id)) }
  })
}

/** The axis of the same unit on the given side, created where there is none. What hangs from the top stays. */
function onSide(axes: Map<string, ChartAxis>, from: ChartAxis, side: AxisSide | undefined): string {
  if (side === undefined || from.inverted || from.side === side) return from.id
  const there = [...axes.values()].find((a) => a.side === side && a.unit === from.unit && !a.inverted)
  if (there) return there.id
  const made = { ...from, id: `${from.id}@${side}`, side }
  axes.set(made.id, made)
  return made.id
}

/** A line of the chart as the reservoir configures it. */
export interface LineRow {
  name: ColumnName
  label: string
  color: string
  axis: AxisSide
  /** Whether it has an axis of its own at the top. */
  hanging: boolean
  hidden: boolean
}

/** Every line that the chart would draw with all data present. */
export function lineRowsOf(input: Omit<ChartModelInput, 'columns' | 'tail' | 'level'>): LineRow[] {
  const columns = Object.fromEntries(
    Object.keys(CODES).map((name) => [
      name,
      {
        unit: '',
        kind: name.startsWith('ra') ? ('total' as const) : ('instant' as const),
        raw: true,
        t: [],
        v: [],
      },
    ]),
  )
  return operatingPanes({ ...input, columns, tail: new Map(), level: null }).flatMap((pane) =>
    pane.series.map((s): LineRow => {
      const axis = pane.axes.find((a) => a.id === s.axis)
      return {
        name: s.id as ColumnName,
        label: s.name,
        // Two names of the same blue.
        color: s.color === 'storage' ? 'level' : s.color,
        axis: axis?.side ?? 'left',
        hanging: axis?.inverted ?? false,
        hidden: s.hidden ?? false,
      }
    }),
  )
}
