import type { ReportKind } from '#core/report/types.ts'
import { HOUR } from '#core/time/units.ts'
import type { Output } from '#contract/endpoint.ts'
import type { getReportOutlets, ReportAnswer, ReportBody, ReportColumnHead } from '#contract/report.ts'
import type { Filter } from '../../lib/address-fields.ts'
import { dayFrom, type Days } from '../../lib/days.ts'
import { plain } from '../../lib/plain.ts'
import type { ChartAxis, ChartSeries, Pane, SeriesData } from '../../ui/chart/index.ts'
import type { REPORT_FIELDS } from './fields.ts'

export type ReportTree = Output<typeof getReportOutlets>
export type ReportFilter = Filter<typeof REPORT_FIELDS>

/** Lists of a request that the boxes of the tree fill. */
const LISTS = ['stations', 'outlets', 'quantities'] as const
type List = (typeof LISTS)[number]
export type Picked = Readonly<Record<List, readonly string[]>>

/** A box of the tree; `under` are boxes of its parts, as the gates of an exhaust. */
export interface TreeLeaf {
  list: List
  id: string
  name: string
  /** The span in which it has data, epoch ms; null: none. */
  first: number | null
  last: number | null
  under?: readonly TreeLeaf[]
}

export interface TreeBranch {
  key: string
  name: string
  leaves: readonly TreeLeaf[]
}

/** Names of the branches that the server does not name. */
interface BranchNames {
  quantities: string
  rain: string
  outlets: string
  units: string
  energy: string
  water: string
  revenue: string
}

type Item = ReportTree['quantities'][number]

/** The tree in the order of the columns: the plant, rain, outlets, units, energy, water use, revenue, stations by type. */
export function branchesOf(tree: ReportTree, names: BranchNames): TreeBranch[] {
  const leaf =
    (list: List) =>
    ({ id, name, first, last }: Item): TreeLeaf => ({ list, id, name, first, last })
  const outlets = tree.outlets.map((one) => ({
    ...leaf('outlets')(one),
    under: one.leaves.map(leaf('outlets')),
  }))
  const branches: TreeBranch[] = [
    { key: 'quantities', name: names.quantities, leaves: tree.quantities.map(leaf('quantities')) },
    { key: 'rain', name: names.rain, leaves: tree.basin_rain.map(leaf('quantities')) },
    { key: 'outlets', name: names.outlets, leaves: outlets },
    { key: 'units', name: names.units, leaves: tree.units.map(leaf('outlets')) },
    { key: 'energy', name: names.energy, leaves: tree.energy.map(leaf('quantities')) },
    { key: 'water', name: names.water, leaves: (tree.water_use ?? []).map(leaf('quantities')) },
    { key: 'revenue', name: names.revenue, leaves: (tree.revenue ?? []).map(leaf('quantities')) },
    ...tree.station_types.map(({ type, name, stations }) => ({
      key: `stations-${type}`,
      name,
      leaves: stations.map(leaf('stations')),
    })),
  ]
  return branches.filter((branch) => branch.leaves.length > 0)
}

/** Stations of discharge and of rain, as the export chooses them. */
export function stationsOf({ station_types }: ReportTree): { inflow: Item[]; rain: Item[] } {
  const of = (types: readonly number[]) =>
    station_types.filter((one) => types.includes(one.type)).flatMap((one) => one.stations)
  return { inflow: of([3, 4, 5]), rain: of([0, 1]) }
}

/** A leaf and its parts, in the order of the tree. */
const withParts = (leaf: TreeLeaf): TreeLeaf[] => [leaf, ...(leaf.under ?? [])]
export const allLeaves = (branches: readonly TreeBranch[]): TreeLeaf[] =>
  branches.flatMap((branch) => branch.leaves.flatMap(withParts))

/** Branches with the leaves whose name contains the text, ignoring diacritics; all of a branch that is named by it. */
export function foundIn(branches: readonly TreeBranch[], search: string): TreeBranch[] {
  const wanted = plain(search).trim()
  if (wanted === '') return [...branches]
  const matches = (name: string) => plain(name).includes(wanted)
  return branches.flatMap((branch) => {
    if (matches(branch.name)) return [branch]
    const leaves = branch.leaves.flatMap((leaf): TreeLeaf[] => {
      if (matches(leaf.name)) return [leaf]
      const under = leaf.under?.filter((part) => matches(part.name)) ?? []
      return under.length > 0 ? [{ ...leaf, under }] : []
    })
    return leaves.length > 0 ? [{ ...branch, leaves }] : []
  })
}

const has = (picked: Picked, { list, id }: TreeLeaf) => picked[list].includes(id)

/** How many of these leaves are picked: all, some or none. */
export function pickedState(leaves: readonly TreeLeaf[], picked: Picked): 'all' | 'some' | 'none' {
  const n = leaves.filter((leaf) => has(picked, leaf)).length
  return n === 0 ? 'none' : n === leaves.length ? 'all' : 'some'
}

/** Adds or removes leaves, and keeps each list in the order of the tree. */
export function pick(
  branches: readonly TreeBranch[],
  picked: Picked,
  leaves: readonly TreeLeaf[],
  on: boolean,
): Picked {
  const changed = new Set(leaves.map((leaf) => `${leaf.list} ${leaf.id}`))
  const kept = allLeaves(branches).filter((leaf) =>
    changed.has(`${leaf.list} ${leaf.id}`) ? on : has(picked, leaf),
  )
  const of = (list: List) => kept.filter((leaf) => leaf.list === list).map((leaf) => leaf.id)
  return { stations: of('stations'), outlets: of('outlets'), quantities: of('quantities') }
}

/** What an address or a remembered choice names and the tree has. */
export function known(branches: readonly TreeBranch[], picked: Picked): Picked {
  return pick(
    branches,
    { stations: [], outlets: [], quantities: [] },
    allLeaves(branches).filter((leaf) => has(picked, leaf)),
    true,
  )
}

export const pickedCount = (picked: Picked): number => LISTS.reduce((n, list) => n + picked[list].length, 0)
export const isEmpty = (picked: Picked): boolean => pickedCount(picked) === 0

/** First choice: level, inflow and whole release of the lake, and the rain over its basin. */
const USUAL = [
  'general.lake_level',
  'general.total_discharge_lake',
  'general.total_discharge_out',
  'basin.rain',
]

export const usualPick = (branches: readonly TreeBranch[]): Picked =>
  known(branches, { stations: [], outlets: [], quantities: USUAL })

/** The days of a report that has none in its address: the last three, or those of a longer kind. */
export function usualDays(kind: ReportKind, today: string): Days {
  const month = `${today.slice(0, 7)}-01`
  switch (kind) {
    case 'raw':
    case 'hourly':
      return { from: dayFrom(today, -2), to: today }
    case 'daily':
      return { from: dayFrom(month, -1).slice(0, 8) + '01', to: today }
    case 'monthly':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
    case 'yearly':
      return { from: `${Number(today.slice(0, 4)) - 4}-01-01`, to: today }
  }
}

/** Spans that are chosen at a press. */
export const QUICK = ['yesterday', 'week', 'month', 'lastMonth', 'year', 'lastYear'] as const
type Quick = (typeof QUICK)[number]

export function quickDays(quick: Quick, today: string): Days {
  const month = `${today.slice(0, 7)}-01`
  const year = Number(today.slice(0, 4))
  switch (quick) {
    // A report is longer than a day, so yesterday comes with today.
    case 'yesterday':
      return { from: dayFrom(today, -1), to: today }
    case 'week':
      return { from: dayFrom(today, -6), to: today }
    case 'month':
      return { from: month, to: today }
    case 'lastMonth': {
      const last = dayFrom(month, -1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
    case 'year':
      return { from: `${year}-01-01`, to: today }
    case 'lastYear':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
  }
}

/** Whether days are a report: more than one of them. */
export const isLongEnough = ({ from, to }: Days): boolean => from !== null && to !== null && from < to

/** The request for these days, both included, and objects. */
export function requestOf(filter: ReportFilter, days: Days, picked: Picked): ReportBody {
  const hour = (day: string) => `${day} ${(filter.start ?? '0').padStart(2, '0')}:00:00`
  // Rows of whole dates cover the dates that they touch: the end is that of the last one.
  const whole = filter.kind !== 'raw' && filter.kind !== 'hourly'
  return {
    kind: filter.kind,
    from: whole ? `${days.from} 00:00:00` : hour(days.from!),
    to: whole ? `${dayFrom(days.to!, 1)} 00:00:00` : hour(dayFrom(days.to!, 1)),
    stations: [...picked.stations],
    outlets: [...picked.outlets],
    quantities: [...picked.quantities],
    mode: filter.detail ? 'detail' : 'synthetic',
    ...(filter.start !== null && { day_start: Number(filter.start) * 60 }),
    ...(filter.known !== null && { known_at: `${filter.known}:00` }),
  }
}

/** The end of each row of a column, epoch ms: as its days are counted. Readings and hours are stamped by it. */
export function rowEnds(
  { t, ends }: Pick<ReportAnswer, 't' | 'ends'>,
  { days }: Pick<ReportColumnHead, 'days'>,
): readonly number[] {
  return ends?.[days ?? 'day'] ?? t
}

/** The midnight with which a row of money begins, or the beginning of its hour, epoch ms. */
export const rowBegins = ({ t, kind }: Pick<ReportAnswer, 't' | 'kind'>, row: number): number =>
  kind === 'hourly' ? t[row] - HOUR : t[row]

/** What the rows cover by all of their columns, epoch ms; null: there are none. */
export function spanOf(
  report: Pick<ReportAnswer, 't' | 'ends' | 'columns'>,
): { from: number; to: number } | null {
  if (report.t.length === 0) return null
  const last = report.columns.map((column) => rowEnds(report, column).at(-1)!)
  return { from: report.t[0], to: Math.max(report.t.at(-1)!, ...last) }
}

/** How a unit is drawn: rain hangs from the top, each other unit has a pane. */
const COLORS = ['level', 'outflow', 'inflow', 'violet', 'turbine', 'spill', 'navy', 'brown'] as const
const MAIN = new Set(['value', 'end', 'mean', 'sum'])

/** Columns that a chart draws: one of each quantity, its value, its end, its mean or its sum. */
const isDrawn = ({ format, measure }: ReportColumnHead) => format === 'number' && MAIN.has(measure)

/** The chart of a report: a pane for each unit, rain as bars from the top of the first. */
export function reportPanes(report: ReportAnswer, unitOf: (unit: string) => string): Pane[] {
  const groups = new Map<string, { column: ReportColumnHead; data: SeriesData }[]>()
  report.columns.forEach((column, i) => {
    if (!isDrawn(column)) return
    // Beside the end of a level or storage its mean says little.
    const sameEnd = report.columns.some(
      (c) => c.group === column.group && c.unit === column.unit && c.measure === 'end' && c !== column,
    )
    if (column.measure === 'mean' && sameEnd && report.t.length > 0) return
    const v = Float64Array.from(report.v[i], (x) => (typeof x === 'number' ? x : NaN))
    const q = Uint8Array.from(report.q[i], (x) => x ?? 0)
    const data = { t: Float64Array.from(rowEnds(report, column)), v, q }
    const key = isRain(column) ? 'rain' : column.unit
    groups.set(key, [...(groups.get(key) ?? []), { column, data }])
  })
  const rain = groups.get('rain')
  groups.delete('rain')
  if (groups.size === 0 && rain) return [paneOf('rain', rain, null, unitOf)]
  return [...groups].map(([unit, list], i) => paneOf(unit, list, i === 0 ? (rain ?? null) : null, unitOf))
}

const isRain = ({ unit, measure }: ReportColumnHead) => unit === 'mm' && measure !== 'mean'

type Drawn = { column: ReportColumnHead; data: SeriesData }

function paneOf(
  unit: string,
  list: readonly Drawn[],
  rain: readonly Drawn[] | null,
  unitOf: (unit: string) => string,
): Pane {
  const axes: ChartAxis[] = [
    { id: unit, side: 'left', unit: unitOf(list[0].column.unit), decimals: list[0].column.decimals },
  ]
  if (rain)
    axes.push({
      id: 'rain',
      side: 'right',
      unit: unitOf(rain[0].column.unit),
      decimals: rain[0].column.decimals,
      inverted: true,
    })
  return {
    id: unit,
    title: '',
    heightShare: 1,
    axes,
    lines: [],
    marks: [],
    series: [
      ...list.map((one, n) =>
        seriesOf(one, {
          axis: unit,
          color: COLORS[n % COLORS.length],
          dashed: n >= 4,
          unit: unitOf(one.column.unit),
        }),
      ),
      ...(rain ?? []).map((one, n) =>
        seriesOf(one, {
          axis: 'rain',
          color: n === 0 ? 'rain' : COLORS[n % COLORS.length],
          dashed: false,
          unit: unitOf(one.column.unit),
        }),
      ),
    ],
  }
}

function seriesOf(
  { column, data }: Drawn,
  drawn: Pick<ChartSeries, 'axis' | 'color' | 'dashed' | 'unit'>,
): ChartSeries {
  const kind = column.measure === 'sum' ? 'bars' : column.measure === 'mean' ? 'mean' : 'line'
  // One column of a quantity is drawn: what is taken of it is seen by how it is drawn.
  const name = column.measure === 'value' ? column.name : column.head.slice(0, -1).join(' · ') || column.name
  return { id: column.id, name, kind, decimals: column.decimals, data, ...drawn }
}
