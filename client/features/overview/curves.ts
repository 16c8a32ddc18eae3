import type { OverviewRow } from '#contract/overview.ts'
import { DECIMALS, unit, type Language } from '../../lib/format.ts'
import { fromColumn, type ChartSeries, type Pane, type SeriesData } from '../../ui/chart/index.ts'
import type { Quantity } from './fields.ts'

/** The computed series of each quantity. */
export const SERIES_OF: Readonly<Record<Quantity, string>> = {
  level: 'general.lake_level',
  fill: 'general.total_capacity',
  inflow: 'general.inflow_moving_average',
  outflow: 'general.total_discharge_out',
  power: 'general.power',
  rain: 'basin.rain',
}

/** Colours that are told apart in both themes; from the fifth on the hues are close to the first ones, and dashed. */
const COLORS = ['level', 'outflow', 'inflow', 'violet', 'turbine', 'spill', 'navy', 'brown'] as const
const PLAIN = 4

/** How the curve of the n-th reservoir is drawn. */
export const curveLook = (n: number) => ({ color: COLORS[n % COLORS.length], dashed: n >= PLAIN })

/** Unit and decimals on the screen. */
function unitOf(what: Quantity, language: Language): { unit: string; decimals: number } {
  switch (what) {
    case 'level':
      return { unit: 'm', decimals: DECIMALS.level }
    case 'fill':
      return { unit: '%', decimals: DECIMALS.percent }
    case 'inflow':
    case 'outflow':
      return { unit: unit('flow', language), decimals: DECIMALS.flow }
    case 'power':
      return { unit: unit('power', language), decimals: DECIMALS.power }
    case 'rain':
      return { unit: 'mm', decimals: 1 }
  }
}

interface Column {
  t: readonly number[]
  v: readonly (number | null)[]
  q?: readonly number[]
  step?: string
}

const mapped = (data: SeriesData, to: (v: number) => number): SeriesData => ({ ...data, v: data.v.map(to) })

/**
 * A stored series as it is compared: level less the normal level (m), storage in percent of that at the normal level,
 * power in MW, rain summed since the beginning (mm). Null where what it is measured by is not known.
 */
export function comparedOf(what: Quantity, row: OverviewRow, column: Column): SeriesData | null {
  const data = fromColumn(column)
  switch (what) {
    case 'level':
      return mapped(data, (v) => v - row.levels.normal)
    case 'fill': {
      const full = fullOf(row)
      return full === null ? null : mapped(data, (v) => (v / full) * 100)
    }
    case 'power':
      return mapped(data, (v) => v / 1000)
    case 'rain':
      return summed(data)
    default:
      return data
  }
}

/** Storage at the normal level, m3, from what is stored and how many percent that is. */
export function fullOf({ capacity, fill_percent, free_capacity }: OverviewRow): number | null {
  if (capacity.value === null) return null
  if (free_capacity.value !== null) return (capacity.value + free_capacity.value) * 1e6
  return fill_percent.value ? (capacity.value / fill_percent.value) * 1e8 : null
}

/** Sums of hours, stamped at their beginnings, added up and stamped at their ends. An hour without a value adds nothing. */
function summed({ t, v }: SeriesData): SeriesData {
  let sum = 0
  const total = v.map((mm) => (Number.isNaN(mm) ? NaN : (sum += mm)))
  return { t: t.map((at) => at + 3_600_000), v: total }
}

/** All curves in one pane. */
export function paneOf(
  what: Quantity,
  curves: readonly { row: OverviewRow; column: Column | null }[],
  language: Language,
  normal: string,
): Pane {
  const scale = unitOf(what, language)
  const series = curves.flatMap(({ row, column }, i): ChartSeries[] => {
    const data = column && comparedOf(what, row, column)
    if (!data) return []
    return [
      {
        ...curveLook(i),
        ...scale,
        id: row.hydro_code,
        name: row.hydro_name,
        axis: 'value',
        kind: 'line',
        data,
      },
    ]
  })
  return {
    id: what,
    title: '',
    heightShare: 1,
    axes: [{ id: 'value', side: 'left', ...scale }],
    series,
    lines: what === 'level' ? [{ axis: 'value', value: 0, label: normal, tone: 'normal' }] : [],
    marks: [],
  }
}
