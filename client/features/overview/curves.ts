import { GOOD, MISSING, PARTIAL, worst } from '#core/quality/index.ts'
import { HOUR } from '#core/time/units.ts'
import type { OverviewRow } from '#contract/overview.ts'
import { DECIMALS, unit, type Language } from '../../lib/format.ts'
import { fromColumn, type ChartSeries, type Pane, type SeriesData } from '../../ui/chart/index.ts'
import type { Quantity } from './fields.ts'

/** The computed series of each quantity. */
export const SERIES_OF: Readonly<Record<Quantity, string>> = {
  level: 'general.lake_level',
  fill: 'general.total_capacity',
  inflow: 'general.total_discharge_lake',
  outflow: 'general.total_discharge_out',
  power: 'general.power',
  rain: 'basin.rain',
}

/** Colours that are told apart in both themes; from the fifth on the hues are close to the first ones, and dashed. */
const COLORS = ['level', 'outflow', 'inflow', 'violet', 'turbine', 'spill', 'navy', 'brown'] as const
const PLAIN = 4

/** How the curve of the n-th reservoir is drawn. */
export const curveStyle = (n: number) => ({ color: COLORS[n % COLORS.length], dashed: n >= PLAIN })

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
 * power in MW, rain summed since `from` (epoch ms, mm). Null where what it is measured by is not known.
 */
export function comparedOf(
  what: Quantity,
  row: OverviewRow,
  column: Column,
  from: number,
): SeriesData | null {
  const data = fromColumn(column)
  switch (what) {
    case 'level':
      return mapped(data, (v) => v - row.levels.normal)
    case 'fill': {
      const full = row.normal_volume
      return full ? mapped(data, (v) => v / 1e4 / full) : null
    }
    case 'power':
      return mapped(data, (v) => v / 1000)
    case 'rain':
      return summed(data, from)
    default:
      return data
  }
}

/**
 * Sums of hours, stamped at their beginnings, added up from `from` on and stamped at their ends. An hour that is not there
 * breaks the line: nobody knows what fell in it, so the sum is PARTIAL from there on.
 */
function summed({ t, v, q }: SeriesData, from: number): SeriesData {
  const out = { t: [] as number[], v: [] as number[], q: [] as number[] }
  let sum = 0
  let quality = GOOD
  let due = from
  const add = (at: number, mm: number, by: number) => {
    out.t.push(at + HOUR)
    out.v.push(mm)
    out.q.push(by)
  }
  t.forEach((at, i) => {
    const isGap = at > due
    if (isGap) add(due, NaN, MISSING)
    if (isGap || Number.isNaN(v[i])) quality = worst(quality, PARTIAL)
    due = at + HOUR
    if (Number.isNaN(v[i])) return add(at, NaN, MISSING)
    quality = worst(quality, q?.[i] ?? GOOD)
    add(at, (sum += v[i]), quality)
  })
  return { t: Float64Array.from(out.t), v: Float64Array.from(out.v), q: Uint8Array.from(out.q) }
}

/** All curves from `from` (epoch ms) on in one pane. */
export function paneOf(
  what: Quantity,
  curves: readonly { row: OverviewRow; column: Column | null }[],
  from: number,
  language: Language,
  normal: string,
): Pane {
  const scale = unitOf(what, language)
  const series = curves.flatMap(({ row, column }, i): ChartSeries[] => {
    const data = column && comparedOf(what, row, column, from)
    if (!data) return []
    return [
      {
        ...curveStyle(i),
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
