import { inForce } from '#core/description/index.ts'
import type { Forecast } from '#core/forecast/index.ts'
import { DAY, toLocal } from '#core/time/index.ts'
import { GENERAL_FIELDS, type FlowForecast, type General, type RainRecord } from '#contract/dashboard.ts'
import { round } from '#contract/fields.ts'
import { columnsText, type ColumnSource } from '#server/lib/columns.ts'
import { GENERAL, SCALE, generalRecords } from './records.ts'
import { rainEvery, rainRecords } from './rain.ts'
import { localInstants, recordStep } from './steps.ts'
import type { View } from './view.ts'

const RAIN = { rain: 'basin.rain', rada: 'basin.rain_radar' } as const
const CODES = [...GENERAL_FIELDS.map(GENERAL), ...Object.values(RAIN)]
/** What is read of history at once, ms: ten years of it do not fit into memory together. */
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

/** One object per instant, spaced so that at most maxRows come. */
export async function readRecords(view: View, { from, to, zone }: RecordRange, maxRows: number) {
  const d = view.description
  const interval = inForce(d.parameters, to)?.body.interval ?? 300
  const step = recordStep(from, to, interval, maxRows, zone)
  const every = rainEvery(d, to)
  const instants = localInstants(from, to, step * 1000, zone)
  // Sums over the same steps; the first and the last may be cut by the ends of the span.
  const ends = localInstants(from + 1, to - 1, Math.max(step * 1000, every), zone)
  const edges = to > from ? Float64Array.of(from, ...ends, to) : Float64Array.of(from)
  const general: General[] = []
  const rain: RainRecord[] = []
  for (let a = 0, b = 0; a === 0 || a < edges.length - 1; a = b) {
    b = Math.min(a + 1, edges.length - 1)
    while (b + 1 < edges.length && edges[b + 1] - edges[a] <= PIECE) b++
    const data = await view.read(view.hydro, CODES, edges[a], edges[b])
    const inside = instants.filter((t) => (a === 0 || t > edges[a]) && t <= edges[b])
    general.push(...generalRecords(data, inside, zone))
    rain.push(...rainRecords(data.get(RAIN.rain), data.get(RAIN.rada), edges.subarray(a, b + 1), every, zone))
    if (b === 0) break
  }
  return { step_s: step, general, rain }
}

/** What lies ahead of the present, as rows of the wire; the present itself was observed. */
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

/** Each series by itself, thinned to px, as the JSON text of the answer's data. */
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
    `"general_datas":[],"rain_datas":[],"rain_forecast_datas":[],"flow_forecast_datas":${JSON.stringify(ahead)},"columns":${columnsText(columns)}}`
  )
}
