import type { Weather, WeatherEnsemble, WeatherModel } from '#contract/weather.ts'

/** Forecast rain is shown to a tenth of a millimetre: models say no more. */
export const RAIN_DECIMALS = 1

/** Rain of the next hours, mm; null where an hour is missing: fewer hours would look like less rain. */
export function rainNext(hourly: readonly (number | null)[], hours: number): number | null {
  let sum = 0
  for (let i = 0; i < hours; i++) {
    const v = hourly[i] ?? null
    if (v === null) return null
    sum += v
  }
  return sum
}

/** Depths accumulated hour by hour, NaN from the first missing one on. */
export function accumulated(hourly: readonly (number | null)[]): Float64Array {
  let sum = 0
  return Float64Array.from(hourly, (v) => (sum += v ?? NaN))
}

/** Least and greatest of what is known; null: nothing is. */
export function knownRange(values: readonly (number | null)[]): readonly [number, number] | null {
  const known = values.filter((v) => v !== null)
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)]
}

/** Which of eight directions a wind comes from, 0 north, clockwise. */
export const compassOf = (degrees: number): number => ((Math.round(degrees / 45) % 8) + 8) % 8

/** A model of a source: two sources may name theirs alike. */
export const modelKeyOf = (of: Pick<WeatherModel | WeatherEnsemble, 'source' | 'model'>) =>
  `${of.source}:${of.model}`

/** The chosen model, else the first that has values ahead. */
export function chosenOf(weather: Weather, key: string | null): WeatherModel | null {
  const { models } = weather
  return (
    models.find((m) => modelKeyOf(m) === key) ?? models.find((m) => m.state !== 'over') ?? models[0] ?? null
  )
}

/** Whether the basin rain of an issue is that of a part of the basin only. */
export const isPart = (of: Pick<WeatherModel | WeatherEnsemble, 'basin_share'>) =>
  typeof of.basin_share === 'number' && of.basin_share < 0.995

/** Colours of models in their order, told apart in both themes. */
const COLORS = ['inflow', 'violet', 'outflow', 'navy', 'olive', 'spill', 'slate', 'brown']
export const colorOf = (i: number) => COLORS[i % COLORS.length]
