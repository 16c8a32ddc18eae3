import { rainEvery } from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import type { Forecast } from '#core/forecast/index.ts'
import { concat, emptySeries, lowerBound, type Series } from '#core/series/index.ts'
import { DAY, toLocal } from '#core/time/index.ts'
import { GENERAL_FIELDS, type FlowForecast, type General } from '#contract/dashboard.ts'
import { round } from '#contract/fields.ts'
import { columnsText, type ColumnSource } from '#server/lib/columns.ts'
import { GENERAL, SCALE, generalRecords } from './records.ts'
import { rainRecords } from './rain.ts'
import { localInstants, recordStep } from './steps.ts'
import type { View } from './view.ts'

const RAIN = { rain: 'basin.rain', rada: 'basin.rain_radar' } as const
const CODES = [...GENERAL_FIELDS.map(GENERAL), ...Object.values(RAIN)]
/** Span read from history at once, ms: ten years do not fit into memory. */
const PIECE = 60 * DAY

const UNITS: Partial<Record<string, string>> = {
  lake_level: 'm',
  upstream_water_level: 'm',
  downstream_water_level: 'm',
  total_capacity: '10^6 m3',
}

interface RecordRange {
  from: number
  to: number
  zone: string
}

/**
 * One object per stored instant, whatever the calculation interval was then. With more than maxRows they are spaced:
 * the last of each step.
 */
export async function readRecords(view: View, { from, to, zone }: RecordRange, maxRows: number) {
  const d = view.description
  const interval = shortestInterval(d, from, to)
  const step = recordStep(from, to, interval, maxRows, zone)
  const ends = localInstants(from, to, step * 1000, zone)
  const general = new SpacedRows<General>(maxRows, ends)
  const rain: Record<keyof typeof RAIN, Series[]> = { rain: [], rada: [] }
  for (let a = from; a <= to; a += PIECE) {
    const data = await view.read(view.hydro, CODES, a, Math.min(to, a + PIECE - 1))
    const instants = instantsOf(GENERAL_FIELDS.map((field) => data.get(GENERAL(field))))
    general.add(instants, (some) => generalRecords(data, some, zone))
    for (const key of ['rain', 'rada'] as const) rain[key].push(data.get(RAIN[key]) ?? emptySeries())
  }
  const series = { gauge: concat(rain.rain), radar: concat(rain.rada) }
  const stamps = instantsOf([series.gauge, series.radar]).filter((t) => t > from)
  const edges = [from, ...localInstants(from + 1, to - 1, step * 1000, zone), to]
  const spans =
    stamps.length <= maxRows
      ? Array.from(stamps, (t) => ({ from: t - 1, to: t }))
      : edges.slice(1).map((end, i) => ({ from: edges[i], to: end }))
  return {
    step_s: general.spaced ? step : interval,
    general: general.rows(),
    rain: rainRecords(series, spans, (a, b) => rainEvery(d, a, b), zone),
  }
}

/** Seconds between calculations over [from, to]: the shortest interval that was in force. */
function shortestInterval(d: Description, from: number, to: number): number {
  const within = d.parameters.filter((v) => v.from <= to && (v.to ?? Infinity) > from)
  return Math.min(...(within.length > 0 ? within.map((v) => v.body.interval) : [300]))
}

/** Every instant at which any of the series has an entry, ascending. */
function instantsOf(list: readonly (Series | undefined)[]): Float64Array {
  const all = new Set<number>()
  for (const s of list) s?.t.forEach((t) => all.add(t))
  return Float64Array.from(all).sort()
}

/**
 * Collects rows as stored until there are more than `most`, then only the last of each step, which ends at one of
 * `ends`.
 */
class SpacedRows<R> {
  spaced = false
  private kept: { t: number; row: R }[] = []
  private readonly most: number
  private readonly ends: Float64Array

  constructor(most: number, ends: Float64Array) {
    this.most = most
    this.ends = ends
  }

  /** Adds later instants, with the rows made from them. */
  add(instants: Float64Array, make: (instants: Float64Array) => R[]): void {
    if (!this.spaced && this.kept.length + instants.length > this.most) {
      this.spaced = true
      this.kept = this.kept.filter(
        ({ t }, i) => i + 1 === this.kept.length || this.closes(t, this.kept[i + 1].t),
      )
    }
    const some = this.spaced
      ? instants.filter((t, i) => i + 1 === instants.length || this.closes(t, instants[i + 1]))
      : instants
    const last = this.kept.at(-1)
    if (this.spaced && last && some.length > 0 && !this.closes(last.t, some[0])) this.kept.pop()
    make(some).forEach((row, i) => this.kept.push({ t: some[i], row }))
  }

  rows(): R[] {
    // What came after the last whole step waits for the step's end, unless it is all there is.
    const whole = this.kept.filter(({ t }) => !this.spaced || lowerBound(this.ends, t) < this.ends.length)
    return (whole.length > 0 ? whole : this.kept).map(({ row }) => row)
  }

  /** Whether t is the last of its step, when `following` comes next. */
  private closes(t: number, following: number): boolean {
    return lowerBound(this.ends, t) !== lowerBound(this.ends, following)
  }
}

/** A forecast as rows of the wire, without the present, which was observed. */
export function forecastRows(f: Forecast | null, zone: string): FlowForecast[] {
  if (!f) return []
  const row = (i: number) => ({
    date_string: toLocal(f.t[i], zone),
    value: round(f.v[i], 3),
    lower: round(f.lower[i], 3),
    upper: round(f.upper[i], 3),
  })
  return Array.from({ length: f.t.length - 1 }, (_, i) => row(i + 1))
}

/** Each series thinned to px, as the JSON text of the answer's data. */
export async function columnsOf(
  view: View,
  { from, to, zone }: RecordRange,
  px: number,
  ahead: FlowForecast[],
): Promise<string> {
  const thinned = await view.thin(view.hydro, CODES, from, to, px)
  const columns: [string, ColumnSource][] = []
  for (const field of GENERAL_FIELDS) {
    const c = thinned.get(GENERAL(field))
    if (c) columns.push([field, { ...c, scale: SCALE[field], unit: UNITS[field] ?? 'm3/s', kind: 'instant' }])
  }
  for (const [name, code] of Object.entries(RAIN)) {
    const c = thinned.get(code)
    if (c) columns.push([name, { ...c, unit: 'mm', kind: 'total' }])
  }
  return (
    `{"from":${JSON.stringify(toLocal(from, zone))},"to":${JSON.stringify(toLocal(to, zone))},"step_s":0,` +
    `"general_datas":[],"rain_datas":[],"rain_forecast_datas":[],"flow_forecast_datas":${JSON.stringify(ahead)},"columns":${await columnsText(columns)}}`
  )
}
