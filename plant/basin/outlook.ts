/**
 * What weather services would say of the invented basin: its true rain of the days ahead, in error as forecasts are, the
 * more the farther ahead. Determined by the seed and the run, so that a run says the same however often it is sent.
 */
import { localDay, midnight, season, ZONE_MS } from '../dam/levels.ts'
import { DAY, HOUR } from '../time.ts'
import { keyOf, normal } from '../truth/random.ts'
import { BIN_MS, BINS, POINTS, rainOf } from './climate.ts'
import { CELLS, RAIN_STATIONS } from './map.ts'
import type { Storm } from './storms.ts'

/** Time between runs, and how far one reaches, hours. */
export const RUN_EVERY = 6 * HOUR
const HOURS = 240
const MEMBERS = 12

/** A service: how far it errs in depth (of a day ahead) and in time (hours, of a day ahead), and how it tends. */
const MODELS = [
  { name: 'demo-local', depth: 0.18, hours: 0.6, tends: 1 },
  { name: 'demo-global', depth: 0.35, hours: 1.6, tends: 0.85 },
] as const

/** A forecast in the form of the ingest call. */
export interface OutlookBody {
  model: string
  run_at: number
  t: number[]
  places: {
    station: string
    precipitation?: number[]
    temperature?: number[]
    wind_speed?: number[]
    wind_direction?: number[]
    members?: number[][]
  }[]
}

/** True rain of the stations in each hour after `from`, mm: [station][hour], some hours beyond the last. */
function hourlyRain(seed: number, from: number, storms: readonly Storm[]): Float64Array[] {
  const n = HOURS + DAY / HOUR
  const rain = RAIN_STATIONS.map(() => new Float64Array(n))
  for (let day = localDay(from); midnight(day) < from + n * HOUR; day++) {
    const fallen = rainOf(seed, day, storms)
    for (let bin = 0; bin < BINS; bin++) {
      const hour = Math.floor((midnight(day) + bin * BIN_MS - from) / HOUR)
      if (hour < 0 || hour >= n) continue
      for (let s = 0; s < RAIN_STATIONS.length; s++)
        rain[s][hour] += fallen[bin * POINTS.length + CELLS.length + s]
    }
  }
  return rain
}

const tenth = (v: number) => Math.round(v * 10) / 10

/** Rain as one run or member of it says: shifted in time and scaled, smoothly over the days ahead. */
function said(
  truth: Float64Array,
  model: (typeof MODELS)[number],
  key: (day: number) => [number, number],
): number[] {
  return Array.from({ length: HOURS }, (_, i) => {
    const ahead = (i + 1) / 24
    const [depth, shift] = key(Math.floor(ahead))
    const grown = Math.sqrt(Math.max(0.25, ahead))
    const from = Math.min(truth.length - 1, Math.max(0, i + Math.round(shift * model.hours * grown)))
    const error = model.depth * grown
    return tenth(model.tends * truth[from] * Math.exp(error * depth - (error * error) / 2))
  })
}

/** The forecasts of the last runs at an instant, one for each service. storms: besides those of the seed. */
export function outlooksAt(seed: number, now: number, storms: readonly Storm[]): OutlookBody[] {
  const run = Math.floor(now / RUN_EVERY) * RUN_EVERY
  const begin = Math.floor(now / HOUR) * HOUR
  const truth = hourlyRain(seed, begin, storms)
  const t = Array.from({ length: HOURS }, (_, i) => begin + (i + 1) * HOUR)
  return MODELS.map((model, m) => {
    const draws =
      (member: number) =>
      (day: number): [number, number] => [
        normal(seed ^ keyOf(model.name), run / HOUR, day, 2 * member),
        normal(seed ^ keyOf(model.name), run / HOUR, day, 2 * member + 1),
      ]
    const places = RAIN_STATIONS.map((s, k) => ({
      station: `MUA_${s.code.toUpperCase()}`,
      precipitation: said(truth[k], model, draws(0)),
      ...(m > 0 && {
        members: Array.from({ length: MEMBERS }, (_, member) => said(truth[k], model, draws(member + 1))),
      }),
    }))
    const wet = t.map((_, i) => truth.reduce((sum, r) => sum + r[i], 0) / truth.length)
    return {
      model: model.name,
      run_at: run,
      t,
      places: [
        ...places,
        {
          station: 'dam',
          temperature: t.map((at, i) => tenth(temperatureAt(at) - Math.min(4, wet[i]) + m * 0.6)),
          wind_speed: t.map((at, i) =>
            tenth(2.2 + Math.sin((at / HOUR + 9) / 4) + Math.min(14, wet[i] * 0.8) + m * 0.4),
          ),
          wind_direction: t.map((at) =>
            Math.round((55 + 35 * Math.sin(at / (9 * HOUR)) + 12 * m + 360) % 360),
          ),
        },
      ],
    }
  })
}

/** °C, warmest at two in the afternoon and in June. */
function temperatureAt(at: number): number {
  const hour = ((at + ZONE_MS) % DAY) / HOUR
  return (
    24 + 4 * Math.cos(((hour - 14) / 12) * Math.PI) - 4 * Math.cos(2 * Math.PI * (season(at).fraction - 0.02))
  )
}
