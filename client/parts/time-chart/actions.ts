import { fromLocal, toLocal } from '#core/time/index.ts'
import { readCompare, writeCompare, type ComparedPeriod } from './compare.ts'

/**
 * State of the dashboard, stored in the browser and in the address, so that any view can be shared. Names are those
 * of the specification's dashboard actions.
 */
export interface Actions {
  /** Hours back from now. */
  time: number
  /** 1: levels upstream and downstream in a pane of their own. */
  subAxis: 0 | 1
  /** The inflow forecast that continues the chart. */
  forecast: { model: ForecastModel; hours: ForecastHours } | null
  /** Local times of the plant; both null: the last `time` hours, live. */
  timeRange: { start: string | null; end: string | null }
  /** 0 gauges, 1 radar. */
  rainType: 0 | 1
  /** Local time of an as-of view; null: the present. Only in the address: nobody returns to the past by accident. */
  known: string | null
  /** What the upper part shows: 0 rain, 1 level, 2 storage, 3 discharge. */
  topChart: 0 | 1 | 2 | 3
  compare: ComparedPeriod | null
  /** Whether values are shown as a table beside the chart. */
  table: boolean
  /** Whether operator actions are shown along the time axis. */
  marks: boolean
  /** Hidden series; null: by the settings. */
  hidden: readonly string[] | null
  /** Whether the level axis spans all limits, or follows the data; null: by the settings. */
  fullScale: boolean | null
}

const FORECAST_MODELS = ['trend', 'persistence'] as const
type ForecastModel = (typeof FORECAST_MODELS)[number]
const FORECAST_HOURS = [1, 24, 72] as const
type ForecastHours = (typeof FORECAST_HOURS)[number]

export const STANDARD: Actions = {
  time: 24,
  subAxis: 0,
  forecast: null,
  timeRange: { start: null, end: null },
  rainType: 0,
  known: null,
  topChart: 0,
  compare: null,
  table: false,
  marks: true,
  hidden: null,
  fullScale: null,
}

/** Hours of the time options, with the text of each. */
export const TIMES = [
  { hours: 5 / 60, text: 'm5', n: 5, of: 'minute' },
  { hours: 15 / 60, text: 'm15', n: 15, of: 'minute' },
  { hours: 30 / 60, text: 'm30', n: 30, of: 'minute' },
  { hours: 1, text: 'h1', n: 1, of: 'hour' },
  { hours: 3, text: 'h3', n: 3, of: 'hour' },
  { hours: 6, text: 'h6', n: 6, of: 'hour' },
  { hours: 12, text: 'h12', n: 12, of: 'hour' },
  { hours: 24, text: 'd1', n: 1, of: 'day' },
  { hours: 72, text: 'd3', n: 3, of: 'day' },
  { hours: 144, text: 'd6', n: 6, of: 'day' },
  { hours: 168, text: 'd7', n: 7, of: 'day' },
  { hours: 240, text: 'd10', n: 10, of: 'day' },
] as const

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/

/** The time option nearest to a number of hours; null: none is close. */
function option(hours: number): number | null {
  return TIMES.find((o) => Math.abs(o.hours - hours) < 0.001)?.hours ?? null
}

const oneOf = <T extends number>(text: string | null, allowed: readonly T[]): T | null =>
  text !== null && allowed.includes(Number(text) as T) ? (Number(text) as T) : null

/** 'trend.24' */
function readForecast(text: string | null): Actions['forecast'] {
  const [name, number] = (text ?? '').split('.')
  const model = FORECAST_MODELS.find((m) => m === name)
  const hours = oneOf(number ?? null, FORECAST_HOURS)
  return model && hours !== null ? { model, hours } : null
}

/** Series ids, joined as in the address. */
const IDS = /^[\w.-]{1,60}$/

/**
 * Parses the actions of an address, ignoring invalid parts. An address with a time is a complete view and is shown as
 * sent; otherwise stored actions fill it up.
 */
export function readActions(address: URLSearchParams, kept: Partial<Actions> | null): Actions {
  const search = new URLSearchParams(address)
  if (kept && !search.has('time')) {
    const base = writeActions({ ...STANDARD, ...kept, known: null })
    for (const [name, value] of base) if (!search.has(name)) search.set(name, value)
  }
  const known = search.get('known')
  const [from, to] = [search.get('from'), search.get('to')]
  const range = from && to && LOCAL.test(from) && LOCAL.test(to) && from < to
  const hide = search.get('hide')
  return {
    time: option(Number(search.get('time'))) ?? STANDARD.time,
    subAxis: oneOf(search.get('sub'), [0, 1] as const) ?? STANDARD.subAxis,
    forecast: readForecast(search.get('fc')),
    timeRange: range ? { start: from.replace('T', ' '), end: to.replace('T', ' ') } : STANDARD.timeRange,
    rainType: oneOf(search.get('rain'), [0, 1] as const) ?? STANDARD.rainType,
    known: known !== null && LOCAL.test(known) ? known.replace('T', ' ') : null,
    topChart: oneOf(search.get('top'), [0, 1, 2, 3] as const) ?? STANDARD.topChart,
    compare: readCompare(search.get('vs')),
    table: search.get('table') === '1',
    marks: search.get('marks') !== '0',
    hidden: hide === null ? null : hide.split(',').filter((id) => IDS.test(id)),
    fullScale: { '1': true, '0': false }[search.get('full') ?? ''] ?? null,
  }
}

/** The address of a view: only what differs from the default, but the time always. */
export function writeActions(a: Actions): URLSearchParams {
  const search = new URLSearchParams()
  search.set('time', String(Number(a.time.toFixed(4))))
  if (a.timeRange?.start && a.timeRange.end) {
    search.set('from', a.timeRange.start.replace(' ', 'T'))
    search.set('to', a.timeRange.end.replace(' ', 'T'))
  }
  if (a.known !== null) search.set('known', a.known.replace(' ', 'T'))
  if (a.rainType !== STANDARD.rainType) search.set('rain', String(a.rainType))
  if (a.topChart !== STANDARD.topChart) search.set('top', String(a.topChart))
  if (a.subAxis !== STANDARD.subAxis) search.set('sub', String(a.subAxis))
  if (a.forecast) search.set('fc', `${a.forecast.model}.${a.forecast.hours}`)
  if (a.compare) search.set('vs', writeCompare(a.compare))
  if (a.table) search.set('table', '1')
  if (!a.marks) search.set('marks', '0')
  if (a.hidden) search.set('hide', a.hidden.join(','))
  if (a.fullScale !== null) search.set('full', a.fullScale ? '1' : '0')
  return search
}

/**
 * What is stored for the next visit: a range only if chosen. One that came from zooming or dragging the chart belongs
 * to the page alone, as does an as-of time.
 */
export function keptActions(next: Actions, kept: Partial<Actions> | null, chosen: Partial<Actions>): Actions {
  const timeRange = chosen.timeRange ?? kept?.timeRange ?? STANDARD.timeRange
  return { ...next, timeRange, known: null }
}

export function isStandard(a: Actions): boolean {
  return JSON.stringify({ ...STANDARD, ...a }) === JSON.stringify(STANDARD)
}

/** The fixed range of a view as instants; null: it follows the present. */
export function fixedRange(a: Actions, zone: string): { from: number; to: number } | null {
  const { start, end } = a.timeRange
  if (start === null || end === null) return null
  const [from, to] = [fromLocal(start, zone), fromLocal(end, zone)]
  return from !== null && to !== null && from < to ? { from, to } : null
}

/** A fixed range as actions store it, in whole seconds. */
export function rangeOf(from: number, to: number, zone: string): Actions['timeRange'] {
  return { start: toLocal(from, zone), end: toLocal(Math.ceil(to / 1000) * 1000, zone) }
}
