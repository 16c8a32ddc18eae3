import { MINUTE } from '#core/time/units.ts'
import { EDITED, FLOORED, grade } from '#core/quality/index.ts'
import { asSeries } from './bars.ts'
import type { Bars } from './bars.ts'
import { clock, chartDate, chartDateTime, chartDuration, chartNumber, shortDate } from './format.ts'
import { indexAt, latest, readAt, rejectedAt, usualStep } from './read.ts'
import type { ChartReading } from './read.ts'
import { shownSeries } from './geometry.ts'
import type { ChartMark, ChartSeries, ChartTexts, ChartLanguage, Pane } from './types.ts'

/** The text of one series in the strip. */
export interface StripItem {
  series: ChartSeries
  hidden: boolean
  /** The value, '-' without one. */
  value: string
  /** Unit, with the length of the bar for totals: 'mm / 30 min'. */
  unit: string
  /** Grade of the value's quality, 0 without a value. */
  grade: number
  /** Note on the value's quality, '' without one. */
  note: string
  /** Bounds of a forecast's band, '' without one. */
  band: string
  /** The compared value; null: no comparison. */
  past: { value: string; grade: number; series: ChartSeries } | null
  /** Since when the value is in force, if it is older than the others; otherwise ''. */
  since: string
}

export interface StripState {
  /** Instant of the cursor; null: the latest values. */
  at: number | null
  date: string
  shortDate: string
  clock: string
  items: StripItem[]
  /** Instant of the comparison; null: none. */
  past: { date: string; clock: string } | null
  /** Quality notes and marks at the cursor, in words. */
  notes: string[]
}

export interface StripInput {
  panes: Pane[]
  hidden: ReadonlySet<string>
  bars: ReadonlyMap<ChartSeries, Bars>
  /** Instant of the cursor; null: the latest values. */
  at: number | null
  /** Range of the pointer in ms, for lines and marks. */
  tolerance: number
  zone: string
  language: ChartLanguage
  texts: ChartTexts
  now?: number
}

/** A latest value older than this many of its usual steps is called late. */
const LATE = 3

function reading(s: ChartSeries, input: StripInput): ChartReading | null {
  const bars = input.bars.get(s)
  const data = bars ? asSeries(bars) : s.data
  if (input.at === null) {
    const r = latest(data, input.now)
    if (!r || !bars) return r
    return readAt({ ...s, data }, r.t, input.tolerance) ?? r
  }
  const r = readAt({ ...s, data }, input.at, input.tolerance, input.now)
  const beside = rejectedAt(s.data, input.at, input.tolerance)
  // A point drawn as a cross is read like any other, where it is nearer to the pointer.
  if (beside && !(r && Number.isFinite(r.v) && Math.abs(r.t - input.at) < Math.abs(beside.t - input.at)))
    return beside
  // A bar has its own ends, even where its neighbours are missing.
  if (r && bars) {
    const i = bars.end.indexOf(r.t)
    return input.at > bars.start[i] || r.t === input.at ? { ...r, span: r.t - bars.start[i] } : null
  }
  return r
}

export function qualityNote(q: number, texts: ChartTexts): string {
  const parts = [
    grade(q) ? texts.grades[grade(q)] : '',
    q & EDITED ? texts.edited : '',
    q & FLOORED ? texts.floored : '',
  ]
  return parts.filter(Boolean).join(', ')
}

/** The content of the strip at an instant, or for the latest values. */
export function stripAt(input: StripInput): StripState {
  const { panes, hidden, texts, zone, language, at } = input
  const all = panes.flatMap((p) => p.series)
  const own = all.filter((s) => s.of === undefined)
  const readings = new Map(own.map((s) => [s, hidden.has(s.id) ? null : reading(s, input)]))
  // Uses the entries of bars as well: one that is still being filled ends in the future.
  const lastOf = (s: ChartSeries) => latest(s.data, input.now)?.t ?? -Infinity
  const newest = Math.max(-Infinity, ...own.filter((s) => !hidden.has(s.id)).map(lastOf))
  const capped = Math.min(newest, input.now ?? Infinity)
  const shown = at ?? (Number.isFinite(capped) ? capped : null)
  const compared = all.find((s) => s.of !== undefined)
  const pastOf = (id: string): StripItem['past'] => {
    const series = all.find((s) => s.of === id)
    if (!series || shown === null) return null
    // The latest values are compared with those of that instant.
    const tolerance = Math.max(input.tolerance, usualStep(series.data.t))
    const r = reading(series, { ...input, at: shown, tolerance, now: undefined })
    const known = r !== null && Number.isFinite(r.v)
    return { series, value: chartNumber(known ? r.v : null, series.decimals), grade: known ? grade(r.q) : 0 }
  }
  const items = own.map((series): StripItem => {
    const r = readings.get(series) ?? null
    const isHidden = hidden.has(series.id)
    const known = r !== null && Number.isFinite(r.v)
    const late =
      at === null &&
      r !== null &&
      series.kind !== 'step' &&
      capped - lastOf(series) > LATE * Math.max(usualStep(series.data.t), MINUTE)
    const last = lastOf(series)
    const sameDay = late && chartDate(last, zone, language) === chartDate(capped, zone, language)
    return {
      series,
      hidden: isHidden,
      value: isHidden ? '' : chartNumber(known ? r.v : null, series.decimals),
      unit:
        r?.span && series.kind === 'bars' ? `${series.unit}/${chartDuration(r.span, language)}` : series.unit,
      grade: known ? grade(r.q) : 0,
      note: known ? qualityNote(r.q, texts) : '',
      band: known && !isHidden ? bandAt(series, r.t) : '',
      past: isHidden ? null : pastOf(series.id),
      since: late ? (sameDay ? clock(last, zone) : chartDateTime(last, zone, language)) : '',
    }
  })
  const then = compared && shown !== null ? shown - (compared.shift ?? 0) : null
  return {
    at,
    past: then === null ? null : { date: chartDate(then, zone, language), clock: clock(then, zone) },
    date: shown === null ? '' : chartDate(shown, zone, language),
    shortDate: shown === null ? '' : shortDate(shown, zone, language),
    clock: shown === null ? '' : clock(shown, zone),
    items,
    notes: [
      ...items.filter((i) => i.note).map((i) => `${i.series.name}: ${i.note}`),
      ...marksAt(input).map((m) => `${clock(m.t, zone)} ${m.label}`),
    ],
  }
}

/** From this magnitude on, tenths in the bounds of a band are meaningless and take too much room. */
const LARGE = 1000

/** '150.0 – 210.0': the band at a stamp of the series. */
function bandAt({ band, data, decimals }: ChartSeries, t: number): string {
  if (!band) return ''
  const i = indexAt(data.t, t)
  const ends = [band.lower[i], band.upper[i]]
  if (!ends.every(Number.isFinite)) return ''
  const few = ends.some((v) => Math.abs(v) >= LARGE) ? 0 : decimals
  return ends.map((v) => chartNumber(v, few)).join(' – ')
}

function marksAt({ panes, at, tolerance }: StripInput): ChartMark[] {
  if (at === null) return []
  return panes.flatMap((p) => p.marks).filter((m) => Math.abs(m.t - at) <= tolerance)
}

/** The strip as one sentence, for screen readers. */
export function spokenText(state: StripState, compared = ''): string {
  const parts = state.items
    .filter((i) => !i.hidden)
    .map(
      (i) =>
        `${i.series.name} ${i.value}${i.value === '-' ? '' : ` ${i.unit}`}${i.note ? ` (${i.note})` : ''}` +
        (i.past ? `, ${compared} ${i.past.value}` : ''),
    )
  return [`${state.date} ${state.clock}`.trim(), ...parts, ...state.notes].filter(Boolean).join('; ')
}

/** The series at whose entries the cursor stops: lines and bars, unless only steps are shown. */
export function cursorSeries(panes: Pane[], hidden: ReadonlySet<string>): ChartSeries[] {
  const shown = panes.flatMap((p) => shownSeries(p, hidden))
  const own = shown.filter((s) => s.of === undefined)
  const stops = own.filter((s) => s.kind === 'line')
  return stops.length ? stops : own
}
