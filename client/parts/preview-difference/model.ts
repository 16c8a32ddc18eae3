import { MAIN_SERIES, type Difference } from '#contract/calculation.ts'
import type { Preview } from '#contract/preview.ts'
import type { Column } from '#contract/fields.ts'
import { DECIMALS, differenceShown, onScreen, unit, type Language } from '../../lib/format.ts'
import type { Text } from '../../lib/text/index.ts'
import {
  fromColumn,
  scaled,
  type ChartAxis,
  type ChartSeries,
  type Pane,
  type SeriesData,
} from '../../ui/chart/index.ts'

type Code = (typeof MAIN_SERIES)[number]
type Quantity = 'level' | 'flow' | 'storage'

/** name: short, as on the operating chart. */
const OF = {
  'general.lake_level': { quantity: 'level', color: 'level', name: 'level' },
  'general.total_capacity': { quantity: 'storage', color: 'storage', name: 'storage' },
  'general.total_discharge_lake': { quantity: 'flow', color: 'inflow', name: 'inflow' },
  'general.total_discharge_out': { quantity: 'flow', color: 'outflow', name: 'outflow' },
  'general.total_discharge_dam': { quantity: 'flow', color: 'spill', name: 'spill' },
  'general.total_discharge_turbine': { quantity: 'flow', color: 'turbine', name: 'turbine' },
} as const satisfies Record<Code, { quantity: Quantity; color: string; name: keyof Text['chart'] }>

/** Differences have one more digit than values: a change of a few litres counts. */
const FINE: Record<Quantity, number> = {
  level: DECIMALS.level + 1,
  flow: DECIMALS.flow + 1,
  storage: DECIMALS.storage + 2,
}
const VOLUME_DECIMALS = 3

interface Line {
  key: 'mean' | 'low' | 'peak' | 'volume' | 'largest'
  before: number | null
  after: number | null
  by: number | null
  /** Instant of the largest difference, epoch ms. */
  at: number | null
  unit: string
  decimals: number
}

export interface Group {
  code: Code
  changed: number
  instants: number
  /** Change in the number of instants with a value. */
  known: number
  /** Only qualities differ, not values. */
  onlyQuality: boolean
  lines: Line[]
}

/** Rows of the figures for quantities that differ, in displayed units. */
export function groupsOf(figures: readonly Difference[], language: Language): Group[] {
  return figures
    .filter((f) => f.changed > 0)
    .map((f) => {
      const { quantity } = OF[f.series]
      const line = (
        key: Line['key'],
        before: number | null,
        after: number | null,
        as: { unit: string; decimals: number; scale: number; at?: number },
      ): Line => {
        const [a, b] = [before, after].map((v) => (v === null ? null : v * as.scale))
        const by = differenceShown(b, a, as.decimals)
        return { key, before: a, after: b, by, at: as.at ?? null, unit: as.unit, decimals: as.decimals }
      }
      const own = {
        unit: unit(quantity, language),
        decimals: FINE[quantity],
        scale: onScreen(1, f.unit) ?? 1,
      }
      const volume = { unit: unit('storage', language), decimals: VOLUME_DECIMALS, scale: 1e-6 }
      const lines = [
        line('mean', f.mean_before, f.mean_after, own),
        line('low', f.low_before, f.low_after, own),
        line('peak', f.peak_before, f.peak_after, own),
      ]
      if (f.volume_before !== null || f.volume_after !== null)
        lines.push(line('volume', f.volume_before, f.volume_after, volume))
      if (f.largest)
        lines.push(line('largest', f.largest.before, f.largest.after, { ...own, at: f.largest.at }))
      const known = f.known_after - f.known_before
      const onlyQuality = known === 0 && lines.every((l) => l.key !== 'largest' && l.before === l.after)
      return { code: f.series, changed: f.changed, instants: f.instants, known, onlyQuality, lines }
    })
}

export const unchanged = (figures: readonly Difference[]): Code[] =>
  figures.filter((f) => f.changed === 0).map((f) => f.series)

/** Subtracts a series from another at the instants of the first; NaN where either is unknown. */
export function less(a: SeriesData, b: SeriesData): SeriesData {
  const v = new Float64Array(a.t.length)
  let k = 0
  for (let i = 0; i < a.t.length; i++) {
    while (k < b.t.length && b.t[k] < a.t[i]) k++
    v[i] = b.t[k] === a.t[i] ? a.v[i] - b.v[k] : NaN
  }
  return { t: a.t, v }
}

/** The span with visible differences, epoch ms. */
export function seenOf(data: Preview): { from: number; to: number } {
  const firsts = Object.values(data.lines).flatMap(({ before, after }) => [firstOf(before), firstOf(after)])
  const first = Math.min(...firsts)
  return { from: first < data.to ? Math.max(data.from, first) : data.from, to: data.to }
}

/** The first instant with a value. */
function firstOf({ t, v }: Column): number {
  let at = 0
  for (let i = 0; i < t.length; i++) {
    at += t[i]
    if (v[i] !== null) return at
  }
  return Infinity
}

/**
 * Panes with flows above, their differences, and the lake below. A changed quantity is drawn before (dashed) and
 * after, an unchanged one as a faint line.
 */
export function panesOf(data: Preview, texts: Text, language: Language, interval: number): Pane[] {
  const words = texts.difference
  const differs = new Set(data.figures.filter((f) => f.changed > 0).map((f) => f.series))
  const seriesOf = (code: Code): ChartSeries[] => {
    const lines = data.lines[code]
    if (!lines) return []
    const { quantity, color } = OF[code]
    const short = texts.chart[OF[code].name]
    const make = (which: 'before' | 'after', name: string, style: Partial<ChartSeries>): ChartSeries => {
      const column = lines[which]
      return {
        id: `${code} ${which}`,
        name,
        axis: quantity,
        kind: 'line',
        color,
        unit: unit(quantity, language),
        decimals: FINE[quantity],
        data: scaled(fromColumn(column), onScreen(1, column.unit) ?? 1),
        maxGap: column.raw ? 3 * interval : undefined,
        ...style,
      }
    }
    if (!differs.has(code)) return [make('after', short, { opacity: 0.45, width: 1 })]
    return [
      make('before', `${short}, ${words.before}`, { dashed: true, width: 1.5, opacity: 0.75 }),
      make('after', `${short}, ${words.after}`, { width: 2 }),
    ]
  }
  /** New minus old, where small changes of large flows become visible. */
  const byOf = (code: Code): ChartSeries[] => {
    const lines = data.lines[code]
    if (!lines || !differs.has(code)) return []
    const [before, after] = [fromColumn(lines.before), fromColumn(lines.after)]
    return [
      {
        id: `${code} by`,
        name: `Δ ${texts.chart[OF[code].name]}`,
        axis: 'flow',
        kind: 'line',
        color: OF[code].color,
        unit: unit('flow', language),
        decimals: FINE.flow,
        data: less(after, before),
        maxGap: lines.after.raw ? 3 * interval : undefined,
      },
    ]
  }
  const axis = (id: Quantity, side: 'left' | 'right'): ChartAxis => ({
    id,
    side,
    unit: unit(id, language),
    decimals: DECIMALS[id],
  })
  const flows: Code[] = ['general.total_discharge_lake', 'general.total_discharge_out']
  const parts: Code[] = ['general.total_discharge_dam', 'general.total_discharge_turbine']
  const panes: Pane[] = [
    {
      id: 'flow',
      title: words.flows,
      heightShare: 1,
      axes: [axis('flow', 'left')],
      // Parts of the outflow are hidden until they are selected.
      series: [
        ...flows.flatMap(seriesOf),
        ...parts
          .filter((c) => differs.has(c))
          .flatMap((c) => seriesOf(c).map((s) => ({ ...s, hidden: true }))),
      ],
      lines: [],
      marks: [],
    },
    {
      id: 'by',
      title: words.by,
      heightShare: 0.6,
      axes: [axis('flow', 'left')],
      series: flows.flatMap(byOf),
      lines: [],
      marks: [],
    },
    {
      id: 'lake',
      title: words.lake,
      heightShare: 0.7,
      axes: [axis('level', 'left'), axis('storage', 'right')],
      series: [...seriesOf('general.lake_level'), ...seriesOf('general.total_capacity')],
      lines: [],
      marks: [],
    },
  ]
  return panes.filter((p) => p.series.length > 0)
}

/** Whether what is sold differs. */
export const isSoldChanged = ({ kwh, missing, vnd }: NonNullable<Preview['sold']>): boolean =>
  [kwh, missing, vnd].some((pair) => pair !== undefined && pair.before !== pair.after)
