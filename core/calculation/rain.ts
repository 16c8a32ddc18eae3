import { allInForce, inForce, type Description } from '#core/description/index.ts'
import { GOOD, MISSING, PARTIAL, usable, worst } from '#core/quality/index.ts'
import { gaugeWeights, thiessenMean } from '#core/rain/index.ts'
import { lowerBound, MISSING_ABOVE, PARTIAL_ABOVE, type Series } from '#core/series/index.ts'
import { offsetAt } from '#core/time/index.ts'
import type { Columns } from './columns.ts'
import type { Grid } from './grid.ts'
import type { Inputs } from './inputs.ts'

/** The rain stations in force, with what they sent; buffers are reused from stamp to stamp. */
interface Gauges {
  series: (Series | undefined)[]
  /** Where the last sum of each ended. */
  at: Int32Array
  /** ms between totals. */
  every: Float64Array
  weights: Float64Array
  rain: Float64Array
  quality: Uint8Array
}

/** Basin rain by gauges and by radar at the instants of the grid that end a basin total, written to the columns. */
export function rainOf(d: Description, inputs: Inputs, grid: Grid, columns: Columns, zone: string): void {
  const out = { value: NaN, q: MISSING }
  for (const [code, radar] of [
    ['basin.rain', false],
    ['basin.rain_radar', true],
  ] as const) {
    for (const { from, first, n, p } of grid.segments) {
      const gauges = gaugesAt(d, from, inputs, radar)
      if (gauges.series.every((s) => s === undefined)) continue
      const interval = p.interval * 1000
      const step = rainStep(d, from, interval)
      const write = columns.writer(code)
      for (let i = first; i < first + n; i++) {
        const at = grid.t[i]
        if (step !== interval && (at + offsetAt(at, zone)) % step !== 0) continue
        basinRain(gauges, at, step, out)
        write(i, out.value, out.q)
      }
    }
  }
}

/** Stations in force at t with their gauge series, or the radar series beside them. */
function gaugesAt(d: Description, t: number, inputs: Inputs, radar: boolean): Gauges {
  const stations = allInForce(d.stations, t).filter((s) => s.body.type === 1)
  const n = stations.length
  return {
    series: stations.map(({ body }) => {
      const code = radar ? body.radarSeries : body.series
      return code ? inputs(code)?.series : undefined
    }),
    at: new Int32Array(n).fill(-1),
    // A radar reports at a pace of its own, which nobody tells.
    every: Float64Array.from(stations, (s) => (radar ? 0 : s.body.every * 1000)),
    weights: Float64Array.from(
      gaugeWeights(
        stations.map((s) => s.body),
        inForce(d.plant, t)?.body.basin,
      ).used,
    ),
    rain: new Float64Array(n),
    quality: new Uint8Array(n),
  }
}

/** Milliseconds between basin totals: the longest reporting interval of the rain stations, at least the calculation's. */
export function rainStep(d: Description, t: number, interval: number): number {
  let step = interval
  for (const s of allInForce(d.stations, t)) if (s.body.type === 1) step = Math.max(step, s.body.every * 1000)
  return Math.ceil(step / interval) * interval
}

/** Basin total by Thiessen over the step that ends at `at`, mm. out: value (NaN when missing) and quality. */
function basinRain(g: Gauges, at: number, step: number, out: { value: number; q: number }): void {
  for (let i = 0; i < g.series.length; i++) stepTotal(g, i, at - step, at)
  const mean = thiessenMean(g.rain, g.weights, { quality: g.quality })
  out.value = mean.mean ?? NaN
  out.q = mean.mean === null ? MISSING : mean.q
}

/**
 * Sum of a gauge's usable totals stamped within (a, b]. With more than a tenth of them missing it is PARTIAL, with more
 * than half NaN. Steps come in order, so the sums walk forward.
 */
function stepTotal(g: Gauges, k: number, a: number, b: number): void {
  g.rain[k] = NaN
  g.quality[k] = MISSING
  const s = g.series[k]
  if (!s) return
  let i = g.at[k]
  if (i < 0) i = lowerBound(s.t, a)
  while (i > 0 && s.t[i - 1] > a) i--
  while (i < s.t.length && s.t[i] <= a) i++
  let sum = 0
  let quality = GOOD
  let n = 0
  for (; i < s.t.length && s.t[i] <= b; i++) {
    if (s.v[i] !== s.v[i] || !usable(s.q[i])) continue
    sum += s.v[i]
    quality = worst(quality, s.q[i])
    n++
  }
  g.at[k] = i
  const due = g.every[k] > 0 ? Math.max(1, Math.floor((b - a) / g.every[k])) : 1
  const missing = 1 - n / due
  if (n === 0 || missing > MISSING_ABOVE) return
  g.rain[k] = sum
  g.quality[k] = missing > PARTIAL_ABOVE ? worst(quality, PARTIAL) : quality
}
