import type { Hydro } from '#contract/dashboard.ts'
import type { Column } from '#contract/fields.ts'
import type { ChartAxis, ChartLine, ChartSeries, Pane, SeriesKind, Tone } from '../../ui/chart/index.ts'
import { DECIMALS, unit, type Language } from '../../lib/format.ts'
import type { DisplaySettings } from '../../lib/display-settings.ts'
import type { Text } from '../../lib/text/index.ts'
import type { Actions } from './actions.ts'
import { withTail, type Tail } from './tail.ts'

/** Column names of the wire, with their series. */
export const CODES = {
  lake_level: 'general.lake_level',
  total_discharge_lake: 'general.total_discharge_lake',
  inflow_moving_average: 'general.inflow_moving_average',
  total_discharge_out: 'general.total_discharge_out',
  total_discharge_turbine: 'general.total_discharge_turbine',
  total_discharge_dam: 'general.total_discharge_dam',
  total_capacity: 'general.total_capacity',
  upstream_water_level: 'general.upstream_water_level',
  downstream_water_level: 'general.downstream_water_level',
  rain: 'basin.rain',
  rada: 'basin.rain_radar',
} as const
export type ColumnName = keyof typeof CODES
export const ALL_CODES: readonly string[] = Object.values(CODES)

/** Storage is stored in m3 and sent in million m3. */
const SCALE: Partial<Record<ColumnName, number>> = { total_capacity: 1e-6 }

/** Code of a drawn series, and the factor to its displayed unit. */
export const seriesOnWire = (id: string) =>
  id in CODES ? { code: CODES[id as ColumnName], scale: SCALE[id as ColumnName] ?? 1 } : null

const KINDS: Record<Column['kind'], SeriesKind> = {
  instant: 'line',
  mean: 'mean',
  step: 'step',
  total: 'bars',
}

export interface ChartModelInput {
  columns: Record<string, Column>
  tail: Tail
  actions: Pick<Actions, 'rainType' | 'topChart' | 'subAxis'>
  hydro: Hydro
  /** The present level: decides which limits require action. */
  level: number | null
  texts: Text
  language: Language
  /** Whether the level axis spans the limits, or follows the data; null: by the settings. */
  fullScale: boolean | null
  /** Display settings of the reservoir; absent: defaults. */
  display?: ChartDisplay | null
}

export type ChartDisplay = Pick<
  DisplaySettings,
  | 'level_axis'
  | 'water_level_min'
  | 'water_level_max'
  | 'discharge_out_chart'
  | 'hidden_lines'
  | 'thresholds'
  | 'season_limit'
>

type Style = Pick<ChartSeries, 'color'> & Partial<Pick<ChartSeries, 'width' | 'opacity' | 'hidden'>>
type Quantity = 'level' | 'flow' | 'storage' | 'rain'

/** Panes of the dashboard's chart from the columns of the wire; absent columns are skipped. */
export function operatingPanes(input: ChartModelInput): Pane[] {
  const { hydro, actions, texts: all, language, display } = input
  const hiddenFirst = new Set(display?.hidden_lines)
  const texts = all.chart
  const make = (id: ColumnName, name: string, of: Quantity, axis: string, style: Style): ChartSeries[] => {
    const column = input.columns[id]
    if (!column) return []
    return [
      {
        id,
        name,
        axis,
        kind: KINDS[column.kind],
        unit: unit(of, language),
        decimals: DECIMALS[of],
        data: withTail(column, input.tail, CODES[id], SCALE[id]),
        // A gap of more than a few calculation steps is a hole; thinned columns mark holes as gaps.
        maxGap: column.raw && column.kind !== 'total' ? 3 * hydro.interval * 1000 : undefined,
        thinned: !column.raw,
        ...style,
        ...(hiddenFirst.has(id) ? { hidden: true } : {}),
      },
    ]
  }
  const axis = (
    id: string,
    side: 'left' | 'right',
    of: Quantity,
    more: Partial<ChartAxis> = {},
  ): ChartAxis => ({
    id,
    side,
    unit: unit(of, language),
    decimals: DECIMALS[of],
    ...more,
  })
  const levelAxis = (side: 'left' | 'right') => axis('level', side, 'level', levelBounds(input))
  const level = () => make('lake_level', texts.level, 'level', 'level', { color: 'level', width: 2 })
  const storage = () => make('total_capacity', texts.storage, 'storage', 'storage', { color: 'storage' })
  const inflow = () => [
    ...make('total_discharge_lake', texts.inflow, 'flow', 'flow', {
      color: 'inflow',
      width: 1,
      opacity: 0.5,
    }),
    ...make('inflow_moving_average', texts.inflowAverage, 'flow', 'flow', { color: 'inflow', width: 2 }),
  ]
  // In a pane of its own the outflow has its own axis.
  const apart = display?.discharge_out_chart === 'right' && actions.topChart !== 3
  const out = apart ? 'flowOut' : 'flow'
  const outflow = () => [
    ...make('total_discharge_out', texts.outflow, 'flow', out, { color: 'outflow', width: 1.75 }),
    ...make('total_discharge_turbine', texts.turbine, 'flow', out, { color: 'turbine' }),
    ...make('total_discharge_dam', texts.spill, 'flow', out, {
      color: 'spill',
      hidden: actions.topChart !== 3,
    }),
  ]
  const rain = () =>
    actions.rainType === 0
      ? make('rain', texts.rain, 'rain', 'rain', { color: 'rain' })
      : make('rada', texts.rain, 'rain', 'rain', { color: 'radar' })
  const pane = (
    id: string,
    title: string,
    heightShare: number,
    axes: ChartAxis[],
    series: ChartSeries[],
    lines: ChartLine[] = [],
  ): Pane => ({ id, title, heightShare, axes, series, lines, marks: [] })

  const limits = limitLines(hydro, input.level, all, display)
  const rainAxis = axis('rain', 'right', 'rain', { inverted: true })
  const flowAxis = axis('flow', 'left', 'flow')
  const panes: Pane[] = []
  const top = texts.tops[actions.topChart]
  if (actions.topChart === 1) panes.push(pane('top', top, 0.6, [levelAxis('right')], level(), limits))
  if (actions.topChart === 2)
    panes.push(pane('top', top, 0.6, [axis('storage', 'right', 'storage')], storage()))
  if (actions.topChart === 3) panes.push(pane('top', top, 0.6, [flowAxis], outflow()))
  panes.push(
    pane(
      'main',
      texts.flowPane,
      1,
      [
        flowAxis,
        ...(apart ? [axis('flowOut', 'right', 'flow')] : []),
        rainAxis,
        ...(actions.topChart === 1 ? [] : [levelAxis('right')]),
      ],
      [
        ...rain(),
        ...(actions.topChart === 1 ? [] : level()),
        ...inflow(),
        ...(actions.topChart === 3 ? [] : outflow()),
      ],
      actions.topChart === 1 ? [] : limits,
    ),
  )
  if (actions.subAxis === 1)
    panes.push(
      pane(
        'sub',
        texts.subAxis,
        0.5,
        [axis('upstream', 'left', 'level'), axis('downstream', 'right', 'level')],
        [
          ...make('upstream_water_level', texts.upstream, 'level', 'upstream', { color: 'level' }),
          ...make('downstream_water_level', texts.downstream, 'level', 'downstream', { color: 'turbine' }),
        ],
      ),
    )
  // A single pane needs no title: the panel has one.
  if (panes.length === 1) panes[0].title = ''
  return panes
}

/** Whether the level axis spans the limits; otherwise it follows the data. */
export const toLimits = (
  chosen: boolean | null,
  display: Pick<ChartDisplay, 'level_axis'> | null | undefined,
): boolean => chosen ?? display?.level_axis !== 'data'

/**
 * Ends of the level axis: the configured bounds, or the possible levels where those are open; undefined if it follows
 * the data.
 */
function levelBounds({ hydro, fullScale, display, columns, tail }: ChartModelInput): {
  min?: number
  max?: number
} {
  if (!toLimits(fullScale, display)) return {}
  let min = display?.water_level_min ?? hydro.min_possible_water_level
  let max = display?.water_level_max ?? hydro.max_possible_water_level
  // A level beyond its axis is the most important one to see.
  const seen = [...(columns.lake_level?.v ?? []), ...(tail.get(CODES.lake_level) ?? []).map((e) => e.v)]
  for (const v of seen) {
    if (v === null || v !== v) continue
    if (v < min) min = Math.floor(v)
    if (v > max) max = Math.ceil(v)
  }
  return { min, max }
}

const USUAL: ChartDisplay['thresholds'] = ['dead', 'normal', 'designedFlood']

/** The relevant levels as lines, highest first; coloured only once the level has passed them. */
export function limitLines(
  hydro: Hydro,
  level: number | null,
  texts: Text,
  display?: Pick<ChartDisplay, 'thresholds' | 'season_limit'> | null,
): ChartLine[] {
  const wanted = new Set(display?.thresholds ?? USUAL)
  const over = (value: number, tone: Tone): Tone => (level !== null && level > value ? tone : 'normal')
  const all: [ChartDisplay['thresholds'][number], number | null | undefined, string, (v: number) => Tone][] =
    [
      ['crest', hydro.crest_level, texts.level.crest, (v) => over(v, 'alarm')],
      ['checkFlood', hydro.check_flood_water_level, texts.level.check, (v) => over(v, 'alarm')],
      ['designedFlood', hydro.designed_flood_water_level, texts.level.flood, (v) => over(v, 'alarm')],
      ['normal', hydro.normal_water_level, texts.level.normal, (v) => over(v, 'warn')],
      ['season', display?.season_limit?.level, texts.level.season, (v) => over(v, 'warn')],
      [
        'dead',
        hydro.dead_water_level,
        texts.level.dead,
        (v) => (level !== null && level < v ? 'warn' : 'normal'),
      ],
    ]
  return all
    .filter(([key, value]) => wanted.has(key) && value !== null && value !== undefined)
    .map(([, value, label, tone]) => ({ axis: 'level', value: value!, label, tone: tone(value!) }))
}
