import { allInForce, inForce, type Description, type Station, type Version } from '#core/description/index.ts'
import { noted, noting, noteLine, term } from '#core/notes.ts'
import { GOOD, MISSING, PARTIAL, usable, worst } from '#core/quality/index.ts'
import { gaugeWeights, thiessenMean } from '#core/rain/index.ts'
import { lowerBound, MISSING_ABOVE, PARTIAL_ABOVE, type Series } from '#core/series/index.ts'
import { offsetAt } from '#core/time/index.ts'
import { isEnergyCode } from './codes.ts'
import type { Columns } from './columns.ts'
import { energyStepOf } from './energy.ts'
import type { TimeGrid } from './grid.ts'
import type { Inputs } from './inputs.ts'
import { cutsOf } from './segments.ts'
import type { InstantObserver } from './watch.ts'

/** The rain stations in force with their readings; buffers are reused from stamp to stamp. */
export interface RainGauges {
  stations: Version<Station>[]
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
export function rainOf(
  d: Description,
  inputs: Inputs,
  grid: TimeGrid,
  columns: Columns,
  zone: string,
  watch?: InstantObserver,
): void {
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
        if (!watch?.rain || at !== watch.t) continue
        const { notes } = noted(() => basinRain(gauges, at, step, out))
        watch.rain(code, gauges, at - step, at, notes)
      }
    }
  }
}

/** Stations in force at t with their gauge series, or the radar series beside them. */
function gaugesAt(d: Description, t: number, inputs: Inputs, radar: boolean): RainGauges {
  const stations = allInForce(d.stations, t).filter((s) => s.body.type === 1)
  const n = stations.length
  return {
    stations,
    series: stations.map(({ body }) => {
      const code = radar ? body.radarSeries : body.series
      return code ? inputs(code)?.series : undefined
    }),
    at: new Int32Array(n).fill(-1),
    // A radar has a reporting interval of its own, which is not described.
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
function rainStep(d: Description, t: number, interval: number): number {
  let step = interval
  for (const s of allInForce(d.stations, t)) if (s.body.type === 1) step = Math.max(step, s.body.every * 1000)
  return Math.ceil(step / interval) * interval
}

/**
 * ms between the basin totals due over (from, to], by what was in force then: for a span within which the interval
 * changed, the mean, so that its length divided by it is the number due.
 */
export function rainEvery(d: Description, from: number, to: number): number {
  const every = (t: number) => rainStep(d, t, (inForce(d.parameters, t)?.body.interval ?? 300) * 1000)
  if (!(from < to)) return every(to)
  const due = cutsOf([d.stations, d.parameters], from, to).reduce(
    (n, s) => n + (s.to - s.from) / every(s.from),
    0,
  )
  return (to - from) / due
}

/**
 * ms between the entries of a computed series over [from, to]: the longest of several intervals that were in force, so
 * that none of them appears to have gaps.
 */
export function computedEvery(d: Description, series: string, from: number, to: number): number {
  const every = (t: number) => {
    const interval = (inForce(d.parameters, t)?.body.interval ?? 300) * 1000
    if (isEnergyCode(series)) return energyStepOf(d, t)
    return series === 'basin.rain' || series === 'basin.rain_radar' ? rainStep(d, t, interval) : interval
  }
  return Math.max(...cutsOf([d.stations, d.parameters], from, to).map((s) => every(s.from)))
}

/** Basin total by Thiessen over the step that ends at `at`, mm. out: value (NaN when missing) and quality. */
function basinRain(g: RainGauges, at: number, step: number, out: { value: number; q: number }): void {
  for (let i = 0; i < g.series.length; i++) stepTotal(g, i, at - step, at)
  const mean = thiessenMean(g.rain, g.weights, { quality: g.quality })
  out.value = mean.mean ?? NaN
  out.q = mean.mean === null ? MISSING : mean.q
  if (noting) noteRain(g, out.value)
}

/** The weighted mean of the gauges with values. */
function noteRain(g: RainGauges, value: number): void {
  const there = [...g.rain.keys()].filter((k) => g.rain[k] >= 0 && g.weights[k] > 0 && usable(g.quality[k]))
  const names = there.map((_, i) => [`w_${i + 1}`, `P_${i + 1}`] as const)
  const terms = names.flatMap(([w, p], i) => {
    const { name } = g.stations[there[i]].body
    return [
      [w, { ...term(g.weights[there[i]]), name }],
      [p, { ...term(g.rain[there[i]], 'mm'), name }],
    ]
  })
  const [over, under] = [names.map(([w, p]) => `${w} * ${p}`), names.map(([w]) => w)]
  const expression = value !== value ? '' : `(${over.join(' + ')}) / (${under.join(' + ')})`
  noteLine('rain', 'P', value, 'mm', expression, Object.fromEntries(terms))
}

/**
 * Sum of a gauge's usable totals stamped within (a, b]. With more than a tenth of them missing it is PARTIAL, with more
 * than half NaN. Steps come in order, so the sums walk forward.
 */
function stepTotal(g: RainGauges, k: number, a: number, b: number): void {
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
