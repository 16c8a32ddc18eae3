import { STALE_INTERVALS, rainEvery } from '#core/calculation/index.ts'
import { allInForce, inForce, type Station, type Version } from '#core/description/index.ts'
import { plane } from '#core/geo/index.ts'
import { MISSING } from '#core/quality/index.ts'
import {
  basinCells,
  biasFactor,
  gaugeWeights,
  idwShares,
  rainOver,
  thiessenMean,
  type GridCell,
  type Total,
  type XY,
} from '#core/rain/index.ts'
import { isUsable, lowerBound, type Series } from '#core/series/index.ts'
import { HOUR, offsetAt } from '#core/time/index.ts'
import { getBasinRain, RAIN_HOURS, type BasinRain, type RainDepth } from '#contract/basin-rain.ts'
import { round } from '#contract/fields.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { createViews, type View } from './view.ts'

const RAIN = 1
/** Bars of the chart. */
const BARS = 24

interface Gauge {
  station: Version<Station>
  series: Series | undefined
  radar: Series | undefined
  every: number
}

/** A span (from, to] to sum over. */
interface Span {
  from: number
  to: number
}

/** Rain over the catchment, by each method of averaging gauges. */
export function serveBasinRain(serve: Serve, s: Services & { plants: Plants; history: History }): void {
  const viewOf = createViews(s)
  serve(getBasinRain, async ({ query, caller }) => {
    const view = await viewOf(caller, query.known_at)
    return view.answer(await basinRain(view))
  })
}

/** Mean rain over the catchment by each method, with its inputs. */
async function basinRain(view: View): Promise<BasinRain> {
  const { hydro, at, description, plant } = view
  const stations = allInForce(description.stations, at)
    .filter((s) => s.body.type === RAIN)
    .sort((a, b) => a.body.name.localeCompare(b.body.name, 'vi'))
  const codes = stations.flatMap(({ body }) => [body.series, ...(body.radarSeries ? [body.radarSeries] : [])])
  const from = at - 25 * HOUR
  const data = await view.read(hydro, ['basin.rain', 'basin.rain_radar', ...new Set(codes)], from, at)
  const gauges = stations.map((station): Gauge => {
    const { series, radarSeries, every } = station.body
    return {
      station,
      series: data.get(series),
      radar: radarSeries ? data.get(radarSeries) : undefined,
      every: every * 1000,
    }
  })
  const spans = RAIN_HOURS.map((h) => ({ from: at - h * HOUR, to: at }))
  const ends = hourEnds(at, plant.zone)
  const bars = ends.map((end) => ({ from: end - HOUR, to: Math.min(end, at) }))
  const everyIn = ({ from, to }: Span) => rainEvery(description, from, to)
  const weights = gaugeWeights(
    stations.map((s) => s.body),
    plant.basin,
  ).used
  const grid = gridOf(view, gauges)

  const byThiessen = (span: Span) => {
    const sums = gauges.map((g) => sumOf(g, span))
    const stored = rainOver(data.get('basin.rain'), span.from, span.to, everyIn(span))
    // In manual operation nothing is computed; the mean by weights is taken from the gauges themselves.
    const direct = thiessenMean(
      sums.map((s) => s.total),
      weights,
      { quality: sums.map((s) => s.q) },
    )
    const { mean, q } = stored.total === null ? direct : { mean: stored.total, q: stored.q }
    return depth(mean, q, shareMissing(weights, sums))
  }
  const byGrid = (span: Span) => {
    const sums = gauges.map((g) => sumOf(g, span))
    const shares = grid?.shares(sums.map((s) => s.total !== null)) ?? null
    const all = grid?.shares(sums.map(() => true)) ?? weights
    const mean = shares && shares.reduce((sum, w, i) => sum + w * (sums[i].total ?? 0), 0)
    const { q } = thiessenMean(
      sums.map((s) => s.total),
      all,
      { quality: sums.map((s) => s.q) },
    )
    return depth(mean, q, shareMissing(all, sums))
  }
  const byNet = (span: Span) => {
    const sums = gauges.map((g) => radarSum(g, span, everyIn(span)))
    const found = rainOver(data.get('basin.rain_radar'), span.from, span.to, everyIn(span))
    return depth(found.total, found.q, shareMissing(weights, sums))
  }
  const method = (
    name: BasinRain['methods'][number]['method'],
    lacking: BasinRain['methods'][number]['lacking'],
    of: (span: Span) => RainDepth,
  ) => ({
    method: name,
    lacking,
    depths: spans.map((span) => (lacking ? NOTHING : of(span))),
    hourly: bars.map((bar) => (lacking || bar.to <= bar.from ? null : of(bar).value)),
  })

  const none = gauges.length === 0 ? ('no_gauges' as const) : null
  const net = method('net', gauges.some((g) => g.radar) ? null : 'no_radar', byNet)
  const day = spans.at(-1)!
  const bias = biasFactor(
    gauges.map((g) => [sumOf(g, day).total, radarSum(g, day, everyIn(day)).total] as const),
  )
  const whole = grid?.shares(gauges.map(() => true)) ?? null
  return {
    at,
    time_zone: plant.zone,
    hours: ends,
    methods: [
      method('thiessen', none, byThiessen),
      method('grid', none ?? (grid ? null : 'no_outline'), byGrid),
      net,
    ],
    grid: grid && { cells: grid.cells.length, size_m: grid.size },
    bias: {
      ...bias,
      factor: round(bias.factor, 3),
      adjusted: net.depths.map((d) =>
        bias.enough && d.value !== null ? round(d.value * bias.factor, 2) : null,
      ),
    },
    gauges: gauges.map((g, i) => {
      const last = lastUsable(g.series, at)
      return {
        station_id: g.station.id,
        code: g.station.body.code,
        name: g.station.body.name,
        thiessen: round(weights[i], 4),
        grid: whole ? round(whole[i], 4) : null,
        present: last !== null && at - last <= STALE_INTERVALS * g.every,
        last_t: last,
        depths: spans.map((span) => {
          const sum = sumOf(g, span)
          return depth(sum.total, sum.q, sum.share)
        }),
      }
    }),
  }
}

const NOTHING: RainDepth = { value: null, quality: MISSING, missing: 1 }

const depth = (value: number | null, q: number, missing: number): RainDepth => ({
  value: value === null ? null : round(value, 2),
  quality: value === null ? MISSING : q,
  missing: round(Math.min(1, Math.max(0, missing)), 4),
})

/** Ends of the local hours up to the present one. */
function hourEnds(at: number, zone: string): number[] {
  const offset = offsetAt(at, zone)
  const last = Math.ceil((at + offset) / HOUR) * HOUR - offset
  return Array.from({ length: BARS }, (_, i) => last - (BARS - 1 - i) * HOUR)
}

/** Rain of a gauge over a span. */
const sumOf = ({ series, every }: Gauge, { from, to }: Span): Total => rainOver(series, from, to, every)

/** Rain by radar above the gauge, which reports as often as the basin totals or more often. */
const radarSum = ({ radar }: Gauge, { from, to }: Span, every: number): Total =>
  rainOver(radar, from, to, every)

/** The share of missing time over the gauges, by their weights. */
function shareMissing(weights: ArrayLike<number>, sums: readonly Total[]): number {
  let all = 0
  let missing = 0
  sums.forEach((s, i) => {
    all += weights[i]
    missing += weights[i] * s.share
  })
  return all > 0 ? missing / all : 1
}

function lastUsable(s: Series | undefined, at: number): number | null {
  if (!s) return null
  for (let i = lowerBound(s.t, at + 1) - 1; i >= 0; i--)
    if (!Number.isNaN(s.v[i]) && isUsable(s, i)) return s.t[i]
  return null
}

interface Grid {
  cells: GridCell[]
  size: number
  /** Shares of the gauges that report; null when too little of the basin is within their reach. */
  shares(present: readonly boolean[]): number[] | null
}

// Cached: the shares do not change until a gauge or the outline does, and take a while for large basins.
const kept = new Map<string, Grid>()
const MOST_KEPT = 50

function gridOf(view: View, gauges: readonly Gauge[]): Grid | null {
  const { basin } = view.plant
  if (!basin || basin.length < 3 || gauges.length === 0) return null
  const version = inForce(view.description.plant, view.at)?.version ?? ''
  const key = [view.hydro, version, ...gauges.map((g) => g.station.version)].join(' ')
  const had = kept.get(key)
  if (had) return had
  const { to } = plane(basin)
  const cells = basinCells(basin.map(to))
  const points = gauges.map((g): XY => to([g.station.body.longitude, g.station.body.latitude]))
  const found = new Map<string, number[] | null>()
  const size = sizeOf(cells)
  const grid: Grid = {
    cells,
    size,
    shares(present) {
      const pattern = present.map(Number).join('')
      let shares = found.get(pattern)
      if (shares !== undefined) return shares
      if (found.size >= MOST_KEPT) found.clear()
      found.set(pattern, (shares = idwShares(cells, points, present)))
      return shares
    },
  }
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!)
  kept.set(key, grid)
  return grid
}

/** Side of a cell, m: the distance of two neighbours in a row. */
function sizeOf(cells: readonly GridCell[]): number {
  for (let i = 1; i < cells.length; i++)
    if (cells[i].row === cells[i - 1].row && cells[i].column === cells[i - 1].column + 1)
      return Math.round(cells[i].at[0] - cells[i - 1].at[0])
  return 1000
}
