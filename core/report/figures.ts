import type { Unit } from '../quantities.ts'
import { reportColumns } from './columns.ts'
import type { ObjectSources } from './sources.ts'
import type { Measure, ReportColumn, ReportKind, Source } from './types.ts'

/** What a sheet is about: a date, a month or a year. */
export const SHEET_PERIODS = ['day', 'month', 'year'] as const
export type SheetPeriod = (typeof SHEET_PERIODS)[number]

interface PeriodRows {
  /** Of the names of figures that have a value for each row. */
  prefix: 'hour' | 'day' | 'month'
  kind: Exclude<ReportKind, 'raw'>
  /** The report of which the whole period is one row. */
  whole: Exclude<ReportKind, 'raw'>
  /** Rows of a usual period at most; a day on which clocks are set back has an hour more. */
  most: number
}

export const PERIOD_ROWS: Readonly<Record<SheetPeriod, PeriodRows>> = {
  day: { prefix: 'hour', kind: 'hourly', whole: 'daily', most: 24 },
  month: { prefix: 'day', kind: 'daily', whole: 'monthly', most: 31 },
  year: { prefix: 'month', kind: 'monthly', whole: 'yearly', most: 12 },
}

/** A value with its quality; v null: there is none; q null: nothing was due. */
export interface FigureCell {
  v: number | string | null
  q: number | null
}

/**
 * A named value of sheets and templates. Its name is that of cells in a workbook: hour.lake_level is a value for each
 * hour, whole.lake_level.max one for the whole period, plant.name one of the description.
 */
export interface Figure {
  name: string
  /** Whether there is a value for each row of the period, rather than one. */
  many: boolean
  /** time and date: epoch ms. */
  format: 'number' | 'time' | 'date' | 'text'
  unit: Unit | ''
  decimals: number
  /** The column of a report of which it is a value; before: of the row before the period, its value at the end. */
  column?: ReportColumn
  before?: boolean
}

const figure = (
  name: string,
  format: Figure['format'] = 'text',
  unit: Figure['unit'] = '',
  decimals = 0,
): Figure => ({ name, many: false, format, unit, decimals })
const ofRows = (one: Figure): Figure => ({ ...one, many: true })

/** Frequencies of floods that every plant has as figures, %, described or not. */
const FREQUENCIES = [0.01, 0.02, 0.1, 0.2, 0.5, 1, 1.5, 2, 3, 5, 10]
/** The name of the flood of a frequency in %. */
export const floodName = (frequency: number): string => `plant.flood_p${frequency}`

/** Figures of the description, the same in all sheets. */
const ofPlant = (frequencies: readonly number[]): Figure[] => [
  figure('plant.name'),
  figure('plant.code'),
  figure('plant.company'),
  figure('plant.phone'),
  figure('plant.river'),
  figure('plant.province'),
  figure('plant.address'),
  figure('plant.installed_capacity', 'number', 'MW', 2),
  figure('plant.normal_level', 'number', 'm', 2),
  figure('plant.dead_level', 'number', 'm', 2),
  figure('plant.crest_level', 'number', 'm', 2),
  figure('plant.design_flood_level', 'number', 'm', 2),
  figure('plant.check_flood_level', 'number', 'm', 2),
  figure('plant.whole_storage', 'number', '10^6 m3', 3),
  figure('plant.useful_storage', 'number', '10^6 m3', 3),
  figure('plant.basin_area', 'number', 'km2', 1),
  figure('plant.mean_annual_flow', 'number', 'm3/s', 2),
  ...frequencies.map((p) => figure(floodName(p), 'number', 'm3/s', 0)),
]

/** Figures of the sheet itself. */
const OF_SHEET: readonly Figure[] = [
  figure('sheet.date', 'date'),
  figure('sheet.month'),
  figure('sheet.year'),
  figure('sheet.period'),
  figure('sheet.from', 'time'),
  figure('sheet.to', 'time'),
  figure('sheet.day_start'),
  figure('sheet.rain_day_start'),
  figure('sheet.known_at'),
  figure('sheet.review'),
  figure('sheet.made_by'),
  figure('sheet.made_at', 'time'),
  figure('sheet.demo'),
]

const PLAN: readonly Figure[] = [
  figure('whole.energy.plan', 'number', 'kWh', 0),
  figure('whole.revenue.plan', 'number', 'VND', 0),
]

/** What is taken over the whole period besides columns, by period. */
const WHOLE: Readonly<Record<SheetPeriod, readonly Figure[]>> = {
  day: [figure('whole.weather'), ...PLAN],
  month: [
    ...PLAN,
    figure('whole.rainy_days', 'number'),
    figure('whole.minimum_flow_days', 'number'),
    figure('whole.minimum_flow_missed_days', 'number'),
  ],
  year: [
    ...PLAN,
    figure('whole.rainy_days', 'number'),
    figure('whole.minimum_flow_days', 'number'),
    figure('whole.minimum_flow_missed_days', 'number'),
  ],
}
const RESIDUAL = figure('whole.balance_residual', 'number', '10^6 m3', 3)

const ROWS: Readonly<Record<SheetPeriod, readonly Figure[]>> = {
  day: [
    ofRows(figure('hour.time')),
    ofRows(figure('hour.inflow_forecast', 'number', 'm3/s', 2)),
    ofRows(figure('hour.gates_open', 'number')),
    ofRows(figure('hour.gate_openings')),
    ofRows(figure('hour.recorder')),
    ofRows(figure('hour.shift_leader')),
  ],
  month: [ofRows(figure('day.date', 'date'))],
  year: [ofRows(figure('month.name'))],
}

const MEASURE_NAMES: Readonly<Partial<Record<Measure, string>>> = { t_min: 'min_time', t_max: 'max_time' }

/** The part of a name that a source has: names of cells have letters, digits, points and underscores. */
const sourceName = (id: string): string =>
  id
    .replace(/^general\./, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._]/g, '_')

/** Whether a figure is of money: where nobody sells energy, or who reads may not see money, sheets leave it out. */
export const isMoneyFigure = (name: string): boolean => /^[a-z]+\.revenue\./.test(name)

/** Whether a figure is of one of these quantities, whatever it says of it. */
export const isFigureOf = (name: string, sources: readonly Source[]): boolean =>
  sources.some(({ id }) => `${name.slice(name.indexOf('.') + 1)}.`.startsWith(`${sourceName(id)}.`))

/** All figures of a plant for sheets of a period, each name once. floods: frequencies that are described, %. */
export function figuresOf(
  period: SheetPeriod,
  objects: readonly ObjectSources[],
  floods: readonly number[] = [],
): Figure[] {
  const { prefix, kind, whole } = PERIOD_ROWS[period]
  const columnsOf = (of: Exclude<ReportKind, 'raw'>) =>
    reportColumns(objects, { kind: of, mode: 'synthetic', withSent: false })
  const named = (name: string, column: ReportColumn, many: boolean): Figure => {
    const isTime = column.measure === 't_min' || column.measure === 't_max'
    const { unit, decimals } = column
    return { name, many, format: isTime ? 'time' : 'number', unit, decimals, column }
  }
  const nameOf = (start: string, { source, measure }: ReportColumn) =>
    kind === 'hourly' && start === prefix
      ? `${start}.${sourceName(source.id)}`
      : `${start}.${sourceName(source.id)}.${MEASURE_NAMES[measure] ?? measure}`
  const frequencies = [...new Set([...FREQUENCIES, ...floods])].sort((a, b) => a - b)
  const all = [
    ...ofPlant(frequencies),
    ...OF_SHEET,
    ...ROWS[period],
    ...columnsOf(kind).map((c) => named(nameOf(prefix, c), c, true)),
    ...columnsOf(whole).flatMap((c) => {
      const one = named(nameOf('whole', c), c, false)
      return c.measure === 'end'
        ? [{ ...one, name: one.name.replace(/end$/, 'start'), before: true }, one]
        : [one]
    }),
    ...WHOLE[period],
    RESIDUAL,
  ]
  // Ids that differ only in characters which names cannot have are numbered.
  const taken = new Map<string, number>()
  return all.map((one) => {
    const n = (taken.get(one.name) ?? 0) + 1
    taken.set(one.name, n)
    return n === 1 ? one : { ...one, name: `${one.name}_${n}` }
  })
}
