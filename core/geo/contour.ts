import { WGS84, toWgs84, type Crs } from './crs.ts'
import { crossing } from './cross.ts'
import { GeoError, type GeoParams, type GeoWarning } from './error.ts'
import { area, type XY } from './polygon.ts'
import { plane } from './projection.ts'
import type { FilePolygon, FileShapes } from './shapes.ts'
import { thinRing } from './thin.ts'

/** Numbers of points to which a contour is reduced; the larger ones where fewer would make it cross itself. */
export const KEPT_POINTS = [2000, 4000, 8000] as const
/** An area that differs by more than this share of the described one gets a warning. */
const AREA_TOLERANCE = 0.2
/** A dam lies on the outline of its basin; further off (km) it gets a warning. */
const DAM_DISTANCE = 5
/** Viet Nam with its islands near the coast, degrees. */
export const COUNTRY = { west: 102, south: 7.5, east: 110.5, north: 24 }
/** km2; a smaller area is no basin. */
const LEAST_AREA = 0.001
/** Least area divided by the squared perimeter; the narrowest valley has ten times as much, a circle 0.08. */
const LEAST_WIDTH = 0.0005

export interface ContourWarning {
  code: GeoWarning
  params: GeoParams
}

export interface Contour {
  /** [longitude, latitude] WGS 84, first point not repeated. */
  ring: [number, number][]
  /** km2 */
  area: number
  /** Points of the outline in the file. */
  points: number
  crs: Crs
  warnings: ContourWarning[]
}

/** The plant's location; basinArea in km2, 0 when unknown. */
export interface Dam {
  longitude: number
  latitude: number
  basinArea: number
}

/**
 * Reads the outline of a basin from a file: its largest polygon, in WGS 84, checked. crs: the coordinate system chosen
 * by the user; null: the file's own. @throws GeoError when it is not a usable outline
 */
export function contourOf(shapes: FileShapes, dam: Dam | null, crs?: Crs | null): Contour {
  const warnings: ContourWarning[] = []
  const warn = (code: GeoWarning, params: GeoParams = {}) => warnings.push({ code, params })
  const chosen = largest(shapes.polygons, warn)
  const open = unclosed(chosen.ring)
  const system = systemOf(shapes, open, crs ?? null, warn)
  const ring = distinct(placed(open, system, dam, warn))
  if (ring.length < 3) throw new GeoError('geo_too_few_points', { count: ring.length })
  const { to, from } = plane(ring)
  const flat = ring.map(to)
  const kept = simple(flat, from)
  const size = area(flat) / 1e6
  if (!(size >= LEAST_AREA) || size * 1e6 < LEAST_WIDTH * around(flat) ** 2) throw new GeoError('geo_no_area')
  const final = kept.map((i) => ring[i])
  const km2 = area(kept.map((i) => flat[i])) / 1e6
  if (final.length < ring.length)
    warn('geo_thinned', {
      from: ring.length,
      to: final.length,
      percent: round(Math.abs(km2 / size - 1) * 100, 3),
    })
  if (chosen.holes.length > 0) {
    const share = chosen.holes.reduce((sum, h) => sum + area(h), 0) / area(chosen.ring)
    warn('geo_holes_filled', { count: chosen.holes.length, percent: round(share * 100, 1) })
  }
  place(final, km2, dam, to, warn)
  return { ring: final, area: km2, points: ring.length, crs: system, warnings }
}

type Warn = (code: GeoWarning, params?: GeoParams) => void
const round = (v: number, decimals: number) => Number(v.toFixed(decimals))

function largest(polygons: readonly FilePolygon[], warn: Warn): FilePolygon {
  if (polygons.length === 0) throw new GeoError('geo_no_polygon')
  const sizes = polygons.map((p) => area(p.ring))
  const i = sizes.reduce((best, size, k) => (size > sizes[best] ? k : best), 0)
  if (polygons.length > 1) {
    const rest = sizes.reduce((sum, size) => sum + size, 0) - sizes[i]
    warn('geo_parts_dropped', {
      count: polygons.length - 1,
      percent: round((100 * rest) / (rest + sizes[i] || 1), 1),
    })
  }
  return polygons[i]
}

/** Removes a repeated first point at the end. A ring that does not close may lack its end. */
function unclosed(ring: readonly XY[]): XY[] {
  const bad = ring.findIndex(([x, y]) => !Number.isFinite(x) || !Number.isFinite(y))
  if (bad >= 0) throw new GeoError('geo_not_a_number', { row: bad + 1 })
  const distinctPoints = new Set(ring.map(([x, y]) => `${x} ${y}`)).size
  if (distinctPoints < 3) throw new GeoError('geo_too_few_points', { count: distinctPoints })
  const [first, last] = [ring[0], ring.at(-1)!]
  if (first[0] !== last[0] || first[1] !== last[1])
    throw new GeoError('geo_open_ring', { first: pair(first), last: pair(last) })
  return ring.slice(0, -1)
}

const around = (ring: readonly XY[]) =>
  ring.reduce((sum, [x, y], i) => sum + Math.hypot(x - ring.at(i - 1)![0], y - ring.at(i - 1)![1]), 0)

const pair = ([x, y]: XY) => `${round(x, 5)}, ${round(y, 5)}`

function systemOf(shapes: FileShapes, ring: readonly XY[], chosen: Crs | null, warn: Warn): Crs {
  const stated = chosen ?? shapes.crs
  if (stated) return stated
  if (ring.some(([x, y]) => Math.abs(x) > 180 || Math.abs(y) > 180))
    throw new GeoError('geo_no_crs', { sample: pair(ring[0]) })
  // GeoJSON without a system means WGS 84; for a shapefile without .prj it is only assumed.
  if (shapes.format === 'Shapefile') warn('geo_crs_assumed', { name: WGS84.name })
  return WGS84
}

/** Converts to longitude and latitude, correcting swapped axes. */
function placed(ring: readonly XY[], crs: Crs, dam: Dam | null, warn: Warn): XY[] {
  const turned = ring.map(([x, y]): XY => [y, x])
  const swapped = crs.kind === 'tm' ? swappedMetres(ring, crs) : swappedDegrees(ring, crs, dam)
  if (swapped) warn('geo_axes_swapped')
  const source = swapped ? turned : ring
  const convert = toWgs84(crs)
  return source.map((p, i): XY => {
    if (crs.kind === 'degrees' && (Math.abs(p[0]) > 180 || Math.abs(p[1]) > 90)) throw outOfRange(ring, i)
    const [lon, lat] = convert(p)
    if (!(Math.abs(lon) <= 180) || !(Math.abs(lat) <= 89)) throw outOfRange(ring, i)
    // A tenth of a metre.
    return [round(lon, 6), round(lat, 6)]
  })
}

const outOfRange = (ring: readonly XY[], i: number) =>
  new GeoError('geo_out_of_range', { row: i + 1, sample: pair(ring[i]) })

/** Whether axes are swapped: no latitude is beyond 90, and a basin is at its dam, not at the dam's mirror image. */
function swappedDegrees(ring: readonly XY[], crs: Crs, dam: Dam | null): boolean {
  if (crs.kind !== 'degrees') return false
  if (ring.every(([x, y]) => Math.abs(x) <= 90 && Math.abs(y) > 90)) return true
  if (!dam || ring.some(([, y]) => Math.abs(y) > 90)) return false
  const [x, y] = ring[0]
  const off = (lon: number, lat: number) => Math.hypot(lon - dam.longitude, lat - dam.latitude)
  return off(x, y) > 10 && Math.abs(x) <= 90 && off(y, x) < 3
}

/** Whether axes are swapped: eastings are 0 to 1,000 km; on many plans X is north, and larger. */
function swappedMetres(ring: readonly XY[], crs: Extract<Crs, { kind: 'tm' }>): boolean {
  if (crs.x0 !== 500_000 || crs.unit !== 1) return false
  const easting = (v: number) => v > 0 && v < 1_000_000
  return ring.every(([x, y]) => !easting(x) && easting(y))
}

/** Removes points that repeat the one before. */
function distinct(ring: readonly XY[]): [number, number][] {
  return ring
    .filter((p, i) => {
      const q = ring[(i + ring.length - 1) % ring.length]
      return p[0] !== q[0] || p[1] !== q[1]
    })
    .map(([x, y]) => [x, y])
}

/** Indices of the points kept for a ring that does not cross itself. */
function simple(flat: readonly XY[], from: (p: XY) => [number, number]): number[] {
  let where: XY | null = null
  for (const most of KEPT_POINTS) {
    const kept = thinRing(flat, most)
    where = crossing(kept.map((i) => flat[i]))
    if (!where) return kept
    if (flat.length <= most) break
  }
  const [lon, lat] = from(where!)
  throw new GeoError('geo_crosses_itself', { longitude: round(lon, 4), latitude: round(lat, 4) })
}

/** Warns where the outline is not where or not as large as expected. */
function place(
  ring: readonly XY[],
  km2: number,
  dam: Dam | null,
  to: (p: XY) => [number, number],
  warn: Warn,
): void {
  const { west, south, east, north } = COUNTRY
  if (ring.some(([lon, lat]) => lon < west || lon > east || lat < south || lat > north))
    warn('geo_outside_country', { place: pair(ring[0]) })
  if (!dam) return
  const km = distanceTo(ring.map(to), to([dam.longitude, dam.latitude])) / 1000
  if (!(km <= DAM_DISTANCE)) warn('geo_far_from_dam', { km: km < 10 ? round(km, 1) : Math.round(km) })
  if (dam.basinArea > 0 && Math.abs(km2 / dam.basinArea - 1) > AREA_TOLERANCE)
    warn('geo_area_differs', {
      area: round(km2, 1),
      given: round(dam.basinArea, 1),
      percent: Math.round(Math.abs(km2 / dam.basinArea - 1) * 100),
    })
}

/** Least distance of a point to the sides of a ring. */
function distanceTo(ring: readonly XY[], [x, y]: XY): number {
  let least = Infinity
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]
    const [dx, dy] = [bx - ax, by - ay]
    const along = dx * dx + dy * dy
    const share = along === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / along))
    least = Math.min(least, Math.hypot(x - ax - share * dx, y - ay - share * dy))
  })
  return least
}
