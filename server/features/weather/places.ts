import { allInForce, inForce, type Description, type Plant, type Station } from '#core/description/index.ts'
import { gaugeWeights } from '#core/rain/index.ts'
import { forecastCells, weightedMean } from '#core/weather/index.ts'
import { instantsOf, type ForecastColumn, type Issue, type IssueContent, type Place } from './issue.ts'

const RAIN = 1
/** Most cells of the grid and most rain stations for which forecasts are requested: free services limit the places. */
const MOST_CELLS = 24
const MOST_STATIONS = 60

interface RainStation {
  code: string
  name: string
  longitude: number
  latitude: number
  /** Share of the basin, by which measured rain is averaged too. */
  weight: number
}

/** What forecasts of a plant are about. */
export interface Geography {
  plant: Plant
  /** In the order of their names. */
  stations: RainStation[]
  /** Places for which a forecast is requested, and stations beyond the most of them. */
  places: Place[]
  leftOut: number
}

/** The dam, the cells of the basin's analytic grid and its rain stations, as described at an instant. */
export function geographyAt(d: Description, now: number): Geography | null {
  const plant = (inForce(d.plant, now) ?? d.plant.at(-1))?.body
  if (!plant) return null
  const found = allInForce(d.stations, now)
    .map(({ body }): Station => body)
    .filter((s) => s.type === RAIN)
    .sort((a, b) => a.name.localeCompare(b.name, 'vi'))
  const weights = gaugeWeights(found, plant.basin).used
  const stations = found.map(({ code, name, longitude, latitude }, i) => ({
    code,
    name,
    longitude,
    latitude,
    weight: weights[i],
  }))
  const asked = [...stations].sort((a, b) => b.weight - a.weight).slice(0, MOST_STATIONS)
  return {
    plant,
    stations,
    leftOut: stations.length - asked.length,
    places: [
      { id: 'dam', longitude: plant.longitude, latitude: plant.latitude },
      ...forecastCells(plant.basin ?? [], MOST_CELLS).map((c, i) => ({ id: `cell:${i}`, ...c })),
      ...asked.map(({ code, longitude, latitude }) => ({ id: `station:${code}`, longitude, latitude })),
    ],
  }
}

/**
 * The places for which members are requested: those of which the basin's rain is made. Fifty members of every cell would
 * be most of the archive, and nobody reads them.
 */
export function placesOfMembers({ places }: Geography): Place[] {
  const stations = places.filter((p) => p.id.startsWith('station:'))
  const cells = places.filter((p) => p.id.startsWith('cell:'))
  return [stations, cells, places].find((list) => list.length > 0)!
}

/** A column of values beside the instants of an issue. */
export interface ForecastValues {
  t: Float64Array
  step: number
  v: ArrayLike<number>
}

const valuesOf = (issue: IssueContent, v: ArrayLike<number>): ForecastValues => ({
  t: instantsOf(issue),
  step: issue.step,
  v,
})

/** ForecastValues of a place; undefined: the issue has none. member -1: of no member. */
export function forecastAt(
  issue: IssueContent,
  id: string,
  variable: ForecastColumn['variable'],
  member = -1,
): ForecastValues | undefined {
  const place = issue.places.findIndex((p) => p.id === id)
  const column = issue.columns.find(
    (c) => c.place === place && c.variable === variable && c.member === member,
  )
  return column && valuesOf(issue, column.values)
}

/** Degrees by which a place may have been moved and still be the same: 100 m. */
const MOVED = 0.001

/**
 * An issue of the provider without the columns of cells and stations that are elsewhere by now: their names are those of
 * other places since the basin was outlined anew or a station was moved.
 */
export function withoutMoved(issue: Issue, { places }: Geography): Issue {
  const now = new Map(places.map((p) => [p.id, p]))
  const same = (a: number | null, b: number | null) => a !== null && b !== null && Math.abs(a - b) <= MOVED
  const there = issue.places.map((p) => {
    const is = now.get(p.id)
    return is !== undefined && same(is.longitude, p.longitude) && same(is.latitude, p.latitude)
  })
  if (there.every(Boolean)) return issue
  return { ...issue, columns: issue.columns.filter((c) => there[c.place]) }
}

/** Members of an issue; [-1] for one without. */
export const membersOf = (issue: Issue): number[] =>
  [...new Set(issue.columns.map((c) => c.member))].sort((a, b) => a - b)

/** A mean over fewer than half of the basin is not taken for that of the basin; of the others the share is told. */
const LEAST_SHARE = 0.5

/** Rain of the basin, with what it is made of. */
interface BasinRain extends ForecastValues {
  by: 'issue' | 'stations' | 'grid'
  share: number
}

/**
 * Rain of the basin by an issue: as it says itself, else by rain stations with the weights of measured rain, else by the
 * cells of the grid. Undefined where it has none of these. share: of the basin's weights that the mean is over, 0-1.
 */
export function basinRain(issue: Issue, { stations }: Geography, member = -1): BasinRain | undefined {
  const own = forecastAt(issue, 'basin', 'precipitation', member)
  if (own) return { ...own, by: 'issue', share: 1 }
  const columns = new Map(
    issue.columns
      .filter((c) => c.variable === 'precipitation' && c.member === member)
      .map((c) => [issue.places[c.place].id, c.values]),
  )
  const meanOf = (
    by: BasinRain['by'],
    parts: readonly { id: string; weight: number }[],
  ): BasinRain | undefined => {
    const there = parts.filter((p) => columns.has(p.id) && p.weight > 0)
    const share = (of: typeof parts) => of.reduce((sum, p) => sum + p.weight, 0)
    if (there.length === 0 || share(there) < LEAST_SHARE * share(parts)) return undefined
    const v = weightedMean(
      there.map((p) => columns.get(p.id)!),
      there.map((p) => p.weight),
      issue.n,
    )
    return { ...valuesOf(issue, v), by, share: share(there) / share(parts) }
  }
  return (
    meanOf(
      'stations',
      stations.map(({ code, weight }) => ({ id: `station:${code}`, weight })),
    ) ??
    meanOf(
      'grid',
      issue.places.map(({ id, weight = 0 }) => ({ id, weight })),
    )
  )
}
