import { HOUR, SECOND } from '#core/time/units.ts'
import { WEATHER_LIMITS, WEATHER_UNITS, type WeatherVariable } from '#contract/weather.ts'
import type { ForecastColumn, IssueContent, Place } from './issue.ts'
import { WeatherProblem, withoutKey } from './problem.ts'

/** Names of the quantities in calls and answers. */
export const NAMES: Readonly<Record<WeatherVariable, string>> = {
  precipitation: 'precipitation',
  temperature: 'temperature_2m',
  wind_speed: 'wind_speed_10m',
  wind_direction: 'wind_direction_10m',
}
export const VARIABLES = Object.keys(NAMES) as WeatherVariable[]

/** Days before of which it tells what was said then. */
export const LEADS = [1, 2, 3, 4, 5, 6, 7]

/** Degrees by which the place of an answer may be off: the centre of the nearest cell of a coarse model. */
const OFF = 1.5
/** Most instants of an answer. */
const MOST_INSTANTS = 24 * 130

/** What was requested, by which an answer is read. */
export interface AnswerRequest {
  kind: 'forecast' | 'ensemble' | 'previous'
  models: readonly string[]
  places: readonly Place[]
  /** Left out of every text. */
  key: string | null
}

/** The values of a model in an answer; leadDays: days between what was said and the hour it was said of. */
export interface AnswerPart extends IssueContent {
  model: string
  leadDays: number
}

/** Reads the body of an answer: the models that have values. @throws WeatherProblem where it is not as requested */
export function readAnswer(bytes: Uint8Array, { kind, models, places, key }: AnswerRequest): AnswerPart[] {
  const answers = placesIn(jsonIn(bytes), places)
  const partsOf = (model: string, leadDays: number, keyOf: (name: string) => ColumnKey | null) => {
    const content = contentOf(answers, places, keyOf, key)
    return content ? [{ ...content, model, leadDays }] : []
  }
  return models.flatMap((model) => {
    if (kind === 'forecast') return partsOf(model, 0, (name) => plainKey(name, model, models))
    if (kind === 'ensemble') return partsOf(model, 0, (name) => memberKey(name, model, models))
    return LEADS.flatMap((lead) =>
      partsOf(model, lead, (name) =>
        withoutModel(name, model, models) === `${NAMES.precipitation}_previous_day${lead}`
          ? { variable: 'precipitation', member: -1 }
          : null,
      ),
    )
  })
}

/** The JSON value of a body. @throws WeatherProblem where it is none */
export function jsonIn(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes)
  if (text.trim() === '') throw new WeatherProblem('weather_empty')
  try {
    return JSON.parse(text)
  } catch {
    const at = /(?<=[[,:]\s*)-?(NaN|Infinity)\b/i.exec(text)
    throw at ? new WeatherProblem('weather_nan', { field: at[0] }) : new WeatherProblem('weather_not_json')
  }
}

interface PlaceAnswer {
  times: number[]
  hourly: Record<string, unknown>
  units: Record<string, unknown>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shape = (field: string) => new WeatherProblem('weather_shape', { field })

/** The answer of each place, in their order; a single one is no list. */
function placesIn(value: unknown, places: readonly Place[]): PlaceAnswer[] {
  const list = Array.isArray(value) ? value : [value]
  if (list.length === 0 || (isObject(value) && Object.keys(value).length === 0))
    throw new WeatherProblem('weather_empty')
  if (list.length !== places.length) throw shape(`places: ${list.length} / ${places.length}`)
  return list.map((entry, i) => placeIn(entry, i, places[i]))
}

function placeIn(entry: unknown, i: number, place: Place): PlaceAnswer {
  if (!isObject(entry)) throw shape(`[${i}]`)
  const { latitude, longitude, utc_offset_seconds: offset, hourly, hourly_units: units } = entry
  if (offset !== 0)
    throw offset === undefined ? shape(`[${i}].utc_offset_seconds`) : new WeatherProblem('weather_zone')
  if (!isObject(hourly) || !isObject(units)) throw shape(`[${i}].hourly`)
  if (!near(latitude, place.latitude!) || !near(longitude, place.longitude!)) throw shape(`[${i}].latitude`)
  if (units.time !== 'unixtime') throw new WeatherProblem('weather_zone')
  const { time } = hourly
  if (!Array.isArray(time)) throw shape(`[${i}].hourly.time`)
  if (time.length === 0) throw new WeatherProblem('weather_empty')
  if (time.length < 2 || time.length > MOST_INSTANTS) throw shape(`[${i}].hourly.time`)
  const times = time.map((t) => {
    if (!Number.isInteger(t)) throw shape(`[${i}].hourly.time`)
    return (t as number) * SECOND
  })
  for (let k = 1; k < times.length; k++)
    if (times[k] - times[k - 1] !== HOUR) throw shape(`[${i}].hourly.time[${k}]`)
  return { times, hourly, units }
}

const near = (found: unknown, wanted: number) =>
  typeof found === 'number' && Math.min(Math.abs(found - wanted), 360 - Math.abs(found - wanted)) <= OFF

interface ColumnKey {
  variable: WeatherVariable
  member: number
}

/** The name of a column without that of its model, which it has where several were requested; null: of another one. */
function withoutModel(key: string, model: string, models: readonly string[]): string | null {
  if (key.endsWith(`_${model}`)) return key.slice(0, -model.length - 1)
  return models.length === 1 ? key : null
}

function plainKey(key: string, model: string, models: readonly string[]): ColumnKey | null {
  const name = withoutModel(key, model, models)
  const variable = VARIABLES.find((v) => NAMES[v] === name)
  return variable ? { variable, member: -1 } : null
}

function memberKey(key: string, model: string, models: readonly string[]): ColumnKey | null {
  const name = withoutModel(key, model, models)
  const found = name && /^precipitation(?:_member(\d{2,3}))?$/.exec(name)
  return found ? { variable: 'precipitation', member: Number(found[1] ?? 0) } : null
}

/** The columns of one model over all places; null where it has no value at all. */
function contentOf(
  answers: readonly PlaceAnswer[],
  places: readonly Place[],
  keyOf: (name: string) => ColumnKey | null,
  apiKey: string | null,
): IssueContent | null {
  const { times } = answers[0]
  const columns: ForecastColumn[] = []
  answers.forEach((answer, place) => {
    if (answer.times.length !== times.length || answer.times[0] !== times[0])
      throw shape(`[${place}].hourly.time`)
    for (const [key, list] of Object.entries(answer.hourly)) {
      const found = keyOf(key)
      if (!found) continue
      const field = `[${place}].hourly.${key}`
      const unit = answer.units[key]
      // Members are listed without units by some releases of the service.
      if (unit !== undefined && unit !== WEATHER_UNITS[found.variable])
        throw new WeatherProblem('weather_units', {
          field: key,
          unit: withoutKey(String(unit), apiKey).slice(0, 20),
        })
      if (unit === undefined && found.member < 1) throw shape(`[${place}].hourly_units.${key}`)
      if (!Array.isArray(list) || list.length !== times.length) throw shape(field)
      columns.push({ place, ...found, values: valuesOf(list, found.variable, field) })
    }
  })
  if (columns.every(({ values }) => values.every(Number.isNaN))) return null
  return { places: [...places], first: times[0], step: HOUR, n: times.length, columns }
}

function valuesOf(list: readonly unknown[], variable: WeatherVariable, field: string): Float64Array {
  const [least, most] = WEATHER_LIMITS[variable]
  return Float64Array.from(list, (v, i) => {
    if (v === null) return NaN
    if (typeof v !== 'number') throw new WeatherProblem('weather_nan', { field: `${field}[${i}]` })
    if (v < least || v > most)
      throw new WeatherProblem('weather_outside', { field: `${field}[${i}]`, value: v })
    return v
  })
}
