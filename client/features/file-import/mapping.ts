import { compatible, isUnit, type Unit } from '#core/quantities.ts'
import type { SeriesKind } from '#core/series/types.ts'
import type { ImportColumn, ImportLayout, ImportMapping } from '#contract/imports.ts'

const UNITS: readonly Unit[] = [
  'm',
  'cm',
  'mm',
  'in',
  'ft',
  'm3/s',
  'l/s',
  'cfs',
  '10^6 m3',
  'm3',
  'acre-ft',
  'MW',
  'kW',
  'W',
  'MWh',
  'kWh',
  'GWh',
  'm/s',
  'degC',
  'VND/kWh',
  'VND/MWh',
  'psi',
  'kPa',
  'hPa',
  'mbar',
  'bar',
  'V',
  '%',
  '-',
]

export const FORMATS = [
  'auto',
  'dmy',
  'mdy',
  'dd/MM/yyyy HH:mm',
  'MM/dd/yyyy HH:mm',
  'yyyy-MM-dd HH:mm',
  'dd/MM/yyyy HH:mm:ss',
  'MM/dd/yyyy HH:mm:ss',
  'dd/MM/yyyy',
  'epoch_s',
  'epoch_ms',
  'excel',
] as const

/** Targets of a column: none, an existing series, or a new one. */
export const SKIP = ''
export const NEW = '+'

export interface ColumnDraft {
  place: number
  go: string
  unit: string
  stamp: 'end' | 'start'
  /** For a new series. */
  code: string
  name: string
  kind: SeriesKind
  step: string
}

export interface MappingDraft {
  /** Columns of the time and of the time of day; 0: none. */
  time: number
  clock: number
  timeFormat: string
  noData: string
  replace: boolean
  columns: ColumnDraft[]
}

export interface KnownSeries {
  code: string
  name: string
  unit: string
  kind: SeriesKind
  source: 'ingest' | 'computed'
}

/**
 * The initial mapping of a file: earlier choices, else guesses. A column that would need a new series is left out
 * until the user chooses it.
 */
export function mappingDraft(layout: ImportLayout, mapping: ImportMapping | null): MappingDraft {
  const chosen = new Map((mapping?.columns ?? []).map((c) => [c.column, c]))
  return {
    time: mapping?.time[0] ?? layout.time[0] ?? 1,
    clock: (mapping ? mapping.time[1] : layout.time[1]) ?? 0,
    // The usual notation of the plant, where the file leaves it open.
    timeFormat: mapping?.timeFormat ?? (layout.ambiguous !== null && layout.day_first ? 'dmy' : 'auto'),
    noData: (mapping?.noData ?? layout.no_data).join(', '),
    replace: mapping?.replace ?? false,
    columns: layout.columns.map(({ place, name, unit, unit_read: read, guess }): ColumnDraft => {
      const had = chosen.get(place)
      const step = had?.step ?? guess?.step ?? layout.step
      return {
        place,
        go: had
          ? had.kind === undefined
            ? had.series
            : NEW
          : mapping === null && guess?.known
            ? guess.series
            : SKIP,
        // A stated unit without a conversion is left to the user.
        unit: had?.unit ?? guess?.unit ?? read ?? (unit === '' ? 'm' : ''),
        stamp: had?.stamp ?? 'end',
        code: had?.series ?? (guess?.known ? '' : guess?.series) ?? '',
        name: had?.name ?? guess?.name ?? name,
        kind: had?.kind ?? guess?.kind ?? 'instant',
        step: step === null || step === undefined ? '' : String(step),
      }
    }),
  }
}

const MEANS: readonly SeriesKind[] = ['mean', 'total']
/** Whether the stamps may mark the start of their interval. */
export const hasStamp = (kind: SeriesKind | undefined) => kind !== undefined && MEANS.includes(kind)

/** The mapping that a draft describes. */
export function mappingOf(d: MappingDraft, known: readonly KnownSeries[]): ImportMapping {
  const kinds = new Map(known.map((s) => [s.code, s.kind]))
  return {
    time: d.clock > 0 ? [d.time, d.clock] : [d.time],
    timeFormat: d.timeFormat,
    zone: null,
    noData: d.noData
      .split(/[,;\s]+/)
      .map((c) => c.trim())
      .filter((c) => c !== ''),
    replace: d.replace,
    columns: d.columns.flatMap((c): ImportColumn[] => {
      if (c.go === SKIP || c.place === d.time || c.place === d.clock) return []
      const kind = c.go === NEW ? c.kind : kinds.get(c.go)
      const stamp = hasStamp(kind) && c.stamp === 'start' ? { stamp: 'start' as const } : {}
      if (c.go !== NEW) return [{ column: c.place, series: c.go, unit: c.unit, ...stamp }]
      const step = Number(c.step)
      return [
        {
          column: c.place,
          series: c.code.trim(),
          unit: c.unit,
          kind: c.kind,
          step: c.step.trim() === '' || !(step > 0) ? null : step,
          name: c.name.trim(),
          ...stamp,
        },
      ]
    }),
  }
}

export type MappingProblem = 'noColumns' | 'unit' | 'twice' | 'code' | 'codeKnown' | 'name' | 'step'

/** What is missing, by column number; 0: in general. */
export function mappingProblems(d: MappingDraft, known: readonly KnownSeries[]): Map<number, MappingProblem> {
  const found = new Map<number, MappingProblem>()
  const taken = new Set<string>()
  const used = d.columns.filter((c) => c.go !== SKIP && c.place !== d.time && c.place !== d.clock)
  if (used.length === 0) found.set(0, 'noColumns')
  for (const c of used) {
    const code = c.go === NEW ? c.code.trim() : c.go
    if (c.unit === '') found.set(c.place, 'unit')
    if (c.go === NEW) {
      if (!/^[A-Za-z0-9_][A-Za-z0-9_.:-]*$/.test(code)) found.set(c.place, 'code')
      else if (known.some((s) => s.code === code)) found.set(c.place, 'codeKnown')
      else if (c.name.trim() === '') found.set(c.place, 'name')
      else if (c.step.trim() !== '' && !(Number.isInteger(Number(c.step)) && Number(c.step) > 0))
        found.set(c.place, 'step')
    }
    if (taken.has(code)) found.set(c.place, 'twice')
    taken.add(code)
  }
  return found
}

/** The unit of a column with a series: the previous one or the file's if it converts, else the series' own. */
export function unitFor(
  series: KnownSeries | undefined,
  column: Pick<ImportLayout['columns'][number], 'unit' | 'unit_read'>,
  unit: string,
): string {
  const units = unitsFor(series)
  for (const wanted of [unit, column.unit_read ?? '']) if (units.includes(wanted as Unit)) return wanted
  return column.unit === '' ? (series?.unit ?? unit) : ''
}

/** Units for a column: those that convert to its series, or all for a new series. */
export function unitsFor(series: KnownSeries | undefined): readonly Unit[] {
  const own = series?.unit
  if (own === undefined || !isUnit(own)) return UNITS
  const like = UNITS.filter((u) => compatible(u, own))
  return like.includes(own) ? like : [own, ...like]
}
