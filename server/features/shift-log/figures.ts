import { HOUR } from '#core/time/units.ts'
import { MISSING, PARTIAL, STALE, usable, worst } from '#core/quality/index.ts'
import { closing } from '#core/balance/index.ts'
import { VOLUMES, waterOf } from '#core/calculation/index.ts'
import { rainOver } from '#core/rain/index.ts'
import {
  emptySeries,
  indexAt,
  integral,
  lowerBound,
  MISSING_ABOVE,
  PARTIAL_ABOVE,
  type Series,
} from '#core/series/index.ts'
import { round } from '#contract/fields.ts'
import { SHEET_FIGURES, type Lack, type SheetContent, type SheetValue } from '#contract/handover.ts'

/** Intervals after which a value no longer counts for the instant. */
const STALE_INTERVALS = 3

export const CODES = [
  ...SHEET_FIGURES.map((k) => `general.${k}`),
  'general.evaporation',
  'general.seepage',
  ...VOLUMES,
  'basin.rain',
  'basin.rain_radar',
]

/** Conversion from stored units (m3, kW) to those of the sheet. */
const UNITS: Record<(typeof SHEET_FIGURES)[number], { unit: string; scale: number }> = {
  lake_level: { unit: 'm', scale: 1 },
  total_capacity: { unit: '10^6 m3', scale: 1e-6 },
  total_discharge_lake: { unit: 'm3/s', scale: 1 },
  total_discharge_out: { unit: 'm3/s', scale: 1 },
  total_discharge_turbine: { unit: 'm3/s', scale: 1 },
  total_discharge_dam: { unit: 'm3/s', scale: 1 },
  power: { unit: 'MW', scale: 1e-3 },
}

interface ShiftSpan {
  from: number
  to: number
  /** ms between instants of the calculation, and between totals of basin rain. */
  interval: number
  rainEvery: number
  seepageReturns?: boolean
}

type Figures = Pick<SheetContent, 'figures' | 'level_min' | 'level_max' | 'totals'>

const NOTHING: SheetValue = { t: null, v: null, q: MISSING }

/** The figures of a sheet, from series over its span with the states carried into it. */
export function shiftFiguresOf(data: ReadonlyMap<string, Series>, span: ShiftSpan): Figures {
  const { from, to } = span
  const of = (key: string) => data.get(`general.${key}`)
  const [level_min, level_max] = extremes(of('lake_level'), span)
  // By the balance over exactly the shift; spans that were computed before volumes existed, by the flows.
  const balanced = data.get(VOLUMES[0]) !== undefined && to - from >= 2 * span.interval
  const water = balanced
    ? closing(waterOf(data, span.seepageReturns ?? false), from, to, span.interval)
    : null
  return {
    figures: SHEET_FIGURES.map((key) => {
      const { unit, scale } = UNITS[key]
      const at = (t: number) => valueAt(of(key), t, STALE_INTERVALS * span.interval, scale)
      return { key, unit, start: at(from), end: at(to) }
    }),
    level_min,
    level_max,
    totals: [
      { key: 'rain', unit: 'mm', ...rain(data.get('basin.rain'), span) },
      { key: 'radar', unit: 'mm', ...rain(data.get('basin.rain_radar'), span) },
      {
        key: 'volume_in',
        unit: '10^6 m3',
        ...volume(water?.inflow, water?.q, of('total_discharge_lake'), span),
      },
      {
        key: 'volume_out',
        unit: '10^6 m3',
        ...volume(water?.outflow, water?.q, of('total_discharge_out'), span),
      },
      { key: 'energy', unit: 'MWh', ...sum(of('power'), span, 1e-3 / HOUR) },
    ],
  }
}

/** The last entry at or before an instant, STALE where it is too old. */
function valueAt(s: Series | undefined, t: number, maxAge: number, scale: number): SheetValue {
  const i = s ? indexAt(s, t) : -1
  if (!s || i < 0) return NOTHING
  if (Number.isNaN(s.v[i])) return { t: s.t[i], v: null, q: worst(s.q[i], MISSING) }
  const q = t - s.t[i] > maxAge ? worst(s.q[i], STALE) : s.q[i]
  return { t: s.t[i], v: round(s.v[i] * scale), q }
}

const lacking = (lack: Lack) => ({ v: null, q: MISSING, lack })

/** Minimum and maximum of the valid levels, and when each occurred first. */
function extremes(s: Series | undefined, { from, to, interval }: ShiftSpan) {
  const none = { t: null, ...lacking(to - from < interval ? 'short' : 'none') }
  let [least, most]: SheetContent['level_min'][] = [none, none]
  if (!s) return [least, most]
  for (let i = lowerBound(s.t, from); i < s.t.length && s.t[i] <= to; i++) {
    const v = s.v[i]
    if (Number.isNaN(v) || !usable(s.q[i])) continue
    const entry = { t: s.t[i], v: round(v), q: s.q[i] }
    if (least.v === null || v < least.v) least = entry
    if (most.v === null || v > most.v) most = entry
  }
  return [least, most]
}

/** Rain over the span. */
function rain(s: Series | undefined, { from, to, rainEvery }: ShiftSpan) {
  const found = rainOver(s, from, to, rainEvery)
  if (found.total !== null) return { v: round(found.total, 2), q: found.q }
  return lacking(found.t !== null && found.share < 1 ? 'gaps' : to - from < rainEvery ? 'short' : 'none')
}

/** A volume of the balance; without one, the integral of the flow. */
function volume(m3: number | null | undefined, q = MISSING, flow: Series | undefined, span: ShiftSpan) {
  return m3 === null || m3 === undefined ? sum(flow, span, 1e-9) : { v: round(m3 * 1e-6, 4), q }
}

/** The integral over the span; PARTIAL or missing by the share without values. */
function sum(s: Series | undefined, { from, to, interval }: ShiftSpan, scale: number) {
  const {
    covered,
    q,
    integral: all,
  } = integral(s ?? emptySeries(), from, to, 'instant', {
    maxGap: STALE_INTERVALS * interval,
  })
  // The interval in progress has no value yet, at either end.
  const missing = 1 - covered / Math.max(interval, to - from - 2 * interval)
  // A span of hardly more than one interval has few values even with nothing missing.
  if (covered === 0) return lacking(to - from < 2 * interval ? 'short' : 'none')
  if (missing > MISSING_ABOVE) return lacking(to - from < 2 * interval ? 'short' : 'gaps')
  return { v: round(all * scale, 4), q: missing > PARTIAL_ABOVE ? worst(q, PARTIAL) : q }
}
