import { allInForce, type Description } from '#core/description/index.ts'
import { QUANTITIES, compatible, isUnit, type Unit } from '#core/quantities.ts'
import type { SeriesKind } from '#core/series/index.ts'
import type { SeriesInput, SeriesRow } from '#server/features/readings/index.ts'
import { columnAt, type ColumnMapping, type Mapping } from './mapping.ts'
import { ImportError, type MessageParams, type Word } from './words.ts'

/** A mapped column with its position, and the series that it becomes. */
export interface ColumnPlan {
  /** Position in the row, from 0. */
  index: number
  column: string
  series: string
  unit: Unit
  seriesUnit: Unit
  kind: SeriesKind
  /** Seconds; null when the series has none. */
  step: number | null
  noData: readonly (number | string)[]
  /** In the unit of the file. */
  min: number
  max: number
  /** Whether negative values are impossible. */
  positive: boolean
  /** ms from the file's stamp to that at the end of the interval. */
  shift: number
  /** The series to create first; null when it exists. */
  create: SeriesInput | null
}

export interface ImportPlan {
  /** Positions of the time columns. */
  time: number[]
  columns: ColumnPlan[]
}

/** Matches a mapping with the columns of a file and the existing series. Throws ImportError with all faults. */
export function importPlanOf(
  mapping: Mapping,
  columns: readonly string[],
  known: ReadonlyMap<string, SeriesRow>,
  d: Description,
): ImportPlan {
  const problems: { word: Word; params: MessageParams }[] = []
  const list = columns.map((name, i) => name || `#${i + 1}`).join(', ')
  const place = (wanted: string | number): number => {
    const at = columnAt(columns, wanted)
    if (at === -1) problems.push({ word: 'no_column', params: { column: wanted, columns: list } })
    if (at === -2) problems.push({ word: 'column_twice', params: { column: wanted } })
    return at
  }
  const time = [mapping.time].flat().map(place)
  const positive = neverNegative(d)
  const plans = mapping.columns.map((m): ColumnPlan | null => {
    const index = place(m.column)
    const column = typeof m.column === 'number' ? columns[index] || `#${m.column}` : m.column
    const row = known.get(m.series)
    const before = problems.length
    const wrong = (word: Word, params: MessageParams = {}) =>
      problems.push({ word, params: { series: m.series, column, ...params } })
    if (row) {
      if (row.source === 'computed') wrong('computed_series')
      if (m.kind && m.kind !== row.kind) wrong('kind_differs', { stored: row.kind, given: m.kind })
      if (!isUnit(row.unit) || !compatible(m.unit, row.unit))
        wrong('unit_differs', { stored: row.unit, given: m.unit })
    } else if (!m.kind || m.step === undefined) wrong('unknown_series')
    else if (m.as && !compatible(m.unit, m.as)) wrong('unit_differs', { stored: m.as, given: m.unit })
    const step = row?.step_s ?? m.step ?? null
    if (m.stamp === 'start' && step === null) wrong('stamp_needs_step')
    if (problems.length > before || index < 0) return null
    const kind = row?.kind ?? m.kind!
    const seriesUnit = (row?.unit ?? m.as ?? m.unit) as Unit
    return {
      index,
      column,
      series: m.series,
      unit: m.unit,
      seriesUnit,
      kind,
      step,
      noData: [...mapping.noData, ...(m.noData ?? [])],
      min: m.min ?? -Infinity,
      max: m.max ?? Infinity,
      positive: m.quantity ? !QUANTITIES[m.quantity].negative : positive.has(m.series) || isPositive(m, kind),
      shift: m.stamp === 'start' ? step! * 1000 : 0,
      create: row
        ? null
        : { code: m.series, name: m.name ?? m.series, unit: seriesUnit, kind, step_s: m.step ?? null },
    }
  })
  if (problems.length > 0) throw new ImportError(problems)
  return { time, columns: plans.filter((p) => p !== null) }
}

/** Whether a quantity is never negative in any plant: rain, power and energy, and openings as steps. */
function isPositive(m: ColumnMapping, kind: SeriesKind): boolean {
  if (['W', 'kW', 'MW', 'kWh', 'MWh', 'GWh', '%'].includes(m.unit)) return true
  return ['m', 'cm', 'mm', 'in', 'ft'].includes(m.unit) && (kind === 'total' || kind === 'step')
}

/** Series that any version of the plant reads as opening, release, power or rain. */
function neverNegative(d: Description): Set<string> {
  const codes = new Set<string | null | undefined>()
  for (const g of d.gates) for (const l of g.body.leaves) codes.add(l.openingSeries).add(l.dischargeSeries)
  for (const u of d.units) codes.add(u.body.powerSeries).add(u.body.dischargeSeries)
  for (const s of allInForce(d.stations, Infinity)) if (s.body.type === 1) codes.add(s.body.series)
  for (const p of d.parameters) codes.add(p.body.envSeries)
  return new Set([...codes].filter((c): c is string => typeof c === 'string'))
}
