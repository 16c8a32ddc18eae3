import { DAY, MINUTE, parseInstant } from '#core/time/index.ts'
import type { FieldError } from '#contract/envelope.ts'
import { text, type Language } from '#contract/messages.ts'
import {
  WEATHER_LIMITS,
  WEATHER_VARIABLES,
  type postForecasts,
  type WeatherVariable,
} from '#contract/weather.ts'
import type { Call } from '#server/lib/serve.ts'
import { badFields, badRequest } from '#server/lib/errors.ts'
import { lastOf, type ForecastColumn, type IssueContent, type Place } from './issue.ts'
import type { Geography } from './places.ts'

const SHORTEST = 5 * MINUTE
/** How far ahead a forecast may reach. */
const FARTHEST = 40 * DAY

/** The place of a name in a forecast: basin, dam, or the code of a rain station in any case. */
export function placeNamed(name: string, { stations, plant }: Geography): Place | null {
  const plain = name.trim().toLowerCase()
  if (plain === 'basin') return { id: 'basin', longitude: null, latitude: null }
  if (plain === 'dam') return { id: 'dam', longitude: plant.longitude, latitude: plant.latitude }
  const station = stations.find((s) => s.code.toLowerCase() === plain)
  return station
    ? { id: `station:${station.code}`, longitude: station.longitude, latitude: station.latitude }
    : null
}

/** The step between instants, ms; null: they do not ascend by equal steps that a forecast may have. */
export function stepOf(t: readonly number[]): number | null {
  const step = t[1] - t[0]
  if (!(step >= SHORTEST && step <= DAY)) return null
  return t.every((x, i) => i === 0 || x - t[i - 1] === step) ? step : null
}

/** Refuses a forecast that says nothing of the time ahead, or reaches too far to be one. @throws Problem */
export function checkAhead(content: IssueContent, now: number): void {
  if (content.columns.every(({ values }) => values.every(Number.isNaN))) throw badRequest('weather_nothing')
  if (lastOf(content) <= now) throw badRequest('weather_over')
  if (lastOf(content) > now + FARTHEST) throw badRequest('weather_far')
}

/** By how much the clock of a source may be ahead of ours. */
const CLOCK_AHEAD = 15 * MINUTE

/** Whether a model can have begun then, with what is known now. */
export const isRunPossible = (runAt: number, now: number) => runAt <= now + CLOCK_AHEAD

type Body = Call<typeof postForecasts>['body']

/**
 * The issues in the body of an ingest call: its forecast, and where places have members, those as an ensemble. @throws
 * Problem with every field that is wrong
 */
export function issuesIn(
  body: Body,
  geography: Geography,
  now: number,
  language: Language,
): { kind: 'forecast' | 'ensemble'; content: IssueContent; runAt: number | null }[] {
  const errors: FieldError[] = []
  const fault = (
    path: string,
    code: 'invalid_time' | 'weather_lengths' | 'weather_place' | 'weather_run_future' | 'weather_step',
    params = {},
  ) => errors.push({ path, code, message: text(code, language, params) })
  const instantAt = (value: string | number, path: string): number => {
    const at = parseInstant(value)
    if (at === null) fault(path, 'invalid_time', { value: String(value) })
    return at ?? NaN
  }
  const t = body.t.map((value, i) => instantAt(value, `t.${i}`))
  const runAt = body.run_at === undefined ? null : instantAt(body.run_at, 'run_at')
  const step = stepOf(t)
  if (runAt !== null && !Number.isNaN(runAt) && !isRunPossible(runAt, now))
    fault('run_at', 'weather_run_future')
  if (errors.length === 0 && step === null) fault('t', 'weather_step')
  const places: Place[] = []
  const columns: ForecastColumn[] = []
  body.places.forEach((entry, i) => {
    const { station, longitude, latitude, members = [] } = entry
    const named = station === undefined ? null : placeNamed(station, geography)
    const place =
      station !== undefined
        ? named
        : longitude !== undefined && latitude !== undefined
          ? { id: `point:${i}`, longitude, latitude }
          : null
    if (!place || places.some((p) => p.id === place.id)) return fault(`places.${i}.station`, 'weather_place')
    const index = places.push(place) - 1
    const add = (
      values: readonly (number | null)[],
      variable: WeatherVariable,
      member: number,
      path: string,
    ) => {
      if (values.length !== t.length)
        return fault(path, 'weather_lengths', { expected: t.length, found: values.length })
      const [least, most] = WEATHER_LIMITS[variable]
      const wrong = values.findIndex((v) => v !== null && (v < least || v > most))
      if (wrong >= 0) {
        const params = { field: variable, value: values[wrong]! }
        errors.push({
          path: `${path}.${wrong}`,
          code: 'weather_outside',
          message: text('weather_outside', language, params),
        })
        return
      }
      columns.push({ place: index, variable, member, values: Float64Array.from(values, (v) => v ?? NaN) })
    }
    for (const variable of WEATHER_VARIABLES) {
      const values = entry[variable]
      if (values) add(values, variable, -1, `places.${i}.${variable}`)
    }
    members.forEach((values, m) => add(values, 'precipitation', m, `places.${i}.members.${m}`))
  })
  if (errors.length > 0) throw badFields(errors)
  const contentOf = (own: ForecastColumn[]): IssueContent => ({
    places,
    first: t[0],
    step: step!,
    n: t.length,
    columns: own,
  })
  const parts = [
    { kind: 'forecast' as const, own: columns.filter((c) => c.member < 0) },
    { kind: 'ensemble' as const, own: columns.filter((c) => c.member >= 0) },
  ].filter(({ own }) => own.length > 0)
  if (parts.length === 0) throw badRequest('weather_nothing')
  return parts.map(({ kind, own }) => {
    const content = contentOf(own)
    checkAhead(content, now)
    return { kind, content, runAt }
  })
}
