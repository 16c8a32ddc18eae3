import type { Column } from '#contract/fields.ts'
import type { ChartView } from '#contract/views.ts'
import { onScreen, unit as unitOf, DECIMALS, type Language } from '../../lib/format.ts'
import { scaled } from '../../ui/chart/column.ts'
import type { ChartAxis, ChartSeries, Pane, SeriesData, SeriesKind } from '../../ui/chart/index.ts'
import { withTail, type Tail } from '../../parts/time-chart/tail.ts'
import { decimalsOf, unitWords } from '../../parts/devices/words.ts'
import { drawnId } from './change.ts'

/** Metadata of a series. */
export interface KnownSeries {
  label: string
  unit: string
  kind: Column['kind']
  step_s: number | null
  source: 'ingest' | 'computed'
}

const KINDS: Record<Column['kind'], SeriesKind> = {
  instant: 'line',
  mean: 'mean',
  step: 'step',
  total: 'bars',
}
/** A gap between entries longer than this many steps is drawn as a hole. */
const HOLE = 3

const SCREEN = {
  m3: { of: 'storage', decimals: DECIMALS.storage },
  kW: { of: 'power', decimals: DECIMALS.power },
  kWh: { of: 'energy', decimals: DECIMALS.energy },
} as const

/** How a unit is displayed, with factor and decimals: m3 as million m3, kW as MW. */
export function screenOf(u: string, language: Language): { unit: string; decimals: number; factor: number } {
  const large = u in SCREEN ? SCREEN[u as keyof typeof SCREEN] : null
  return large
    ? { unit: unitOf(large.of, language), decimals: large.decimals, factor: onScreen(1, u)! }
    : { unit: unitWords(u, language), decimals: decimalsOf(u), factor: 1 }
}

/** A column with its tail, in the displayed unit. */
export function dataOf(column: Column, tail: Tail, code: string, factor: number): SeriesData {
  return scaled(withTail(column, tail, code), factor)
}

interface ViewModelInput {
  view: ChartView
  columns: Readonly<Record<string, Column>>
  tail: Tail
  known: ReadonlyMap<string, KnownSeries>
  /** Step between two computed values, ms. */
  interval: number
  language: Language
  /** Title of the pane with this number, from 1. */
  titleOf: (n: number) => string
}

/**
 * Builds the time panes that have series. Each unit has one axis on a side; totals hang from the top, so that rain
 * does not cover lines.
 */
export function viewPanesOf({
  view,
  columns,
  tail,
  known,
  interval,
  language,
  titleOf,
}: ViewModelInput): Pane[] {
  const panes = view.panes.flatMap((p, at): Pane[] => {
    if (p.kind === 'xy' || p.series.length === 0) return []
    const axes = new Map<string, ChartAxis>()
    const series = p.series.flatMap((s): ChartSeries[] => {
      const of = known.get(s.code)
      if (!of) return []
      const column = columns[s.code]
      const screen = screenOf(of.unit, language)
      const bars = of.kind === 'total'
      const axis = `${at}:${bars ? 'top:' : ''}${s.side}:${of.unit}`
      if (!axes.has(axis))
        axes.set(axis, {
          id: axis,
          side: s.side,
          unit: screen.unit,
          decimals: screen.decimals,
          inverted: bars,
        })
      const step = of.step_s !== null ? of.step_s * 1000 : of.source === 'computed' ? interval : null
      return [
        {
          id: drawnId(at, s.code),
          name: of.label,
          axis,
          kind: KINDS[of.kind],
          color: s.color,
          unit: screen.unit,
          decimals: screen.decimals,
          data: column
            ? dataOf(column, tail, s.code, screen.factor)
            : { t: new Float64Array(0), v: new Float64Array(0) },
          // Thinned columns mark holes as gaps.
          maxGap: column?.raw && !bars && step !== null ? HOLE * step : undefined,
          thinned: column ? !column.raw : undefined,
          hidden: s.hidden,
          markEdited: true,
        },
      ]
    })
    if (series.length === 0) return []
    const id = `pane${at}`
    return [
      { id, title: titleOf(at + 1), heightShare: 1, axes: [...axes.values()], series, lines: [], marks: [] },
    ]
  })
  // A single pane needs no number.
  return panes.length === 1 ? [{ ...panes[0], title: '' }] : panes
}
